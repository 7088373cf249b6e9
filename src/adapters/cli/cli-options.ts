import { chainOptionSpecs } from '../chain/chain-options.ts';
import { rootKeyOptions } from '../names/root-key-options.ts';
import { miningOptionSpecs } from '../options/mining-specs.ts';
import { commonOptions, type OptionSpec, option } from '../options/option-specs.ts';
import { walletOptionSpecs } from '../options/wallet-options.ts';
import { clockOptionSpecs } from '../runtime/clock.ts';
import { phraseOptions } from '../seed/seed-options.ts';

/** The options of the command line. */
export const cliOptions: readonly OptionSpec[] = [
  ...commonOptions,
  option('named', 'Read arguments as name=value. Arguments without a name stay positional'),
  option(
    'stdin',
    'Read more arguments from standard input, one per line. This keeps keys out of the shell history',
    { commandLineOnly: true },
  ),
  option('rpcwallet=<walletname>', 'The wallet to use (default: from -wallet, or the only one)'),
  option(
    'stdinwalletpassphrase',
    'Ask for the passphrase, or read it from the first line of standard input. It unlocks the wallet for this command, and is the first argument of walletpassphrase, walletpassphrasechange and encryptwallet',
  ),
  option(
    'yes',
    'Sign without asking. Without it, a terminal shows the review and waits until you type yes (not with -profile=core)',
    { commandLineOnly: true },
  ),
  option('reviewed=<id>', 'sign: sign only what has this review ID. review shows the ID'),
  option(
    'keys=<file|->',
    'sign, review, check and signmessage: a file of seed words, private keys (xprv, zprv, WIF) or descriptors, used instead of a wallet. With -, type them without showing them, or pipe them in. Repeat it for more keys, or for the descriptor or wallet file that the keys belong to',
  ),
  option('to=<address>', 'sweep: the address that gets everything'),
  option('feerate=<n>', 'sweep: the fee rate in sat/vB'),
  option(
    'address=<address>',
    'sweep: the address of a list that does not name it, such as Esplora’s',
  ),
  option(
    'nonces=<folder>',
    'sign: the folder for secret MuSig2 nonces between the two rounds. They are encrypted with your private keys, and each is destroyed before it is used. The last signer needs no folder (default: musig-nonces in the data directory)',
  ),
  ...phraseOptions,
  option(
    'format=<text|json|html>',
    'review: output format (default: text for a file, json for the method)',
  ),
  option(
    'seen=<file>',
    'check: a file of all nonces seen so far, to which check adds new ones. Two signatures with one nonce reveal the key',
  ),
  option(
    'transcript=<file>',
    'check: the anti-exfil (anti-klepto) messages of host and device, as a JSON list: [{"input": 0, "pubkey": hex, "host_commitment": hex, "signer_commitment": hex, "host_entropy": hex}]',
  ),
  option(
    'policy=<strict|none|file>',
    'Findings of a review that stop signing: strict (every STOP, and a fee above 10 % of the payment), none (only findings without an override), or a JSON file {"strict": true, "allow": [ids], "refuse": [ids], "fees": {…}}. Default: every STOP for sign, none for methods. docs/review.md lists the ids',
  ),
  ...rootKeyOptions,
  ...chainOptionSpecs,
  ...miningOptionSpecs,
  ...walletOptionSpecs,
  ...clockOptionSpecs,
];
