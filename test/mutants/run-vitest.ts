import { spawn } from 'node:child_process';
import { root } from '../support/paths.ts';
import type { MutantOfRun } from './plugin.ts';

/** Process groups of the runs that have not ended. */
const groups = new Set<number>();

/** Ends what a run has started. A mutant may never end, and its worker would outlive vitest. */
function stop(group: number): void {
  groups.delete(group);
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

process.once('exit', () => groups.forEach(stop));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/**
 * Runs vitest with a mutant, or with the unchanged files. Returns its exit code: null after
 * `timeout` milliseconds.
 */
export async function runVitest(
  args: readonly string[],
  mutant: MutantOfRun | undefined,
  timeout: number | undefined,
): Promise<number | null> {
  const { COLDSIGN_CASES: _, ...ours } = process.env;
  const env = { ...ours, COLDSIGN_MUTANT: JSON.stringify(mutant ?? null) };
  const options = { cwd: root, env, stdio: 'ignore', detached: true, timeout } as const;
  const run = spawn(process.execPath, args, options);
  const { pid } = run;
  if (pid !== undefined) groups.add(pid);
  const code = await new Promise<number | null>((done) => run.once('exit', done));
  if (pid !== undefined) stop(pid);
  return code;
}
