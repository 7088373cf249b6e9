import { commonOptions, type OptionSpec } from '../options/specs.ts';

export const seedOptions: readonly OptionSpec[] = [
  ...commonOptions,
  {
    name: 'passphrase',
    help: 'There is a passphrase too (Electrum: a seed extension): it is asked for, or read from the second line of standard input',
  },
  {
    name: 'language',
    argument: '<name>',
    help: 'The word list: english, japanese, korean, spanish, chinese_simplified, chinese_traditional, french, italian, czech or portuguese (default: told by the words; english where words are made)',
  },
  { name: 'account', argument: '<n>', help: 'The account of BIP44 (default: 0)' },
  { name: 'addresses', argument: '<n>', help: 'How many addresses to show (default: 3)' },
  {
    name: 'words',
    argument: '<n>',
    help: 'How many words to make: 12, 15, 18, 21 or 24 (default: 24; of a child 12)',
  },
  { name: 'coins', help: 'dice: coins (0 and 1) in place of dice (1 to 6)' },
  { name: 'anyway', help: 'dice: make words of rolls that hardly come by chance' },
  {
    name: 'kind',
    argument: '<kind>',
    help: 'child: words (default), wif, xprv or hex',
  },
  { name: 'index', argument: '<n>', help: 'child: which one (default: 0)' },
  { name: 'bytes', argument: '<n>', help: 'child: bytes of -kind=hex, 16 to 64 (default: 32)' },
  { name: 'compact', help: 'qr: a CompactSeedQR, whose bytes are shown as hexadecimal' },
  { name: 'show', help: 'qr: draw the code on the screen' },
  {
    name: 'private',
    help: 'descriptors: with private keys. Whoever reads them can spend',
  },
  {
    name: 'timestamp',
    argument: '<seconds>',
    help: 'descriptors: when the seed was used first, in seconds since 1970 (default: 0, all blocks are looked through)',
  },
  {
    name: 'suggest',
    help: 'Tell likely corrections of mistyped words where nobody sits at a terminal, too',
  },
];
