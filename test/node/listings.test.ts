import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';
import { TEST_XPRV } from '../support/generate/wallet.ts';
import { type Harness, harness } from '../support/harness.ts';
import { liveContext } from '../support/nodes/live-context.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';

// Compares listings of one wallet in the node and here: payments, labels, reorganizations and
// replacements.

const seed = seedOfRun();
const REQUESTS = casesOfRun(400);
const addressTypes = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'] as const;
const labels = ['', 'a', 'b', 'ä', '\ue000', '\u{1f600}', '*'] as const;

let node: RealNode;
let client: NodeClient;
/** The node's copy of the wallet. */
let theirs: NodeClient;
/** A foreign wallet. */
let other: NodeClient;
let ours: Harness;

/** Facts that random requests refer to. */
const told = { addresses: [] as string[], foreign: new Set<string>(), blocks: [] as string[] };

beforeAll(async () => {
  node = await startNode();
  const { origin, username, password } = new URL(node.url);
  const login = { user: username, password };
  const at = (path: string) => createNodeClient({ url: `${origin}${path}`, login });
  client = at('/');
  other = at('/wallet/other');
  theirs = at('/wallet/w');
  ours = harness({ ...liveContext(client, createMemoryHost(), seed), walletName: 'w' });
  await client.call('createwallet', 'other');
  await client.call('generatetoaddress', 130, await other.call('getnewaddress'));
  await same('createwallet', 'w', false, true);
  const requests = [
    `pkh(${TEST_XPRV}/44h/1h/0h/<0;1>/*)`,
    `sh(wpkh(${TEST_XPRV}/49h/1h/0h/<0;1>/*))`,
    `wpkh(${TEST_XPRV}/84h/1h/0h/<0;1>/*)`,
    `tr(${TEST_XPRV}/86h/1h/0h/<0;1>/*)`,
  ].map((desc) => ({ desc: addChecksum(desc), timestamp: 'now', active: true, range: [0, 50] }));
  // Single keys with a label, one of them without an address.
  const key = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
  const single = [`wpkh(${key})`, `combo(${key})`].map((desc) => ({
    desc: addChecksum(desc),
    timestamp: 'now',
    label: 'alone',
  }));
  await same('importdescriptors', requests);
  await same('importdescriptors', single);
}, 300_000);

afterAll(() => node.stop());

type Answer = { readonly result?: unknown; readonly error?: unknown };

async function ask(method: string, ...params: readonly unknown[]): Promise<Answer> {
  const { result, error } = await ours.ask(method, params);
  return error === null ? { result } : { error };
}

/** Asks both, and expects the same answer. */
async function same(method: string, ...params: readonly unknown[]): Promise<Answer> {
  const answer = (method === 'createwallet' ? client : theirs).ask(method, ...params);
  const node = (await answer) as Answer;
  const ours = await ask(method, ...params);
  const [own, its] = [ours, node].map((each) => comparable(paidOnly(method, each)));
  expect(own, `${method} ${JSON.stringify(params)}`).toEqual(its);
  return node;
}

/** Drops unpaid foreign addresses, which this node lists and Core no longer does. */
function paidOnly(method: string, answer: Answer): unknown {
  const { result } = answer;
  if (!method.startsWith('listreceivedby') || !Array.isArray(result)) return answer;
  return result.filter(
    (row) => row.amount > 0 || (row.address !== undefined && isOwn(row.address)),
  );
}

const isOwn = (address: string): boolean => !told.foreign.has(address);

/** Members that only this node has, or that depend on when each side learned of a transaction. */
const differing = new Set([
  ...['time', 'timereceived', 'bip125-replaceable', 'alternate_wtxids', 'parent_descs'],
  ...['replaces_txid', 'replaced_by_txid', 'comment', 'to', 'in_mempool'],
]);

function comparable(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => comparable(item));
    // The order is that of a salted hash table.
    return unordered.has(key) ? items.sort(byText) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !differing.has(name));
  return Object.fromEntries(entries.map(([name, item]) => [name, comparable(item, name)]));
}

