import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { methods } from '../../src/rpc/methods/index.ts';
import { createRandom } from '../support/generate/random.ts';
import { randomSigning } from '../support/generate/sign.ts';
import { buildProgram, type RunningServer, startServer } from '../support/nodes/server.ts';
import { type Ran, run } from '../support/run.ts';

/**
 * Runs Bitcoin's own client against our server and against the real node, and compares the output.
 */
let server: RunningServer;
beforeAll(async () => {
  server = await startServer(['-profile=core'], { login: false });
});
afterAll(() => server.close());

const client = (words: readonly string[], input?: string): Promise<Ran> =>
  run(join(inject('nodeDir'), 'bitcoin-cli'), words, input === undefined ? {} : { input });

const toUs = (words: readonly string[], input?: string) =>
  client(
    [`-datadir=${server.dataDirectory}`, '-regtest', `-rpcport=${server.port}`, ...words],
    input,
  );

function toNode(words: readonly string[], input?: string): Promise<Ran> {
  const { port, username, password } = new URL(inject('nodeUrl'));
  const login = [`-rpcuser=${username}`, `-rpcpassword=${password}`];
  return client(['-regtest', `-rpcport=${port}`, ...login, ...words], input);
}

/**
 * Removes each program's own description after the first line of a help text, and `fee` and
 * `feerate`, which only this node has.
 */
function comparable({ code, stdout, stderr }: Ran) {
  const object = stdout.startsWith('{') ? JSON.parse(stdout) : undefined;
  for (const name of ['fee', 'feerate']) if (object !== undefined) delete object[name];
  const errors = stderr.startsWith('error code: -1\n') ? stderr.split('\n', 3).join('\n') : stderr;
  return { code, stdout: object ?? stdout, stderr: errors };
}

const txid = 'ab'.repeat(32);
const input = `[{"txid":"${txid}","vout":1}]`;
const output = '[{"data":"00ff"}]';
const raw = `0200000001${txid}0100000000fdffffff010000000000000000046a0200ff00000000`;
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const keys = `["0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"]`;
const descriptor = `wpkh(${keys.slice(2, -2)})#8zl0zxma`;
const psbt = Buffer.from(
  `70736274ff01003f${raw}000000`.replace(`003f${raw}`, `00${(raw.length / 2).toString(16)}${raw}`),
  'hex',
).toString('base64');

/** Calls of each method with positional arguments, and the same with named ones. */
const calls: { readonly [method: string]: readonly (readonly [string, string])[] } = {
  createrawtransaction: [
    ['inputs', input],
    ['outputs', output],
    ['locktime', '7'],
    ['replaceable', 'true'],
  ],
  signrawtransactionwithkey: [
    ['hexstring', raw],
    ['privkeys', '[]'],
    ['prevtxs', '[]'],
    ['sighashtype', 'ALL'],
  ],
  combinerawtransaction: [['txs', `["${raw}","${raw}"]`]],
  decoderawtransaction: [
    ['hexstring', raw],
    ['iswitness', 'false'],
  ],
  decodescript: [['hexstring', '6a0200ff']],
  createmultisig: [
    ['nrequired', '1'],
    ['keys', keys],
  ],
  deriveaddresses: [['descriptor', descriptor]],
  getdescriptorinfo: [['descriptor', descriptor]],
  validateaddress: [['address', address]],
  createpsbt: [
    ['inputs', input],
    ['outputs', output],
    ['locktime', '7'],
  ],
  combinepsbt: [['txs', `["${psbt}"]`]],
  joinpsbts: [['txs', `["${psbt}"]`]],
  finalizepsbt: [
    ['psbt', psbt],
    ['extract', 'false'],
  ],
};

/** Methods that make a PSBT of version 2 in Core and version 0 in this node. */
const otherwiseInNode = new Set(['createpsbt']);

