import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, vectorPath } from '../support/paths.ts';
import { type Ran, run } from '../support/run.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldsign-command-'));
  cpSync(join(root, 'dist/coldsign.mjs'), join(folder, 'coldsign.mjs'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function coldsign(...args: string[]): Promise<Ran> {
  return run(process.execPath, [join(folder, 'coldsign.mjs'), ...args], { cwd: folder });
}

test('the one file says its version', async () => {
  expect(await coldsign('--version')).toMatchObject({ code: 0, stderr: '' });
});

test('the one file creates and signs with nothing beside it', async () => {
  const file = (name: string) => `@${vectorPath(`example/${name}.json`)}`;
  const created = await coldsign(
    '-testnet4',
    'createrawtransaction',
    file('inputs'),
    file('outputs'),
  );
  expect(created).toMatchObject({ code: 0, stderr: '' });
  const signed = await coldsign(
    ...['-testnet4', 'signrawtransactionwithkey', created.stdout.trim()],
    ...[file('privkeys'), file('prevtxs')],
  );
  expect(signed).toMatchObject({ code: 0, stderr: '' });
  const { complete, errors } = JSON.parse(signed.stdout);
  expect({ complete, errors: errors.length }).toEqual({ complete: false, errors: 1 });
});

test('an error goes to stderr, its code is the exit code', async () => {
  const { code, stdout, stderr } = await coldsign('-regtest', 'createrawtransaction', '[]', 'null');
  expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
  expect(stderr).toBe(
    'error code: -8\nerror message:\nInvalid parameter, output argument must be non-null\n',
  );
});

test.skipIf(!existsSync('/dev/full'))(
  'an answer that cannot be written is said to be',
  async () => {
    const command = `"${process.execPath}" coldsign.mjs help > /dev/full`;
    expect(await run('sh', ['-c', command], { cwd: folder })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: The command was carried out, but its answer could not be written: the disk is full (ENOSPC)\n',
    });
  },
);
