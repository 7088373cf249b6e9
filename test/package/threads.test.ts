import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CurvePool } from '../../src/adapters/threads/curve-pool.ts';
import { benchCase } from '../bench/cases.ts';
import { root } from '../support/paths.ts';
import { run } from '../support/run.ts';

type Workers = { createWorkers(options: { threads: number }): CurvePool };
type Library = { execute(method: string, params: string, options: object): Promise<string> };

/** Enough signatures for the command line to start threads. */
const many = benchCase('P2WPKH', 1100);
const options = { network: 'regtest', profile: 'core' } as const;
const load = (name: string) => import(pathToFileURL(join(root, 'dist', name)).href);

let folder: string;
let expected: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coldsign-threads-'));
  copyFileSync(join(root, 'dist/coldsign.mjs'), join(folder, 'coldsign.mjs'));
  const { execute }: Library = await load('esm/public/rpc.js');
  expected = await execute('signrawtransactionwithkey', many.params, options);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('one thread signs them all', () => {
  expect(JSON.parse(expected)).toMatchObject({ complete: true });
});

test.each([
  ['the one file', () => join(folder, 'coldsign.mjs')],
  ['the installed command', () => join(root, 'dist/node/coldsign.js')],
])('%s starts its threads from its own file', async (_, program) => {
  const words = (JSON.parse(many.params) as unknown[]).map((word) =>
    typeof word === 'string' ? word : JSON.stringify(word),
  );
  const { code, stdout, stderr } = await run(
    process.execPath,
    [program(), '-regtest', '-profile=core', `-datadir=${folder}`, '-stdin'],
    { cwd: folder, input: ['signrawtransactionwithkey', ...words].join('\n') },
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(expected));
});

test('the built library signs with the threads of its own entry', async () => {
  const { createWorkers }: Workers = await load('esm/adapters/threads/main.js');
  const { execute }: Library = await load('esm/public/rpc.js');
  const workers = createWorkers({ threads: 2 });
  const signed = await execute('signrawtransactionwithkey', many.params, { ...options, workers });
  expect(signed).toBe(expected);
  await workers.close();
});

test('threads that an abort interrupted make the signatures of the next call', async () => {
  const { createWorkers }: Workers = await load('esm/adapters/threads/main.js');
  const { execute }: Library = await load('esm/public/rpc.js');
  const workers = createWorkers({ threads: 2 });
  const sign = (more: object) =>
    execute('signrawtransactionwithkey', many.params, { ...options, workers, ...more });
  for (const turns of [1, 3, 12]) {
    const controller = new AbortController();
    const { signal } = controller;
    const refused = expect(sign({ signal })).rejects.toMatchObject({ code: 'ABORTED' });
    for (let i = 0; i < turns; i++) await turn();
    controller.abort();
    await refused;
  }
  expect(await sign({})).toBe(expected);
  await workers.close();
});
