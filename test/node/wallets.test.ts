import { beforeAll, expect, inject, test } from 'vitest';
import { createNodeClient } from '../../src/adapters/chain/node/client.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { networks } from '../../src/encoding/network.ts';
import { exportWallet } from '../../src/formats/export.ts';
import { importWallet } from '../../src/formats/import.ts';
import type { Context } from '../../src/rpc/context.ts';
import { deriveAccount, standardAccounts } from '../../src/seed/accounts.ts';
import { english, wordsOfEntropy } from '../../src/seed/bip39.ts';
import { rootKeyOf } from '../../src/seed/root-key.ts';
import { createWallet } from '../../src/wallet/wallet.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { randomDescriptor } from '../support/generate/descriptors.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';
import { harness } from '../support/harness.ts';
import { liveContext } from '../support/nodes/live-context.ts';
import { callNode, postToNode } from '../support/nodes/node-client.ts';

const seed = seedOfRun();

/** The same wallet in the node and here over the node's chain. */
type Pair = { readonly name: string; readonly watchOnly: boolean };

const host = createMemoryHost();
let context: Context;

beforeAll(async () => {
  const { hostname, port, username, password } = new URL(inject('nodeUrl'));
  const login = { user: username, password };
  const client = createNodeClient({ url: `http://${hostname}:${port}`, login });
  context = liveContext(client, host, seed);
  const height = (await callNode('getblockcount')) as number;
  const sink = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
  if (height < 110) await callNode('generatetoaddress', [110 - height, sink]);
});

async function createPair(name: string, watchOnly: boolean): Promise<Pair> {
  await callNode('createwallet', [name, watchOnly, true]);
  const { height, hash } = (await context.chain?.tip()) ?? { height: 0, hash: '' };
  await host.create(
    createWallet({
      name,
      network: networks.regtest,
      flags: { disablePrivateKeys: watchOnly },
      lastBlock: { height, hash },
    }),
  );
  return { name, watchOnly };
}

type Reply = { readonly result: unknown; readonly error: unknown };

async function ask({ name }: Pair, method: string, params: unknown): Promise<[Reply, Reply]> {
  const body = JSON.stringify({ id: 'o', method, params });
  const ours = JSON.parse(await harness(context).post(body, name));
  const node = JSON.parse((await postToNode(body, `/wallet/${name}`)).text);
  return [ours, node];
}

/**
 * Asks both, and expects the same answer. Skips known differences of this node to our target Core:
 * it refuses OP_IF in tapscript, and refuses to list descriptors with only some private keys.
 */
async function same(pair: Pair, method: string, ...params: readonly unknown[]): Promise<Reply> {
  const [ours, node] = await ask(pair, method, params);
  const text = JSON.stringify(node);
  if (!/under reduced-data|Can't get descriptor string/.test(text)) {
    const [said, told] = withoutOldForms(known(ours), known(node));
    expect.soft(said, `${method} ${JSON.stringify(params)}`).toEqual(told);
  }
  return node;
}

type Known = { readonly error: unknown; readonly result: unknown };

/** Drops members that only this node has, and maps different names. */
function known({ result, error }: Reply): Known {
  return { error, result: strip(result) };
}

/**
 * Hides descriptors that the node lists in a form that Core no longer has: inside miniscript it
 * does not normalize keys with ' or with hardened steps after an extended key.
 */
function withoutOldForms(ours: Known, node: Known): readonly [Known, Known] {
  const listed: readonly { readonly desc: string }[] = Object(node.result).descriptors ?? [];
  const old = listed.map(({ desc }) => /'|pub\w+(\/\d+)*\/\d+h/.test(desc));
  const without = ({ error, result }: Known): Known => {
    const own: readonly { readonly desc: string }[] = Object(result).descriptors ?? [];
    const descriptors = own.map((each, at) => (old[at] ? { ...each, desc: 'old' } : each));
    return { error, result: { ...Object(result), descriptors } };
  };
  return old.includes(true) ? [without(ours), without(node)] : [ours, node];
}

/** Members that only one of the two has, or that depend on time. */
const differing = new Set([
  'lastprocessedblock',
  'use_txids',
  'isactive',
  'iswatchonly',
  'time',
  'timereceived',
  'bip125-replaceable',
  'alternate_wtxids',
  'pubkeys_sorted',
]);

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  if (/new range must include/.test(JSON.stringify(value)) && 'message' in value) return 'range';
  const entries = Object.entries(value).filter(([key]) => !differing.has(key));
  return Object.fromEntries(entries.map(([key, item]) => [key, strip(item)]));
}

