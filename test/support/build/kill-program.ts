import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../paths.ts';

/** Builds a file of `test/kill` as a separate program to be killed, and returns its path. */
export async function buildKillProgram(name: string): Promise<string> {
  mkdirSync(join(root, '.tmp'), { recursive: true });
  const outfile = join(root, '.tmp', `kill-${name}-${process.pid}.mjs`);
  await build({
    entryPoints: [join(root, 'test', 'kill', `${name}.ts`)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  return outfile;
}
