import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignerCommand } from '../../src/adapters/signer/run-command.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import type { CallOptions } from '../../src/library/complete-context.ts';
import { sign } from '../../src/library/payment/sign.ts';
import { execute } from '../../src/public/rpc.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createRandom } from '../support/generate/random.ts';
import { besideNode } from '../support/nodes/live-context.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';
import { nodeHarness } from '../support/nodes/node-client.ts';
import { buildProgram } from '../support/nodes/server.ts';
import { readPsbt, writePsbt } from '../support/psbt.ts';
import { keyAt, person } from '../support/review/accounts.ts';
import { run } from '../support/run.ts';

/**
 * A 2-of-3 multisig: a real node with the first key, a wallet of ours whose device is a `coldsign
 * signer` process with the second, and an app's device function with the third.
 */
const people = [person(1), person(2), person(3)] as const;
const folder = mkdtempSync(join(tmpdir(), 'coldsign-fleet-'));
const PATH = '48h/1h/0h/2h';
let node: RealNode;
let ours: CallOptions;

/** Returns the multisig with the private key of one participant, or without private keys. */
const multisig = (holder?: number) => {
  const keys = people.map((each, i) => keyAt(each, PATH, i === holder));
  return addChecksum(`wsh(sortedmulti(2,${keys.join(',')}))`);
};
const imported = (desc: string, active: boolean) => ({ desc, active, range: 20, timestamp: 'now' });

const { call: ask } = nodeHarness(() => node.url);

beforeAll(async () => {
  node = await startNode();
  const program = await buildProgram();
  const cold = [program, '-regtest', '-noconf', `-datadir=${folder}`];
  const call = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await run(process.execPath, [...cold, ...words]);
    expect([code, stdout.includes('false')], stdout + stderr).toEqual([0, false]);
  };
  await call('createwallet', 'cold', 'false', 'true');
  const single = addChecksum(`wpkh(${keyAt(people[1], '84h/1h/0h', true)})`);
  const requests = [imported(single, true), imported(multisig(1), false)];
  await call(`-node=${node.url}`, '-rpcwallet=cold', 'importdescriptors', JSON.stringify(requests));
  const words = [process.execPath, ...cold, '-rpcwallet=cold', '-policy=strict', 'signer'];
  ours = {
    ...besideNode(node.url),
    wallets: createMemoryHost({ keypoolSize: 20 }),
    random: createRandom(7).bytes,
    signerCommand: createSignerCommand(words.join(' ')),
  };
}, 300_000);
afterAll(async () => {
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The app's device, which receives base64 and returns the result of `sign`. */
const device = {
  psbtVersion: 0,
  signPsbt: async (text: string) =>
    (await sign(readPsbt(text), { keys: people[2].root.privateExtendedKey })).psbt,
} as const;
const byApp = async (psbt: string) => writePsbt((await sign(readPsbt(psbt), { device })).psbt);
const byDevice = async (psbt: string) => (await execute('walletprocesspsbt', [psbt], ours)).psbt;
/** The node reads only version 0. */
async function byNode(psbt: string): Promise<string> {
  const old = writePsbt({ ...readPsbt(psbt), version: 0 });
  return (await ask<{ psbt: string }>('walletprocesspsbt', [old], 'first')).psbt;
}
async function broadcast(...psbts: readonly string[]): Promise<string> {
  const whole = await execute('combinepsbt', [psbts], ours);
  const { hex, complete } = await execute('finalizepsbt', [whole], ours);
  expect(complete).toBe(true);
  const [judged] = await ask<{ allowed: boolean }[]>('testmempoolaccept', [[hex]]);
  expect(judged?.allowed).toBe(true);
  return ask<string>('sendrawtransaction', [hex]);
}
const confirmations = async (txid: string) =>
  (await execute('gettransaction', [txid], ours)).confirmations;

test('a fleet of a node, a command and an app pays by any two of them, bumps, and is mined', async () => {
  await ask('createwallet', ['first', false, true]);
  const [mine] = await ask<{ success: boolean }[]>(
    'importdescriptors',
    [[imported(multisig(0), true)]],
    'first',
  );
  expect(mine?.success).toBe(true);
  const made = { wallet_name: 'fleet', disable_private_keys: true, external_signer: true };
  await execute('createwallet', made, ours);
  const watched = await execute('importdescriptors', [[imported(multisig(), true)]], ours);
  expect(watched).toEqual([{ success: true }]);

  const address = await execute('getnewaddress', ['', 'bech32'], ours);
  expect(await ask('getnewaddress', ['', 'bech32'], 'first')).toBe(address);
  await ask('generatetoaddress', [3, address]);
  const sink = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  await ask('generatetoaddress', [100, sink]);

  // Signed by the command and the app.
  const sent = await execute('send', { outputs: { [sink]: 60 }, options: { fee_rate: 2 } }, ours);
  expect(sent.complete).toBe(false);
  const half = sent.psbt ?? '';
  expect(readPsbt(half).inputs.map((input) => input.partialSignatures.length)).toEqual([1, 1]);
  const first = await broadcast(half, await byApp(half));

  // The bump is signed by the node and the command.
  const bumped = await execute('psbtbumpfee', [first, { fee_rate: 20 }], ours);
  expect(Number(bumped.fee)).toBeGreaterThan(Number(bumped.origfee));
  const { psbt } = bumped;
  const second = await broadcast(await byNode(psbt), await byDevice(psbt));
  expect(await ask('getrawmempool')).toEqual([second]);

  // Signed by the node and the app; spends unconfirmed change.
  const open = await execute(
    'walletcreatefundedpsbt',
    { outputs: { [sink]: 50 }, options: { fee_rate: 3 } },
    ours,
  );
  const third = await broadcast(await byNode(open.psbt), await byApp(open.psbt));
  const [block] = await ask<string[]>('generatetoaddress', [1, sink]);
  const { tx } = await ask<{ tx: string[] }>('getblock', [block]);
  expect(tx.slice(1).sort()).toEqual([second, third].sort());
  expect(await confirmations(second)).toBe(1);
  expect(await confirmations(third)).toBe(1);
  expect(await confirmations(first)).toBe(-1);
}, 600_000);

test('a single signer is not enough, not even with two signatures', async () => {
  const sink = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  const { psbt } = await execute(
    'walletcreatefundedpsbt',
    { outputs: { [sink]: 1 }, options: { fee_rate: 2 } },
    ours,
  );
  const once = await byNode(psbt);
  const twice = await execute('combinepsbt', [[once, await byNode(once)]], ours);
  expect((await execute('finalizepsbt', [twice], ours)).complete).toBe(false);
}, 300_000);
