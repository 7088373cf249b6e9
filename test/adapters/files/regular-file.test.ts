import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNodeClient } from '../../../src/adapters/chain/node/client.ts';
import { readSnapshotFile } from '../../../src/adapters/chain/snapshot-file.ts';
import { cliOptions } from '../../../src/adapters/cli/cli-options.ts';
import { acquireLock } from '../../../src/adapters/files/lock-file.ts';
import { createStartupWallets } from '../../../src/adapters/files/startup-wallets.ts';
import { loadOptions } from '../../../src/adapters/options/load.ts';
import { commonOptions, option } from '../../../src/adapters/options/option-specs.ts';
import { readSigningKey } from '../../../src/adapters/snapshot/signing-key.ts';
import { refuseTarget } from '../../../src/adapters/snapshot/target.ts';
import { readTrust } from '../../../src/adapters/snapshot/trust-file.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { type BuiltWorkers, buildProgram } from '../../support/build/built-workers.ts';
import { freePort } from '../../support/nodes/server.ts';

let folder = '';
let pipe = '';
let writer: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldsign-pipes-'));
  pipe = join(folder, 'pipe');
});
afterEach(() => {
  writer?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Makes a pipe that yields `{}` in the end, so that a failing test does not hang. */
function makePipe(path: string): void {
  execFileSync('mkfifo', ['-m', '600', path]);
  writer = spawn('sh', ['-c', 'sleep 2; echo "{}" > "$0"', path], { stdio: 'ignore' });
}

/** A PSBT without inputs and outputs. */
const EMPTY_PSBT = 'cHNidP8BAAoAAAAAAAAAAAAAAA==';
const noFile = 'it is not a file (ENOTFILE)';

test('a pipe is refused as a signing key of snapshots, and is not waited for', () => {
  makePipe(pipe);
  const options = [...commonOptions, option('signkey=<file>', '')];
  const loaded = loadOptions([`-datadir=${folder}`, `-signkey=${pipe}`], options);
  if ('error' in loaded) throw new Error(loaded.error);
  const read = readSigningKey(loaded.options, kernelSecp256k1);
  expect(read).toEqual({ error: `The signing key "${pipe}" cannot be read: ${noFile}` });
});

test('a pipe is refused as trust file and as snapshot', () => {
  makePipe(pipe);
  const trust = readTrust({ path: pipe, network: 'regtest' });
  expect(trust).toMatchObject({ error: expect.stringContaining(noFile) });
  expect(readSnapshotFile(pipe, 'regtest')).toEqual({
    error: `Snapshot "${pipe}" cannot be read: ${noFile}`,
  });
  expect(refuseTarget(pipe)).toMatchObject({ error: expect.stringContaining('is not a snapshot') });
  expect(readSnapshotFile('/dev/zero', 'regtest')).toEqual({
    error: `Snapshot "/dev/zero" cannot be read: ${noFile}`,
  });
});

test('a pipe is refused as config file; the null device means none', () => {
  const read = (conf: string) => loadOptions([`-datadir=${folder}`, `-conf=${conf}`], cliOptions);
  const refused = (path: string) => ({
    error: `Error reading configuration file: Config file "${path}" is no file.`,
  });
  makePipe(pipe);
  expect(read(pipe)).toEqual(refused(pipe));
  expect(read('/dev/zero')).toEqual(refused('/dev/zero'));
  expect(read('/dev/null')).toMatchObject({ warnings: [] });
});

test('a pipe is refused in the default place of the config file', () => {
  makePipe(join(folder, 'bitcoin.conf'));
  expect(loadOptions([`-datadir=${folder}`], cliOptions)).toMatchObject({
    error: expect.stringContaining('is no file.'),
  });
});

test('a pipe is refused as settings file and as lock', async () => {
  const settings = join(folder, 'settings.json');
  makePipe(settings);
  const startup = createStartupWallets(settings);
  expect(startup.names()).toEqual([]);
  expect(await startup.set('w', true)).toBe(false);
  writer?.kill('SIGKILL');
  makePipe(join(folder, 'x.lock'));
  expect(() => acquireLock(join(folder, 'x'))).toThrow('it is not a regular file');
});

test("a pipe is refused as the node's cookie", async () => {
  makePipe(pipe);
  const seen: (string | undefined)[] = [];
  const node = createServer((request, reply) => {
    seen.push(request.headers.authorization);
    reply.end('{"result":1}');
  });
  const port = await freePort();
  await new Promise<void>((done) => node.listen(port, '127.0.0.1', done));
  const url = `http://127.0.0.1:${port}`;
  const client = createNodeClient({ url, login: { cookieFile: pipe } });
  expect(await client.call('uptime')).toBe(1);
  client.close();
  node.close();
  const nobody = `Basic ${Buffer.from('').toString('base64')}`;
  expect(seen.map((header) => header?.trim())).toEqual([nobody.trim()]);
});

describe('a file named by a person', () => {
  let program: BuiltWorkers;
  beforeAll(async () => {
    program = await buildProgram();
  });
  afterAll(() => program.remove());

  const run = (args: string) =>
    spawnSync(
      'bash',
      ['-c', `"$0" "$1" -regtest ${args}`, process.execPath, program.entry.pathname],
      {
        cwd: folder,
        encoding: 'utf8',
        // The pipe has no writer, so waiting for it would never end.
        timeout: 60_000,
      },
    );

  test.each([
    '@pipe',
    'decodescript @pipe',
    '-named decodescript hexstring=@pipe',
    '-policy=pipe decodescript 51',
    '-policy=link decodescript 51',
    'review pipe',
    '-keys=- -yes -policy=strict sign pipe',
    '-keys=pipe -yes -policy=strict sign other',
    '-seen=pipe check other other',
    '-transcript=pipe check other other',
    'show pipe',
    'read pipe',
    'read link',
    'read /dev/zero',
    'decodescript @/dev/zero',
    'snapshot -descriptors=pipe -out=new -node=http://a:b@127.0.0.1:1',
  ])('is refused at once if it is a pipe or a device: coldsign %s', (args) => {
    execFileSync('mkfifo', ['-m', '600', pipe]);
    symlinkSync(pipe, join(folder, 'link'));
    writeFileSync(join(folder, 'other'), EMPTY_PSBT);
    const { status, signal, stderr } = run(args);
    expect(signal).toBeNull();
    expect(status).toBeGreaterThan(0);
    expect(stderr).toMatch(/pipe|link|zero/);
  });

  test.each([
    'decodescript @/dev/stdin < script',
    'decodescript @/dev/fd/0 < script',
    'decodescript @/proc/self/fd/0 < script',
    'decodescript @/dev/fd/7 7< script',
    'decodescript @<(sleep 0.2; cat script)',
    'decodescript @/dev/stdin < <(cat script)',
    'decodescript @script',
    'decodescript @same',
    '-policy=<(echo "{}") decodescript 51',
  ])('is read if it is a regular file or an open stream: coldsign %s', (args) => {
    writeFileSync(join(folder, 'script'), '51\n');
    symlinkSync(join(folder, 'script'), join(folder, 'same'));
    const { status, stdout, stderr } = run(args.replace('@<(', '"@"<('));
    expect([status, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ asm: '1' });
  });
});
