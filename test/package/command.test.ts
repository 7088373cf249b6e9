import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emitNodeChunks } from '../../.ci/node-chunks.mjs';
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

test('the single file prints its version', async () => {
  expect(await coldsign('--version')).toMatchObject({ code: 0, stderr: '' });
});

type Command = (...args: readonly string[]) => Promise<Ran>;

const example = (name: string) => `@${vectorPath(`example/${name}.json`)}`;

async function createAndSign(command: Command): Promise<Ran> {
  const created = await command(
    ...['-testnet4', `-datadir=${folder}`, 'createrawtransaction'],
    ...[example('inputs'), example('outputs')],
  );
  expect(created).toMatchObject({ code: 0, stderr: '' });
  const signed = await command(
    ...['-testnet4', `-datadir=${folder}`, 'signrawtransactionwithkey', created.stdout.trim()],
    ...[example('privkeys'), example('prevtxs')],
  );
  expect(signed).toMatchObject({ code: 0, stderr: '' });
  return signed;
}

test('the single file creates and signs on its own', async () => {
  const signed = await createAndSign(coldsign);
  const { complete, errors } = JSON.parse(signed.stdout);
  expect({ complete, errors: errors.length }).toEqual({ complete: false, errors: 1 });
});

/** Makes the files of a package for Node, and lists which of them its command has loaded at its end. */
async function createWatched() {
  const installed = mkdtempSync(join(folder, 'installed-'));
  const { outputs } = await emitNodeChunks({ root, out: installed });
  const [coverage, modules, preload] = ['coverage', 'modules.txt', 'preload.cjs'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(
    preload,
    `process.on('exit', () => require('node:fs').appendFileSync(${JSON.stringify(modules)},
      process.moduleLoadList.filter((each) => each.startsWith('NativeModule ')).map((each) => each.slice(13) + '\\n').join('')));`,
  );
  const command: Command = (...args) =>
    run(process.execPath, ['--require', preload, join(installed, 'coldsign.js'), ...args], {
      cwd: folder,
      env: { NODE_V8_COVERAGE: coverage },
    });
  const ofNode = () => readFileSync(modules, 'utf8').split('\n');
  /** The source files in the files that were loaded. */
  const ofOurs = () => {
    const texts = readdirSync(coverage).map((name) => readFileSync(join(coverage, name), 'utf8'));
    const urls = new Set(
      texts.flatMap((text) => text.match(/file:[^"]*installed-[^"]+\.js/g) ?? []),
    );
    const names = [...urls].map((url) => basename(url));
    const parts = Object.entries(outputs).filter(([path]) => names.includes(basename(path)));
    return parts.flatMap(([, { inputs }]) =>
      Object.keys(inputs).filter((source) => (inputs[source]?.bytesInOutput ?? 0) > 0),
    );
  };
  return { command, ofNode, ofOurs };
}

test('the installed command loads no server, wallet, chain or word list to create and sign, nor their Node modules', async () => {
  const { command, ofNode, ofOurs } = await createWatched();
  const signed = await createAndSign(command);
  expect(signed).toEqual(await createAndSign(coldsign));
  const sources = ofOurs();
  expect(sources.length).toBeGreaterThan(200);
  const unneeded =
    /adapters\/(http|page|qr|release|seed\/(?!seed-options)|signer|snapshot)\/|bip39|jpeg|png|pako|qr|ciphers|src\/seed\/(?!split-words|foreign-secret)|src\/(formats|sync|transport|message)\/|src\/mining\/(?!options)|wallet\/(codec|keys|ledger)\/|rpc\/methods\/(get|list|import|wallet|send)/;
  expect(sources.filter((source) => unneeded.test(source))).toEqual([]);
  const loadedOfNode = ofNode();
  expect(loadedOfNode).toContain('fs');
  const slow = ['http', 'https', 'net', 'tls', 'crypto', 'child_process', 'worker_threads', 'v8'];
  expect(slow.filter((name) => loadedOfNode.includes(name))).toEqual([]);
});

test('the installed command loads the rest on demand', async () => {
  const { command, ofOurs } = await createWatched();
  const { code, stdout } = await command(`-datadir=${folder}`, 'help', 'getblocktemplate');
  expect(code).toBe(0);
  expect(stdout).toContain('getblocktemplate');
  expect(ofOurs()).toContain('src/adapters/cli/lazy-commands.ts');
});

test('an error goes to stderr, its code is the exit code', async () => {
  const { code, stdout, stderr } = await coldsign('-regtest', 'createrawtransaction', '[]', 'null');
  expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
  expect(stderr).toBe(
    'error code: -8\nerror message:\nInvalid parameter, output argument must be non-null\n',
  );
});

test.skipIf(!existsSync('/dev/full'))('an answer that cannot be written is reported', async () => {
  const command = `"${process.execPath}" coldsign.mjs help > /dev/full`;
  expect(await run('sh', ['-c', command], { cwd: folder })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'error: The command succeeded, but its answer could not be written: the disk is full (ENOSPC)\n',
  });
});
