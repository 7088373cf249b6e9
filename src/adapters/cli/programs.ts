import { serve } from '../http/serve.ts';
import { runBsms } from '../keys/bsms.ts';
import { runKeys } from '../keys/keys-command.ts';
import { runProveName } from '../names/names-command.ts';
import { runRead } from '../qr/read.ts';
import { runShow } from '../qr/show.ts';
import { runVerify } from '../release/verify-command.ts';
import { runSeed } from '../seed/seed-command.ts';
import { makeSnapshot } from '../snapshot/snapshot-command.ts';
import type { ThreadEntry } from '../threads/thread-entry.ts';
import type { Terminal } from './terminal.ts';

/** The environment of a command with its own options. */
export type Surroundings = {
  readonly terminal: Terminal;
  /** The file that worker threads run. */
  readonly program: () => ThreadEntry;
};

/** Commands with their own options, which they list with `-?`. */
export const programs: {
  readonly [name: string]: (args: readonly string[], around: Surroundings) => Promise<number>;
} = {
  verify: (args, { terminal }) => runVerify(args, terminal),
  'prove-name': (args, { terminal }) => runProveName(args, terminal),
  seed: (args, { terminal }) => runSeed(args, terminal),
  keys: (args, { terminal }) => runKeys(args, terminal),
  bsms: (args, { terminal }) => runBsms(args, terminal),
  show: (args, { terminal }) => runShow(args, terminal),
  read: (args, { terminal, program }) => runRead(args, terminal, program()),
  snapshot: (args, { terminal }) => makeSnapshot(args, terminal),
  serve: (args, { terminal, program }) =>
    serve(args, {
      print: (line) => terminal.out(`${line}\n`),
      printError: (line) => terminal.err(`${line}\n`),
      workerEntry: program(),
      onSignal(stop) {
        process.once('SIGINT', stop);
        process.once('SIGTERM', stop);
      },
    }),
};
