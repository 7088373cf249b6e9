import { escapeUnseen } from '../../encoding/unseen.ts';
import { RpcCode, type RpcError } from '../../rpc/error.ts';
import { profileRules } from '../../rpc/profile.ts';
import { loadOptions } from '../options/load.ts';
import { versionText } from '../runtime/version.ts';
import type { ThreadEntry } from '../threads/thread-entry.ts';
import { cliOptions } from './cli-options.ts';
import { isTextError, textError } from './file-text.ts';
import { isHelp } from './load-command-line.ts';
import { loadLazyCommands } from './load-lazy-commands.ts';
import { run } from './run.ts';
import type { Terminal } from './terminal.ts';
import { typedPhrase } from './typed-arguments.ts';

/** Options may precede or follow the command. */
function splitCommand(args: readonly string[]): readonly [string, readonly string[]] {
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  return [args[at] ?? '', at < 0 ? args : args.toSpliced(at, 1)];
}

/** The names of `programs`, listed here because loading `programs` takes long. */
const names = ['serve', 'snapshot', 'keys', 'bsms', 'seed', 'show', 'read', 'verify', 'prove-name'];

/** Runs a command line and returns the exit code. Worker threads run `program`. */
export async function dispatch(
  args: readonly string[],
  terminal: Terminal,
  program: () => ThreadEntry,
): Promise<number> {
  try {
    checkArguments(args);
    return await runCommandLine(args, terminal, program);
  } catch (error) {
    if (!isTextError(error)) throw error;
    return reportText(error, args, terminal);
  }
}

/** Node replaces bytes of arguments that are not UTF-8. */
function checkArguments(args: readonly string[]): void {
  if (!args.some((arg) => arg.includes('\ufffd'))) return;
  throw textError(
    'An argument has a character that is not UTF-8. Set the terminal to UTF-8, or write the text to a file as UTF-8 and use @FILE',
  );
}

/** Core parses what bitcoin-cli sends, and refuses bytes that are not UTF-8. */
function reportText({ message }: RpcError, args: readonly string[], terminal: Terminal): number {
  const loaded = loadOptions(args, cliOptions);
  if ('error' in loaded || profileRules(loaded.options.profile).readsTextFiles) {
    terminal.err(`Error: ${escapeUnseen(message)}\n`);
    return 1;
  }
  terminal.err(`error code: ${RpcCode.PARSE_ERROR}\nerror message:\nParse error\n`);
  return Math.abs(RpcCode.PARSE_ERROR) % 256;
}

/** Returns true unless the profile is Core's. */
function hasHints(args: readonly string[]): boolean {
  const loaded = loadOptions(args, cliOptions);
  return 'error' in loaded || profileRules(loaded.options.profile).hints;
}

async function runCommandLine(
  args: readonly string[],
  terminal: Terminal,
  program: () => ThreadEntry,
): Promise<number> {
  const phrase = typedPhrase(args);
  if (phrase !== undefined && hasHints(args)) {
    terminal.err(`error: ${phrase}\n`);
    return Math.abs(RpcCode.METHOD_NOT_FOUND) % 256;
  }
  const [command, others] = splitCommand(args);
  const own = names.includes(command) ? (await loadLazyCommands()).programs[command] : undefined;
  if (own !== undefined) return own(others, { terminal, program });
  if (others.some(isHelp)) return run(args, terminal, program());
  switch (command) {
    case 'signer':
      return (await loadLazyCommands()).runSigner(args, terminal, program());
    case 'version':
      terminal.out(`${versionText}\n`);
      return 0;
    default:
      return run(args, terminal, program());
  }
}
