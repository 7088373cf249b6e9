import { versionText } from '../runtime/version.ts';
import type { ThreadEntry } from '../threads/thread-entry.ts';
import { loadRest } from './load-rest.ts';
import { isHelp, run } from './run.ts';
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
  const [command, others] = splitCommand(args);
  const own = names.includes(command) ? (await loadRest()).programs[command] : undefined;
  if (own !== undefined) return own(others, { terminal, program });
  if (others.some(isHelp)) return run(args, terminal, program());
  switch (command) {
    case 'signer':
      return (await loadRest()).runSigner(args, terminal, program());
    case 'version':
      terminal.out(`${versionText}\n`);
      return 0;
    default:
      return run(args, terminal, program());
  }
}
