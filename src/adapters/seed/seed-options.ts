import { commonOptions, type OptionSpec, option } from '../options/option-specs.ts';

/** Options for reading seed words. */
export const phraseOptions: readonly OptionSpec[] = [
  option(
    'passphrase',
    'Ask for a passphrase (Electrum: a seed extension), or read it from the second line of standard input',
  ),
  option(
    'language=<name>',
    'The word list: english, japanese, korean, spanish, chinese_simplified, chinese_traditional, french, italian, czech or portuguese (default: detected; english for new words)',
  ),
  option('account=<n>', 'The account number (BIP44; default: 0)'),
];

export const seedOptions: readonly OptionSpec[] = [
  ...commonOptions,
  ...phraseOptions,
  option('addresses=<n>', 'Addresses to show (default: 3)'),
  option('words=<n>', 'Number of words to make: 12, 15, 18, 21 or 24 (default: 24; for child 12)'),
  option('coins', 'dice: coins (0 and 1) instead of dice (1 to 6)'),
  option('anyway', 'dice: accept rolls that are unlikely to be random'),
  option('kind=<kind>', 'child: words (default), wif, xprv or hex'),
  option('index=<n>', 'child: its number (default: 0)'),
  option('bytes=<n>', 'child: bytes of -kind=hex, 16 to 64 (default: 32)'),
  option('compact', 'qr: make a CompactSeedQR, and print its bytes in hexadecimal'),
  option('show', 'qr: draw the code on the screen'),
  option('private', 'descriptors: include private keys. Anyone who reads them can spend'),
  option(
    'silent',
    'descriptors: print the descriptor of the silent payment address (BIP352) instead of the accounts. Anyone who reads it sees every payment to the address',
  ),
  option(
    'timestamp=<seconds>',
    'descriptors: when the seed was first used, in seconds since 1970 (default: 0, which scans all blocks)',
  ),
  option('suggest', 'Suggest corrections of mistyped words, even without a terminal'),
];
