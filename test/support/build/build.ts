import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../paths.ts';

/** Before the runs that look at the package as it is published, unless .ci/run has just built it. */
export default function setup(): void {
  if (process.env.COLDSIGN_BUILT !== undefined) return;
  execFileSync(process.execPath, [join(root, '.ci', 'build.mjs')], { stdio: 'inherit' });
}
