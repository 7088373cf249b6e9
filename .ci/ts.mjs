// Runs a TypeScript file: node .ci/ts.mjs FILE ARGS...
import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const [file, ...rest] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node .ci/ts.mjs FILE ARGS...');
  process.exit(2);
}
// The folder is two levels deep like the sources, so that paths from `import.meta.url` are right.
mkdirSync(join(root, '.tmp', 'run'), { recursive: true });
const outfile = join(root, '.tmp', 'run', `${basename(file, '.ts')}-${process.pid}.mjs`);
await build({
  entryPoints: [file],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
process.on('exit', () => rmSync(outfile, { force: true }));
process.argv = [process.argv[0] ?? 'node', outfile, ...rest];
await import(pathToFileURL(outfile).href);
