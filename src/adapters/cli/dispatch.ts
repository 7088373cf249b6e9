import { versionText } from '../runtime/version.ts';
import type { ThreadEntry } from '../threads/thread-entry.ts';
import { loadRest } from './load-rest.ts';
import { run } from './run.ts';
import type { Terminal } from './terminal.ts';

/** Options may precede or follow the command. */
function splitCommand(args: readonly string[]): readonly [string, readonly string[]] {
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  return [args[at] ?? '', at < 0 ? args : args.toSpliced(at, 1)];
}

async function runServer(
  args: readonly string[],
  terminal: Terminal,
  program: () => ThreadEntry,
): Promise<number> {
  const { serve } = await loadRest();
  return serve(args, {
    print: (line) => terminal.out(`${line}\n`),
    printError: (line) => terminal.err(`${line}\n`),
    workerEntry: program(),
    onSignal(stop) {
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
    },
  });
}

/** Runs a command line and returns the exit code. Worker threads run `program`. */
export async function dispatch(
  args: readonly string[],
  terminal: Terminal,
  program: () => ThreadEntry,
): Promise<number> {
  const [command, others] = splitCommand(args);
  switch (command) {
    case 'serve':
      return runServer(others, terminal, program);
    case 'snapshot':
      return (await loadRest()).makeSnapshot(others, terminal);
    case 'keys':
      return (await loadRest()).runKeys(others, terminal);
    case 'bsms':
      return (await loadRest()).runBsms(others, terminal);
    case 'prove-name':
      return (await loadRest()).runProveName(others, terminal);
    case 'seed':
      return (await loadRest()).runSeed(others, terminal);
    case 'show':
      return (await loadRest()).runShow(others, terminal);
    case 'read':
      return (await loadRest()).runRead(others, terminal, program());
    case 'signer':
      return (await loadRest()).runSigner(args, terminal, program());
    case 'verify':
      return (await loadRest()).runVerify(others, terminal);
    case 'version':
      terminal.out(`${versionText}\n`);
      return 0;
    default:
      return run(args, terminal, program());
  }
}
