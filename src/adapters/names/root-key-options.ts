import { type OptionSpec, option } from '../options/option-specs.ts';

export const rootKeyOptions: readonly OptionSpec[] = [
  option(
    'rootkeys=<file>',
    'Keys of the DNS root as DS lines, in place of those that are built in. Its signature (minisign) is beside it, with .minisig behind the name',
  ),
  option(
    'rootkeysigner=<key>',
    "The signer of -rootkeys: the line of minisign's public key file that begins with RW (default: the key of coldsign's releases)",
  ),
];
