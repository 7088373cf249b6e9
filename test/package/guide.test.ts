import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flows } from '../support/flows.ts';
import { type Installed, installPackage } from '../support/installed.ts';
import { root } from '../support/paths.ts';
import { run } from '../support/run.ts';

let installed: Installed;

beforeAll(() => {
  installed = installPackage({ dependencies: true });
  for (const { name, text } of flows) writeFileSync(join(installed.folder, `${name}.mts`), text);
});
afterAll(() => installed.remove());

test.each(flows)(
  'the program of the guide about $name prints what the page says',
  async ({ name, text, prints }) => {
    const file = join(installed.folder, `${name}.mjs`);
    await build({
      stdin: { contents: text, loader: 'ts' },
      outfile: file,
      format: 'esm',
      target: 'node20',
    });
    const { code, stdout, stderr } = await run(process.execPath, [file], { cwd: installed.folder });
    expect(code, stderr).toBe(0);
    expect(stdout.trimEnd()).toBe(prints);
  },
);

test('the programs of the guide are strict TypeScript', async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--ignoreConfig', '--strict', '--exactOptionalPropertyTypes'];
  options.push('--noUncheckedIndexedAccess', '--types', '', '--lib', 'es2022,dom');
  options.push('--module', 'nodenext', '--target', 'es2022');
  const files = flows.map(({ name }) => `${name}.mts`);
  expect(files.length).toBeGreaterThan(7);
  const { code, stdout } = await run(process.execPath, [tsc, ...options, ...files], {
    cwd: installed.folder,
  });
  expect(code, stdout).toBe(0);
});