describe('each method answers like the node, with positional and named arguments', () => {
  test.each(Object.entries(calls))('%s', async (method, args) => {
    const ordered = [method, ...args.map(([, value]) => value)];
    const named = ['-named', method, ...args.map(([name, value]) => `${name}=${value}`)];
    const ours = comparable(await toUs(ordered));
    expect(comparable(await toUs(named))).toEqual(ours);
    if (otherwiseInNode.has(method)) expect(ours.code).toBe(0);
    else expect(ours).toEqual(comparable(await toNode(ordered)));
  });

  test.each(methods.map(({ name }) => name))('help %s', async (name) => {
    const { code, stdout } = await toUs(['help', name]);
    expect(code).toBe(0);
    expect(stdout.startsWith(name)).toBe(true);
  });
});

describe('the features of the client', () => {
  test.each([
    [['createrawtransaction', '[]', '{"moon":1}']],
    [['createrawtransaction', '[', '[]']],
    [['-named', 'createrawtransaction', 'outputs=[]', '[]']],
    [['-named', 'createrawtransaction', '[]', 'moon=1']],
    [['-named', 'createrawtransaction', 'inputs=[]', '[]', 'outputs=[]']],
    [['nonsense', '1']],
    [['-rpcwallet=w', 'createrawtransaction', '[]', '[]']],
    [['-rpcwallet=a b%', 'validateaddress', address]],
  ])('%j', async (words) => {
    expect(comparable(await toUs(words))).toEqual(comparable(await toNode(words)));
  });

  test('-stdin', async () => {
    const lines = `${input}\n${output}\n`;
    const words = ['-stdin', 'createrawtransaction'];
    expect(await toUs(words, lines)).toEqual(await toNode(words, lines));
  });

  test('a wrong password', async () => {
    const words = ['-rpcuser=u', '-rpcpassword=x', 'uptime'];
    const { port } = new URL(inject('nodeUrl'));
    // Newer clients name the configuration file that they read.
    const data = `-datadir=${server.dataDirectory}`;
    const node = await client([data, '-regtest', `-rpcport=${port}`, ...words]);
    const ours = await toUs(words);
    expect(ours.code).toBe(node.code);
    expect(ours.stderr).toBe(node.stderr);
  });

  test('-stdinrpcpass and a configured user work', async () => {
    const withUser = await startServer();
    const words = [
      '-regtest',
      `-rpcport=${withUser.port}`,
      '-rpcuser=u',
      '-stdinrpcpass',
      'uptime',
    ];
    const { code, stdout } = await client(words, 'p-w:rd\n');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\n$/);
    await withUser.close();
  });
});

