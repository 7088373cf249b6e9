import { escapeUnseen } from '../../encoding/unseen.ts';
import { RpcCode, type RpcError } from '../../rpc/error.ts';
import { type ProfileRules, profileRules } from '../../rpc/profile.ts';
import { loadOptions } from '../options/load.ts';
import { cliOptions } from './cli-options.ts';
import type { Terminal } from './terminal.ts';
import { typedKey, typedPhrase } from './typed-keys.ts';

/** Core parses what bitcoin-cli sends, and refuses bytes that are not UTF-8. */
export function reportText(
  { message }: RpcError,
  args: readonly string[],
  terminal: Terminal,
): number {
  if (rulesOf(args)?.readsTextFiles !== false) {
    terminal.err(`Error: ${escapeUnseen(message)}\n`);
    return 1;
  }
  terminal.err(`error code: ${RpcCode.PARSE_ERROR}\nerror message:\nParse error\n`);
  return Math.abs(RpcCode.PARSE_ERROR) % 256;
}

/** Warns about a typed private key. Returns the exit code of an error about typed seed words. */
export function refuseSecrets(args: readonly string[], terminal: Terminal): number | undefined {
  if (rulesOf(args)?.hints === false) return undefined;
  const key = typedKey(args);
  if (key !== undefined) terminal.err(`Warning: ${key}\n`);
  const phrase = typedPhrase(args);
  if (phrase === undefined) return undefined;
  terminal.err(`error: ${phrase}\n`);
  return Math.abs(RpcCode.METHOD_NOT_FOUND) % 256;
}

/** Returns the rules of the profile; `undefined` if the options are wrong. */
function rulesOf(args: readonly string[]): ProfileRules | undefined {
  const loaded = loadOptions(args, cliOptions);
  return 'error' in loaded ? undefined : profileRules(loaded.options.profile);
}
