import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../paths.ts';

/** Builds before runs that use the published package, unless .ci/run has just built it. */
export default function setup(): void {
  if (process.env.COLDSIGN_BUILT !== undefined) return;
  execFileSync(process.execPath, [join(root, '.ci', 'build.mjs')], { stdio: 'inherit' });
}
