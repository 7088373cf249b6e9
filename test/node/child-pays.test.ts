import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallOptions } from '../../src/library/complete-context.ts';
import { execute, RpcError, send } from '../../src/public/rpc.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createRandom } from '../support/generate/random.ts';
import { besideNode } from '../support/nodes/live-context.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';
import { nodeHarness } from '../support/nodes/node-client.ts';

const SINK = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
let node: RealNode;
let ours: CallOptions;

const { call: ask } = nodeHarness(() => node.url);

beforeAll(async () => {
  node = await startNode();
  ours = {
    ...besideNode(node.url),
    wallets: createMemoryHost({ keypoolSize: 20 }),
    random: createRandom(11).bytes,
  };
  await execute('createwallet', ['w'], ours);
  await ask('createwallet', ['node']);
  const own = await execute('getnewaddress', [], ours);
  await ask('generatetoaddress', [3, own]);
  await ask('generatetoaddress', [103, await ask('getnewaddress', [], 'node')]);
}, 300_000);
afterAll(async () => {
  await node?.stop();
});

type Entry = {
  readonly ancestorsize: number;
  readonly vsize: number;
  readonly fees: { readonly ancestor: number; readonly base: number };
};
const entryOf = (txid: string) => ask<Entry>('getmempoolentry', [txid]);
const sats = (amount: number) => Math.round(amount * 1e8);

async function refused(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RpcError)) throw new Error('it was not refused');
  return error;
}

/** Checks the node's effective fee rate of a child and its ancestors. */
async function judge(txid: string, rate: number, told: unknown) {
  const { ancestorsize, fees } = await entryOf(txid);
  const paid = sats(fees.ancestor);
  // Exact to the satoshi: each part is rounded up on its own. One signature in about a hundred is
  // shorter than was paid for, by a byte.
  expect(paid).toBeGreaterThanOrEqual(rate * ancestorsize);
  expect(paid).toBeLessThanOrEqual(rate * (ancestorsize + 1) + 2);
  const answers = [ancestorsize, ancestorsize + 1].map((size) => ({
    fee: fees.base,
    packagefee: fees.ancestor,
    packagevsize: size,
    packagefeerate: Math.floor((paid * 1000) / size) / 1000,
  }));
  expect(answers).toContainEqual(told);
}

test('a child lifts its parent and further ancestors to the requested rate', async () => {
  const first = await send({ outputs: { [SINK]: 1 }, fee_rate: 1 }, ours);
  const parent = first.txid ?? '';
  const child = await send(
    { outputs: { [SINK]: 0.5 }, fee_rate: 25, options: { cpfp: parent } },
    ours,
  );
  await judge(child.txid ?? '', 25, child.cpfp);
  const again = await send(
    { outputs: { [SINK]: 0.5 }, fee_rate: 40, options: { cpfp: child.txid ?? '' } },
    ours,
  );
  await judge(again.txid ?? '', 40, again.cpfp);
}, 300_000);

test('raises the fee of low-rate transactions from others too, in version 3 as well', async () => {
  const address = await execute('getnewaddress', [], ours);
  const args = [address, 2, '', '', false, true, null, 'unset', null, 1];
  const parent = await ask<string>('sendtoaddress', args, 'node');
  const child = await send(
    { outputs: { [SINK]: 0.1 }, fee_rate: 30, options: { cpfp: parent } },
    ours,
  );
  await judge(child.txid ?? '', 30, child.cpfp);
  const [block] = await ask<string[]>('generatetoaddress', [1, SINK]);
  const { tx } = await ask<{ tx: string[] }>('getblock', [block]);
  expect(tx).toContain(child.txid);

  const third = await send({ outputs: { [SINK]: 0.2 }, fee_rate: 1, version: 3 }, ours);
  const options = { cpfp: third.txid ?? '' };
  const wrong = await refused(send({ outputs: { [SINK]: 0.1 }, fee_rate: 20, options }, ours));
  expect(wrong.code).toBe(-4);
  const heir = await send({ outputs: { [SINK]: 0.1 }, fee_rate: 20, version: 3, options }, ours);
  await judge(heir.txid ?? '', 20, heir.cpfp);
}, 300_000);

test('no child is made for a parent that is missing, mined, spent, or needs no help', async () => {
  const pay = (cpfp: string, fee_rate = 20, more: Partial<CallOptions> = {}) =>
    refused(send({ outputs: { [SINK]: 0.1 }, fee_rate, options: { cpfp } }, { ...ours, ...more }));
  const unknown = await pay('11'.repeat(32));
  expect(unknown.message).toBe('Invalid or non-wallet transaction id');
  expect((await pay('x')).message).toContain('cpfp must be of length 64');
  const [coin] = await execute('listunspent', [1], ours);
  const mined = await pay(coin?.txid ?? '');
  expect(mined.message).toContain('is not in the mempool that is known here');

  const { txid = '' } = await send({ outputs: { [SINK]: 0.1 }, fee_rate: 5 }, ours);
  expect((await pay(txid, 3)).message).toContain('needs no help');
  const unspent = await execute('listunspent', [0, 0], ours);
  const change = unspent.filter((each) => each.txid === txid);
  const held = change.map(({ vout }) => ({ txid, vout }));
  await execute('lockunspent', [false, held], ours);
  expect((await pay(txid)).message).toContain('has no coin that this wallet can spend');
  await execute('lockunspent', [true, held], ours);

  const absurd = await pay(txid, 40_000);
  expect(absurd.code).toBe(-4);
  const core = await pay(txid, 20, { profile: 'core' });
  expect(core.message).toBe('Unexpected key cpfp');
  expect((await entryOf(txid)).vsize).toBeGreaterThan(0);
}, 300_000);
