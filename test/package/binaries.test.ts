import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../src/adapters/runtime/version.ts';
import { benchCase } from '../bench/cases.ts';
import { freePort } from '../support/nodes/server.ts';
import { root } from '../support/paths.ts';
import { type Ran, run } from '../support/run.ts';

type Library = { execute(method: string, params: string, options: object): Promise<string> };

let folder = '';
let binary = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coldsign-binary-'));
  const made = await run(process.execPath, [join(root, '.ci/binaries.mjs'), '--out', folder]);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  binary = join(folder, name);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** With an empty environment: no PATH that could contain Node.js. */
const bare = (args: readonly string[]) => ['-i', binary, `-datadir=${folder}`, ...args];

function coldsign(args: readonly string[], input = ''): Promise<Ran> {
  return run('/usr/bin/env', bare(args), { cwd: folder, input });
}

test('is one file of less than 130 MB with version and commit', async () => {
  expect(statSync(binary).size).toBeLessThan(130_000_000);
  const { code, stdout, stderr } = await coldsign(['version']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`^coldsign v${version}\ncommit [0-9a-z-]+\n$`));
});

test('signs a long list with its threads as the library does', async () => {
  const many = benchCase('P2WPKH', 1100);
  const { execute }: Library = await import(
    pathToFileURL(join(root, 'dist/esm/public/rpc.js')).href
  );
  const options = { network: 'regtest', profile: 'core' };
  const expected = await execute('signrawtransactionwithkey', many.params, options);
  const words = (JSON.parse(many.params) as unknown[]).map((word) =>
    typeof word === 'string' ? word : JSON.stringify(word),
  );
  const { code, stdout, stderr } = await coldsign(
    ['-regtest', '-profile=core', '-stdin'],
    ['signrawtransactionwithkey', ...words].join('\n'),
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(expected));
});

test('an error goes to stderr, its code is the exit code', async () => {
  expect(await coldsign(['-regtest', 'createrawtransaction', '[]', 'null'])).toEqual({
    code: 8,
    stdout: '',
    stderr: 'error code: -8\nerror message:\nInvalid parameter, output argument must be non-null\n',
  });
});

async function serving(port: number): Promise<ChildProcess> {
  const args = ['serve', '-regtest', `-rpcport=${port}`, '-rpcuser=a', '-rpcpassword=b'];
  const server = spawn('/usr/bin/env', bare(args), { cwd: folder });
  for (let log = ''; !log.includes(`${port}`); ) {
    const [chunk] = await once(server.stdout ?? server, 'data');
    log += chunk;
  }
  return server;
}

test('serves, also in threads, until it is stopped', async () => {
  const port = await freePort();
  const server = await serving(port);
  const ask = async (method: string, params: readonly unknown[]) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return await response.json();
  };
  // A method that runs on a separate thread.
  const descriptor = 'raw(51)';
  expect(await ask('getdescriptorinfo', [descriptor])).toMatchObject({
    result: { descriptor: 'raw(51)#8lvh9jxk' },
  });
  const ended = once(server, 'exit');
  await ask('stop', []);
  expect(await ended).toEqual([0, null]);
});
