import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicEntries } from '../../.ci/public-names.ts';
import { type Installed, installPackage, packedFiles } from '../support/build/installed.ts';
import { run } from '../support/run.ts';

const values = publicEntries().map(({ specifier, names }) => ({
  specifier,
  names: names.filter(({ kind }) => kind !== 'type').map(({ name }) => name),
}));
let bare: Installed;
let full: Installed;

beforeAll(() => {
  bare = installPackage({ dependencies: false });
  full = installPackage({ dependencies: true });
});
afterAll(() => {
  bare.remove();
  full.remove();
});

async function namesFrom(code: string, flags: readonly string[], cwd: string): Promise<string[]> {
  const {
    code: status,
    stdout,
    stderr,
  } = await run(process.execPath, [...flags, '-e', code], {
    cwd,
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout).sort();
}

test('the package has at most 12.6 MB, and each part once', () => {
  const files = packedFiles();
  expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(12_600_000);
  const large = files.filter(({ size }) => size > 500_000).map(({ path }) => path);
  expect(large.filter((path) => !path.startsWith('dist/node/chunks/'))).toEqual([
    'dist/cjs/bundle.cjs',
    'dist/coldsign.html',
  ]);
});

test.each(values)('import $specifier', async ({ specifier, names }) => {
  const code = `console.log(JSON.stringify(Object.keys(await import('${specifier}'))))`;
  expect(await namesFrom(code, ['--input-type=module'], full.folder)).toEqual(names);
});

test.each(values)(
  'require $specifier, where require cannot load ES modules',
  async ({ specifier, names }) => {
    const code = `console.log(JSON.stringify(Object.keys(require('${specifier}'))))`;
    const flags = ['--no-experimental-require-module'];
    expect(await namesFrom(code, flags, bare.folder)).toEqual(names);
  },
);

test('all CommonJS entries share one RpcError', async () => {
  const code = `
    const { execute, RpcError } = require('coldsign/rpc');
    execute('nothing').catch((error) => console.log(JSON.stringify([String(error instanceof RpcError), String(error.code)])));`;
  expect(await namesFrom(code, ['--no-experimental-require-module'], bare.folder)).toEqual([
    '-32601',
    'true',
  ]);
});

test.each([
  ['import', 'mjs', "import { createWorkers } from 'coldsign/workers';"],
  ['require', 'cjs', "const { createWorkers } = require('coldsign/workers');"],
])('threads work behind %s', async (_, extension, line) => {
  const file = join(full.folder, `threads.${extension}`);
  writeFileSync(
    file,
    `${line}
    const digest = new Uint8Array(32).fill(1);
    const privateKey = new Uint8Array(32).fill(2);
    const list = Array.from({ length: 64 }, () => ({ digest, privateKey }));
    async function main() {
      // Repeated, because threads are ended while they do work that is not awaited.
      for (let times = 0; times < 10; times++) {
        const workers = createWorkers({ threads: 2 });
        const made = await workers.signEcdsaMany(list);
        await workers.close();
        console.log(made.length);
      }
    }
    main();`,
  );
  const stdout = '64\n'.repeat(10);
  expect(await run(process.execPath, [file])).toEqual({ code: 0, stdout, stderr: '' });
});
