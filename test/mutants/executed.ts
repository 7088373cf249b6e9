// A setup file that records which functions of src each test file calls, if COLDSIGN_EXECUTED names
// a file: one line of JSON for each test file.
import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { root } from '../support/paths.ts';

/** What one test file calls: by source file, how many of its functions. */
export type Executed = {
  readonly test: string;
  readonly calls: Readonly<Record<string, number>>;
};

const output = process.env.COLDSIGN_EXECUTED;
/** One session for all files of a process. */
const store = globalThis as typeof globalThis & { coldsignExecuted?: Session };

function connect(): Session {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return session;
}

/** Returns the number of called functions by source file since the last call. */
function callsSince(session: Session): Record<string, number> {
  const calls: Record<string, number> = {};
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error) throw error;
    for (const { url, functions } of taken.result) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : url;
      const name = relative(root, path).replace(/\?.*$/, '');
      if (!/^src\/.*\.tsx?$/.test(name)) continue;
      // The first one is the module itself, which runs when it is loaded.
      const called = functions.slice(1).filter(({ ranges: [range] }) => (range?.count ?? 0) > 0);
      if (called.length > 0) calls[name] = called.length;
    }
  });
  return calls;
}

if (output !== undefined) {
  const session = store.coldsignExecuted ?? connect();
  store.coldsignExecuted = session;
  callsSince(session);
  afterAll(() => {
    const test = relative(root, expect.getState().testPath ?? '');
    appendFileSync(output, `${JSON.stringify({ test, calls: callsSince(session) })}\n`);
  });
}