const unordered = new Set(['transactions', 'removed', 'txids']);

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Performs a random event. */
async function act(random: Random): Promise<void> {
  const action = random.int(10);
  if (action < 3) {
    const { result } = await same('getnewaddress', random.pick(labels), random.pick(addressTypes));
    if (typeof result === 'string') told.addresses.push(result);
  } else if (action < 4) {
    const address = (await other.call('getnewaddress', '', random.pick(addressTypes))) as string;
    told.addresses.push(address);
    told.foreign.add(address);
    await same('setlabel', address, random.pick(labels));
  } else if (action < 5) {
    await same('setlabel', pick(random, told.addresses), random.pick(labels));
  } else if (action < 8) {
    const from = random.oneIn(2) ? theirs : other;
    const outputs = [...new Set([0, 1, 2].map(() => pick(random, told.addresses)))].map(
      (address) => ({ [address]: 0.0001 + random.int(1e6) / 1e8 }),
    );
    await from.ask('send', outputs, null, 'unset', 1 + random.int(20));
  } else if (action < 9) {
    await mine(random);
  } else if (random.oneIn(3)) {
    await reorganize(random);
  } else {
    const waiting = (await client.call('getrawmempool')) as string[];
    await other.ask('bumpfee', pick(random, waiting));
  }
}

function pick<T>(random: Random, list: readonly T[]): T {
  const [first, ...rest] = list;
  return random.pick([first as T, ...rest]);
}

async function mine(random: Random): Promise<void> {
  const address = random.oneIn(3)
    ? pick(random, told.addresses)
    : await other.call('getnewaddress');
  const hashes = (await client.call('generatetoaddress', 1 + random.int(2), address)) as string[];
  told.blocks.push(...hashes);
}

/** Replaces the newest blocks. */
async function reorganize(random: Random): Promise<void> {
  const height = (await client.call('getblockcount')) as number;
  const hash = await client.call('getblockhash', height - random.int(3));
  await client.call('invalidateblock', hash);
  await mine(random);
  await mine(random);
  await client.call('generatetoaddress', 4, await other.call('getnewaddress'));
}

const counts = [undefined, 0, 1, 2, 6, 101, -1, -5, 2 ** 31, 1.5, '1', null] as const;
const flags = [undefined, true, false, null, 1] as const;

function randomRequest(random: Random): readonly [string, readonly unknown[]] {
  const count = () => random.pick(counts);
  const flag = () => random.pick(flags);
  const address = () =>
    random.pick([pick(random, told.addresses), pick(random, told.addresses), '', 'x', 5]);
  const label = () => random.pick([...labels, 'alone', 'nobody', 7]);
  const block = () =>
    random.pick([pick(random, told.blocks), pick(random, told.blocks), '', '00'.repeat(32), 'zz']);
  switch (random.int(9)) {
    case 0:
      return [
        'listreceivedbyaddress',
        [count(), flag(), flag(), random.oneIn(2) ? null : address(), flag()],
      ];
    case 1:
      return ['listreceivedbylabel', [count(), flag(), flag(), flag()]];
    case 2:
      return ['getreceivedbyaddress', [address(), count(), flag()]];
    case 3:
      return ['getreceivedbylabel', [label(), count(), flag()]];
    case 4:
      return ['listlabels', [random.pick(['', 'receive', 'send', 'refund', 'x', null, 3])]];
    case 5:
      return ['getaddressesbylabel', [label()]];
    case 6:
      return ['listaddressgroupings', []];
    case 7:
      return ['keypoolrefill', [random.pick([null, 0, 1, 100, 1005, -1, 'x'])]];
    default:
      return [
        'listsinceblock',
        [
          random.oneIn(4) ? null : block(),
          random.pick([1, 2, 6, 1000, 0, null]),
          null,
          flag(),
          flag(),
          random.oneIn(2) ? null : label(),
        ],
      ];
  }
}

test(`${REQUESTS} random requests about incoming payments`, { timeout: 0 }, async () => {
  const random = createRandom(seed);
  for (const type of addressTypes) {
    const { result } = await same('getnewaddress', 'a', type);
    told.addresses.push(String(result));
  }
  await mine(random);
  for (let request = 0; request < REQUESTS; request++) {
    if (request % 3 === 0) await act(random);
    // The wallet may lag behind the mempool without this.
    await client.call('syncwithvalidationinterfacequeue');
    // Our wallet syncs only on a valid request, and would otherwise miss transactions that the next
    // reorganization drops.
    if (request % 3 === 0) await ask('getbalances');
    const [method, params] = randomRequest(random);
    await same(method, ...params);
  }
});