describe('first calls of clients', () => {
  const ask = (asked: RunningServer, words: readonly string[]) =>
    client([
      `-datadir=${asked.dataDirectory}`,
      '-regtest',
      `-rpcport=${asked.port}`,
      '-color=never',
      ...words,
    ]);

  describe('answers with a node', () => {
    let beside: RunningServer;
    beforeAll(async () => {
      // Other test files leave wallets loaded, and -getinfo would list their balances.
      const loaded: string[] = JSON.parse((await toNode(['listwallets'])).stdout);
      for (const name of loaded) await toNode(['unloadwallet', name]);
      beside = await startServer(['-profile=core', `-node=${inject('nodeUrl')}`], { login: false });
    });
    afterAll(() => beside.close());

    test.each([
      [['-getinfo']],
      [['getnetworkinfo']],
      [['getpeerinfo']],
      [['-netinfo']],
      [['getblockchaininfo']],
      [['getmempoolinfo']],
      [['getblockcount']],
      [['getbestblockhash']],
      [['getblockhash', '0']],
      [['getblockhash', '1000000']],
      [['estimatesmartfee', '6']],
      [['estimatesmartfee', '6', 'Conservative']],
      [['-named', 'estimatesmartfee', 'conf_target=2']],
      [['submitpackage', '["00"]']],
      [['submitpackage', `["${raw}"]`]],
      [['echo', '1', 'null', '[']],
      [['echojson', '1', 'null', '{"a":[1.50]}']],
      [['-named', 'echojson', 'arg2=[1]']],
    ])('%j gets the answer of the node', async (words) => {
      expect(comparable(await ask(beside, words))).toEqual(comparable(await toNode(words)));
    });

    test('-getinfo names the balance of a loaded wallet', async () => {
      expect((await ask(beside, ['createwallet', 'w'])).code).toBe(0);
      const { code, stdout } = await ask(beside, ['-rpcwallet=w', '-getinfo']);
      expect(code).toBe(0);
      expect(stdout).toContain('Chain: regtest\n');
      // Older programs print a line about -paytxfee between the two.
      expect(stdout).toMatch(
        /Wallet: w\nKeypool size: 4000\n(?:Transaction fee .*\n\n)?Balance: 0\.00000000\n/,
      );
    });
  });

  test('-getinfo reports what is missing without a node', async () => {
    const { code, stderr } = await toUs(['-getinfo']);
    expect(code).toBe(9);
    expect(stderr).toContain('getnetworkinfo needs a node');
  });

  test('-getinfo has the blocks of a snapshot, and no peers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coldsign-getinfo-'));
    const file = join(folder, 'snapshot');
    const descriptors = join(folder, 'descriptors');
    writeFileSync(descriptors, descriptor.slice(0, -9));
    const words = ['snapshot', '-regtest', `-datadir=${folder}`, `-out=${file}`];
    words.push(`-node=${inject('nodeUrl')}`, `-descriptors=${descriptors}`);
    const made = await run(process.execPath, [await buildProgram(), ...words]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const carried = await startServer([`-snapshot=${file}`], { login: false });
    const { code, stdout } = await ask(carried, ['-getinfo']);
    const blocks = JSON.parse((await toNode(['getblockcount'])).stdout);
    await carried.close();
    rmSync(folder, { recursive: true });
    expect(code).toBe(0);
    expect(stdout).toContain(`Chain: regtest\nBlocks: ${blocks}\nHeaders: ${blocks}\n`);
    expect(stdout).toContain('Network: in 0, out 0, total 0\n');
  });
});

test('signing with keys, in files and many', async () => {
  const random = createRandom(7);
  for (let i = 0; i < 40; i++) {
    const { hex, signers } = randomSigning(random);
    const words = ['-stdin', 'signrawtransactionwithkey'];
    const lines = `${hex}\n${JSON.parse(`[${signers[0]}]`)
      .map((value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)))
      .join('\n')}\n`;
    const ours = comparable(await toUs(words, lines));
    expect([0, 3, 5, 8, 22]).toContain(ours.code);
  }
});

test('getrpcinfo, uptime, rpc.discover, getopenrpcinfo and stop', async () => {
  const { stdout } = await toUs(['getrpcinfo']);
  expect(JSON.parse(stdout).active_commands).toHaveLength(1);
  expect((await toUs(['uptime'])).stdout).toMatch(/^\d+\n$/);
  // A bitcoin-cli that does not know the method sends `true` as a string.
  const knows = !(await toNode(['help', 'getopenrpcinfo'])).stdout.includes('unknown command');
  const withHidden = knows ? [['getopenrpcinfo', 'true']] : [];
  for (const words of [['rpc.discover'], ['getopenrpcinfo'], ...withHidden]) {
    const { openrpc, methods: listed } = JSON.parse((await toUs(words)).stdout);
    expect(openrpc).toMatch(/^1\./);
    const names = listed.map(({ name }: { name: string }) => name);
    expect(names.includes('echo')).toBe(words[1] === 'true');
    expect(names).toContain('getopenrpcinfo');
  }
  expect(readFileSync(join(server.dataDirectory, 'regtest', '.cookie'), 'latin1')).toMatch(/^__c/);
  expect(await toUs(['stop'])).toEqual({ code: 0, stdout: 'coldsign stopping\n', stderr: '' });
  expect(await server.ended).toBe(0);
});
