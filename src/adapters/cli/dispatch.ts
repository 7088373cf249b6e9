import { versionText } from '../runtime/version.ts';
import type { ThreadEntry } from '../threads/thread-entry.ts';
import { isTextError, textError } from './file-text.ts';
import { isHelp } from './load-command-line.ts';
import { loadLazyCommands } from './load-lazy-commands.ts';
import { run } from './run.ts';
import type { Terminal } from './terminal.ts';

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
    return (await loadLazyCommands()).reportText(error, args, terminal);
  }
}

/** Node replaces bytes of arguments that are not UTF-8. */
function checkArguments(args: readonly string[]): void {
  if (!args.some((arg) => arg.includes('\ufffd'))) return;
  throw textError(
    'An argument has a character that is not UTF-8. Set the terminal to UTF-8, or write the text to a file as UTF-8 and use @FILE',
  );
}

/** Returns true for an argument that may contain seed words or a private key. */
const isLong = (arg: string): boolean => /(\p{L}+\s+){4}|\b(\wprv|6P|[5KLc9])\w{50}/u.test(arg);

async function runCommandLine(
  args: readonly string[],
  terminal: Terminal,
  program: () => ThreadEntry,
): Promise<number> {
  if (args.some(isLong) || args.length > 10) {
    const code = (await loadLazyCommands()).refuseSecrets(args, terminal);
    if (code !== undefined) return code;
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
