import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../paths.ts';

/** Before the runs that look at the package as it is published. */
export default function setup(): void {
  execFileSync(process.execPath, [join(root, '.ci', 'build.mjs')], { stdio: 'inherit' });
}
