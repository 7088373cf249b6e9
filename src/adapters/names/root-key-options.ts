import { type OptionSpec, option } from '../options/option-specs.ts';

export const rootKeyOptions: readonly OptionSpec[] = [
  option(
    'rootkeys=<file>',
    'Keys of the DNS root as DS lines, used instead of the built-in keys. FILE.minisig must contain the minisign signature',
  ),
  option(
    'rootkeysigner=<key>',
    "The key that must have signed -rootkeys: the line of minisign's public key file that begins with RW (default: the key of coldsign's releases)",
  ),
];
