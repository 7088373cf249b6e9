import { chainOptionSpecs } from '../chain/specs.ts';
import { miningOptionSpecs } from '../options/mining-specs.ts';
import { policyOptionSpecs } from '../options/policy-specs.ts';
import { commonOptions, type OptionSpec } from '../options/specs.ts';
import { walletOptionSpecs } from '../options/wallet-specs.ts';
import { clockOptionSpecs } from '../runtime/clock.ts';
import { seedOptions } from '../seed/options.ts';

/** What the command line understands in front of a method. */
export const cliOptions: readonly OptionSpec[] = [
  ...commonOptions,
  { name: 'named', help: 'Take arguments as name=value; words without a name stay positional' },
  {
    name: 'stdin',
    help: 'Read more arguments from standard input, one a line, so that keys stay out of the shell history',
    commandLineOnly: true,
  },
  {
    name: 'rpcwallet',
    argument: '<walletname>',
    help: 'The wallet that the method is about (default: the one of -wallet, or the only one)',
  },
  {
    name: 'stdinwalletpassphrase',
    help: 'Read the passphrase from the first line of standard input, or ask for it: it unlocks the wallet for this command, and is the first argument of walletpassphrase, walletpassphrasechange and encryptwallet',
  },
  {
    name: 'yes',
    help: 'Sign without asking: on a terminal, what a signature does is shown and a yes is waited for before it is made (not with -profile=core)',
    commandLineOnly: true,
  },
  {
    name: 'reviewed',
    argument: '<id>',
    help: 'sign: what is signed must have this review id, which review shows',
  },
  {
    name: 'keys',
    argument: '<file|->',
    help: 'sign, review and check: the keys, in place of a wallet: a file of seed words, private keys (xprv, zprv, WIF) or descriptors; - has them typed unseen, or read from standard input. May be repeated, also for the descriptor or the file of the wallet that the keys belong to',
  },
  ...seedOptions.filter(({ name }) => ['passphrase', 'language', 'account'].includes(name)),
  {
    name: 'format',
    argument: '<text|json|html>',
    help: 'review: how the review is printed (default: text for a file, json for the method)',
  },
  {
    name: 'seen',
    argument: '<file>',
    help: 'check: a file of nonces that were seen before, which grows: two signatures with one nonce give the key away',
  },
  {
    name: 'transcript',
    argument: '<file>',
    help: 'check: what a host and a device told each other about nonces (anti-exfil, anti-klepto), as a JSON list: [{"input": 0, "pubkey": hex, "host_commitment": hex, "signer_commitment": hex, "host_entropy": hex}]',
  },
  ...policyOptionSpecs,
  ...chainOptionSpecs,
  ...miningOptionSpecs,
  ...walletOptionSpecs,
  ...clockOptionSpecs,
];