function randomRequest(random: Random, pool: string[]): object {
  const text =
    pool.length > 0 && random.oneIn(4)
      ? random.pick(pool as [string, ...string[]])
      : randomDescriptor(random);
  pool.push(text);
  const maybe = (key: string, values: readonly [unknown, ...unknown[]], odds = 3) =>
    random.oneIn(odds) ? { [key]: random.pick(values) } : {};
  return {
    desc: random.oneIn(12) ? text : addChecksum(text),
    timestamp: random.pick(['now', 'now', 0, 1, 1_700_000_000]),
    ...maybe('active', [true, true, false, 'x'], 2),
    ...maybe('range', [5, [0, 3], [2, 9], [3, 1], [-1, 2], 0, '5', [0, 2 ** 31]], 2),
    ...maybe('next_index', [0, 1, 2, 3, 7, -1], 4),
    ...maybe('internal', [true, false], 4),
    ...maybe('label', ['', 'a', '*', 'b'], 5),
  };
}

test('Core imports our export and we import its descriptors, with the same addresses', async () => {
  const root = rootKeyOf(
    { words: wordsOfEntropy(createRandom(seed).bytes(16), english) ?? [] },
    '',
  );
  if (root === undefined) throw new Error('no key');
  const formats = { network: networks.regtest, secp256k1: context.secp256k1 };
  const descriptors = standardAccounts(networks.regtest, 0).map(
    (kind) => deriveAccount(root, kind, formats).descriptor,
  );
  const written = exportWallet({ descriptors, timestamp: 1_700_000_000 }, 'core', formats);
  if ('error' in written) throw new Error(written.error);
  const name = `carried${seed}`;
  const inNode = (method: string, ...params: readonly unknown[]) =>
    callNode(method, params, `/wallet/${name}`);
  await callNode('createwallet', [name, true, true]);
  const taken = await inNode('importdescriptors', JSON.parse(written.text));
  expect(taken).toEqual(descriptors.map(() => expect.objectContaining({ success: true })));
  for (const [i, type] of ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'].entries()) {
    const theirs = [
      await inNode('getnewaddress', '', type),
      await inNode('getrawchangeaddress', type),
    ];
    expect(theirs).toEqual(written.firstAddresses[i]);
  }
  const read = importWallet(JSON.stringify(await inNode('listdescriptors')), formats);
  if ('error' in read) throw new Error(read.error);
  const sorted = (lists: readonly (readonly string[])[]) => lists.map((each) => each.join()).sort();
  expect(sorted(read.descriptors.map((each) => each.firstAddresses))).toEqual(
    sorted(written.firstAddresses),
  );
  await callNode('unloadwallet', [name]);
});

test('random imports give the same information on both wallets', async () => {
  const random = createRandom(seed);
  for (let round = 0; round < casesOfRun(25); round++) {
    const pair = await createPair(`import${seed}-${round}`, random.oneIn(3));
    const pool: string[] = [];
    for (let call = 0; call < 3; call++) {
      const requests = Array.from({ length: 1 + random.int(3) }, () => randomRequest(random, pool));
      await same(pair, 'importdescriptors', requests);
    }
    await same(pair, 'listdescriptors');
    // The node also lists the public descriptors of a wallet without private keys.
    if (!pair.watchOnly) await same(pair, 'listdescriptors', true);
    for (const type of ['legacy', 'p2sh-segwit', 'bech32', 'bech32m']) {
      const { result } = await same(pair, 'getnewaddress', 'x', type);
      if (typeof result === 'string') await same(pair, 'getaddressinfo', result);
      await same(pair, 'getrawchangeaddress', type);
    }
    await callNode('unloadwallet', [pair.name]);
  }
});
