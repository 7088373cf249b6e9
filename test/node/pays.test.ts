import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { decodeTransaction } from '../../src/transaction/codec.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { casesOfRun, createTally, type Tally } from '../support/generate/cases.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';
import { TEST_XPRV } from '../support/generate/wallet.ts';
import { type Harness, harness, type Reply } from '../support/harness.ts';
import { liveContext } from '../support/nodes/live-context.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';
import { nodeHarness } from '../support/nodes/node-client.ts';

/**
 * Sends requests that pay to the node and to the same wallet here over the node's chain, and
 * compares the answers. Random parts (coin choice, change position) are left out; parts that follow
 * from the request must be equal to the byte.
 */
const seed = seedOfRun();
const REQUESTS = casesOfRun(400);
const BLOCK_EVERY = 12;
const addressTypes = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'] as const;

let node: RealNode;
let client: NodeClient;
let here: Harness;
/** The host has the node's settings. */
const host = createMemoryHost({ fallbackFeeRate: 20, changeType: 'bech32' });

beforeAll(async () => {
  // Without it the node chooses the change type in its own way, while Core takes that of a
  // recipient (CWallet::TransactionChangeType); the size affects the fee.
  node = await startNode('-changetype=bech32');
  const { origin, username, password } = new URL(node.url);
  client = createNodeClient({ url: origin, login: { user: username, password } });
  here = harness(liveContext(client, host, seed));
  await client.call('createwallet', 'funds');
  await client.call('generatetoaddress', 140, await fundsAddress('bech32'));
  for (const name of ['pays', 'watches']) await createPair(name);
  const random = createRandom(seed);
  for (let i = 0; i < 60; i++) await pay(random);
  // Enough for both: coins that one spends are unavailable to the other.
  for (let i = 0; i < 20; i++) await pay(random, 1_000_000_000);
  await mine();
}, 300_000);

const there = nodeHarness(() => node.url);
afterAll(() => node.stop());

async function createPair(name: string): Promise<void> {
  const watches = name === 'watches';
  const key = watches ? await publicKey() : TEST_XPRV;
  const requests = [
    `pkh(${key}/0/<0;1>/*)`,
    `sh(wpkh(${key}/1/<0;1>/*))`,
    `wpkh(${key}/2/<0;1>/*)`,
    `tr(${key}/3/<0;1>/*)`,
  ].map((desc) => ({ desc: addChecksum(desc), timestamp: 'now', active: true, range: [0, 999] }));
  await client.call('createwallet', name, watches, true);
  await here.ask('createwallet', [name, watches, true]);
  for (const { result } of await both(name, 'importdescriptors', [requests])) {
    expect(result).toEqual(requests.map(() => ({ success: true })));
  }
}

async function publicKey(): Promise<string> {
  const { result } = await here.ask('getdescriptorinfo', [`wpkh(${TEST_XPRV})`]);
  const [, key] = /\((.*)\)/.exec((result as { descriptor: string }).descriptor) ?? [];
  return key ?? '';
}

async function mine(): Promise<void> {
  await client.call('generatetodescriptor', 1, 'raw(51)');
}

async function fundsAddress(type: string): Promise<string> {
  return (await there.ask('getnewaddress', ['', type], 'funds')).result as string;
}

async function both(name: string, method: string, params: unknown): Promise<[Reply, Reply]> {
  return [await here.ask(method, params, name), await there.ask(method, params, name)];
}

const btc = (satoshis: number) => satoshis / 1e8;

async function pay(random: Random, least = 30_000): Promise<void> {
  const { result: address } = await here.ask(
    'getnewaddress',
    ['', random.pick(addressTypes)],
    'pays',
  );
  const amount = btc(least + random.int(5_000_000));
  await there.ask('send', [[{ [address as string]: amount }], null, 'unset', 2], 'funds');
}

type Asked = {
  readonly method: string;
  readonly params: unknown;
  readonly wallet?: string;
  /** Whether the answers must be equal to the byte; otherwise only their shapes must. */
  readonly exact: boolean;
};

/** Sometimes replaces a value by a wrong one. */
function odd(random: Random, value: unknown): unknown {
  if (!random.oneIn(25)) return value;
  return random.pick([null, -1, 0, '', 'x', true, [], {}, 1e9, '0.1', 2 ** 31, 1.5] as const);
}

function maybe(random: Random, key: string, value: () => unknown, odds = 4): object {
  return random.oneIn(odds) ? { [key]: odd(random, value()) } : {};
}

const feeRate = (random: Random) =>
  random.oneIn(10) ? random.int(2) / 2 : 1 + random.int(20_000) / 1000;
const mode = (random: Random) =>
  random.pick(['unset', 'economical', 'CONSERVATIVE', 'none'] as const);

async function address(random: Random): Promise<string> {
  if (random.oneIn(30)) return 'bcrt1qxyz';
  return fundsAddress(random.pick(addressTypes));
}

async function amounts(random: Random, most = 3): Promise<Record<string, unknown>> {
  const to: Record<string, unknown> = {};
  for (let i = random.oneIn(30) ? 0 : 1 + random.int(most); i > 0; i--) {
    const sum = random.oneIn(20) ? random.int(600) : 2_000 + random.int(200_000);
    to[await address(random)] = odd(random, random.oneIn(50) ? 5000 : btc(sum));
  }
  return to;
}

/** Makes random fee arguments, in order. */
const estimate = (random: Random) =>
  random.oneIn(4)
    ? [random.oneIn(2) ? odd(random, random.int(1200)) : null, odd(random, mode(random))]
    : [null, null];

type Make = (random: Random) => Promise<Asked>;

const makers: readonly [Make, ...Make[]] = [
  async (random) => {
    const dummy = random.oneIn(12) ? 'x' : '*';
    const depth = odd(random, 0);
    const params = [
      // With confirmations this node subtracts all spending from receipts of that depth, and gets
      // below 0; Core (GetBalance, wallet/receive.cpp) sums up unspent coins: see below.
      ...[dummy, depth === 1e9 ? 0 : depth, odd(random, random.oneIn(2))],
      ...(random.oneIn(4) ? [odd(random, random.oneIn(2))] : []),
    ];
    return { method: 'getbalance', params, exact: true };
  },
  async (random) => {
    const [target, how] = estimate(random);
    const rate = random.oneIn(4) ? null : feeRate(random);
    const params = [
      ...[await address(random), odd(random, btc(1_000 + random.int(300_000)))],
      ...[odd(random, 'for'), odd(random, 'to'), odd(random, random.oneIn(4))],
      ...[odd(random, random.oneIn(2)), target, how],
      ...[random.oneIn(20) ? random.oneIn(2) : null, odd(random, rate), random.oneIn(2)],
    ];
    return { method: 'sendtoaddress', params: params.slice(0, 2 + random.int(10)), exact: false };
  },
  async (random) => {
    const to = await amounts(random);
    const [target, how] = estimate(random);
    const rate = random.oneIn(4) ? null : feeRate(random);
    const payers = random.oneIn(3) ? Object.keys(to).filter(() => random.oneIn(2)) : null;
    const params = [
      ...[random.oneIn(20) ? 'x' : '', odd(random, to), 1, odd(random, 'for'), odd(random, payers)],
      ...[odd(random, random.oneIn(2)), target, how, odd(random, rate), random.oneIn(2)],
    ];
    return { method: 'sendmany', params: params.slice(0, 2 + random.int(9)), exact: false };
  },
  async (random) => {
    const coins = await someCoins(random);
    const { hex } = await unsigned(random, coins);
    const more = await unsigned(random, random.oneIn(2) ? await someCoins(random) : coins);
    const texts = random.oneIn(3) ? [hex, more.hex] : [hex];
    const params = random.oneIn(20) ? [] : [texts.map((text) => odd(random, text))];
    return { method: 'simulaterawtransaction', params, exact: true };
  },
  fundRaw,
  sendAll,
  bump,
  sendRaw,
];

type Unspent = { readonly txid: string; readonly vout: number; readonly amount: number };

/** Picks coins of the wallet, and sometimes foreign ones. */
async function someCoins(random: Random): Promise<readonly Unspent[]> {
  const wallet = random.oneIn(6) ? 'funds' : 'pays';
  const { result } = await there.ask('listunspent', [random.oneIn(3) ? 0 : 1], wallet);
  const all = result as Unspent[];
  const few = Array.from({ length: 1 + random.int(3) }, () => all[random.int(all.length)]);
  return [...new Set(few)].flatMap((coin) => coin ?? []);
}

async function unsigned(
  random: Random,
  coins: readonly Unspent[],
): Promise<{ readonly hex: string; readonly outputs: number }> {
  const outputs = Object.entries(await amounts(random))
    .filter(([to]) => to !== 'bcrt1qxyz')
    .map(([to]) => ({ [to]: btc(3_000 + random.int(10_000)) }));
  const inputs = coins.map(({ txid, vout }) => ({ txid, vout }));
  const locktime = random.oneIn(4) ? random.int(500) : 0;
  const params = [inputs, outputs, locktime, random.oneIn(2)];
  const { result } = await there.ask('createrawtransaction', params, 'pays');
  return { hex: result as string, outputs: outputs.length };
}

async function fundRaw(random: Random): Promise<Asked> {
  const coins = random.oneIn(3) ? [] : await someCoins(random);
  const { hex, outputs } = await unsigned(random, coins);
  const exact = coins.length > 0 && random.oneIn(2);
  const options = {
    ...(exact
      ? {
          add_inputs: false,
          changePosition: random.int(outputs + 1),
          fee_rate: 3,
          changeAddress: await fundsAddress('bech32'),
        }
      : {
          ...maybe(random, 'add_inputs', () => random.oneIn(2)),
          ...maybe(random, 'changePosition', () => random.int(outputs + 2)),
          ...maybe(random, 'fee_rate', () => feeRate(random), 2),
          ...maybe(random, 'feeRate', () => btc(1000 + random.int(20_000)), 6),
          ...maybe(random, 'change_type', () => random.pick(addressTypes)),
          ...maybe(random, 'changeAddress', () => 'x', 12),
        }),
    ...maybe(random, 'subtractFeeFromOutputs', () => [random.oneIn(8) ? 'dummy' : random.int(3)]),
    ...maybe(random, 'minconf', () => random.int(3), 6),
    ...maybe(random, 'maxconf', () => random.int(500), 8),
    ...maybe(random, 'replaceable', () => random.oneIn(2), 6),
    ...maybe(random, 'max_tx_weight', () => random.int(5000), 12),
    ...maybe(random, 'conf_target', () => random.int(1100), 12),
    ...maybe(random, 'estimate_mode', () => mode(random), 12),
    ...maybe(
      random,
      'input_weights',
      () =>
        coins.map(({ txid, vout }) => ({
          txid,
          vout,
          weight: odd(random, random.int(2000)),
        })),
      8,
    ),
  };
  const wallet = random.oneIn(5) ? { wallet: 'watches' } : {};
  const params = [odd(random, hex), options, random.oneIn(6) ? random.oneIn(2) : null];
  const given = params.slice(0, 1 + random.int(3));
  const told = exact && given.length > 1;
  return { method: 'fundrawtransaction', params: given, exact: told, ...wallet };
}

/**
 * Makes a sendall request that sends nothing: with given coins and a lock time the signed
 * transactions must be equal to the byte.
 */
async function sendAll(random: Random): Promise<Asked> {
  const exact = random.oneIn(2);
  const coins = exact ? await someCoins(random) : [];
  const shares = await amounts(random, 2);
  const fixed = random.oneIn(2) ? await amounts(random, 2) : {};
  const recipients = [
    ...Object.keys(shares).map((to) => odd(random, to)),
    ...Object.entries(fixed).map(([to, sum]) => ({ [to]: sum })),
  ];
  // The node requires both or neither.
  const [target, how] = random.oneIn(5) ? [1 + random.int(30), mode(random)] : [null, null];
  const inputs = coins.map(({ txid, vout }) => ({ txid, vout }));
  const options = {
    add_to_wallet: false,
    ...(exact && { inputs, locktime: random.int(300) }),
    ...maybe(random, 'fee_rate', () => feeRate(random), 2),
    ...maybe(random, 'send_max', () => random.oneIn(2), exact ? 12 : 3),
    ...maybe(random, 'minconf', () => random.int(4) - 1, exact ? 12 : 4),
    ...maybe(random, 'maxconf', () => random.int(300), exact ? 12 : 6),
    ...maybe(random, 'replaceable', () => random.oneIn(2)),
    ...(random.oneIn(15) && { feeRate: 1 }),
  };
  const params = [recipients, target, how, odd(random, null), options];
  const wallet = random.oneIn(6) ? { wallet: 'watches' } : {};
  return { method: 'sendall', params, exact: exact && !('wallet' in wallet), ...wallet };
}

/** Leaves out random parts: ids, transactions, PSBTs. */
function shape(value: unknown): unknown {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return 'an id';
  if (typeof value === 'string' && value.length > 64) return 'a text';
  if (typeof value === 'number') return 'a number';
  if (value === 'PayTxFee set') return 'None';
  // A node reveals only to its own wallet which of its estimates it used.
  if (typeof value === 'string' && /Threshold|longer horizon/.test(value)) return 'Unknown';
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shape(item)]));
}

/**
 * Makes a request to bump an unconfirmed payment; the node is asked for a PSBT, which changes
 * nothing.
 */
async function bump(random: Random): Promise<Asked> {
  const to = [{ [await fundsAddress('bech32')]: btc(20_000 + random.int(1_000_000)) }];
  const sends = { fee_rate: 1 + random.int(5), replaceable: true };
  const sent = random.oneIn(2) ? here : there;
  const { result } = await sent.ask('send', [to, null, null, null, sends], 'pays');
  const { txid } = (result ?? {}) as { readonly txid?: string };
  // Both wallets now know the transaction.
  await both('pays', 'gettransaction', [txid]);
  const options = {
    ...maybe(random, 'fee_rate', () => feeRate(random), 2),
    ...maybe(random, 'replaceable', () => random.oneIn(2)),
    ...maybe(random, 'conf_target', () => random.int(1100), 12),
    ...maybe(random, 'confTarget', () => random.int(30), 12),
    ...maybe(random, 'estimate_mode', () => mode(random), 12),
    ...maybe(random, 'original_change_index', () => random.int(4), 6),
    ...(random.oneIn(6) && { outputs: odd(random, to) }),
  };
  const other = (await someCoins(random))[0]?.txid;
  const asked = odd(random, random.oneIn(6) ? other : txid);
  const params = random.oneIn(4) ? [asked] : [asked, options];
  return { method: random.oneIn(3) ? 'bumpfee' : 'psbtbumpfee', params, exact: true };
}

/**
 * Makes a raw transaction that is incomplete, spent or foreign, or has absurd limits: a valid one
 * would no longer be new to the second node.
 */
async function sendRaw(random: Random): Promise<Asked> {
  const { hex } = await unsigned(random, await someCoins(random));
  const { result } = await there.ask('signrawtransactionwithwallet', [hex], 'pays');
  const { hex: signed } = (result ?? { hex: '' }) as { readonly hex: string };
  const text = random.oneIn(2) ? signed : random.oneIn(2) ? hex : hex.slice(0, -2);
  // The node checks malformed limits before it decodes.
  const limit = random.oneIn(2) ? btc(random.int(100_000)) : 0;
  const burn = odd(random, btc(random.int(1000)));
  // In place of the limit for burnt amounts this node also takes a list of rejections to ignore.
  const params = [odd(random, text), limit, Array.isArray(burn) ? '' : burn].slice(
    0,
    1 + random.int(3),
  );
  return { method: 'sendrawtransaction', params, exact: true };
}

/** Returns the paid amount when all coins are spent: it does not depend on their order. */
function paysAll(result: unknown): { readonly paid?: string | undefined } {
  const { hex, complete } = (result ?? {}) as {
    readonly hex?: string;
    readonly complete?: boolean;
  };
  if (complete === undefined) return {};
  const bytes = hex === undefined ? undefined : decodeHex(hex);
  const transaction = bytes && decodeTransaction(bytes, { witness: true });
  return { paid: transaction?.outputs.map(({ value }) => value).join() };
}

/**
 * Leaves out the PSBT, which is of version 0 in this node; a sent transaction has an id in its
 * place.
 */
function withoutPsbt(result: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result;
  const others = Object.entries(result).filter(([key]) => key !== 'psbt' && key !== 'txid');
  return Object.fromEntries(others);
}

/** Maps this node's errors to the words of our target Core. */
function words({ result, error }: Reply, exact: boolean): unknown {
  if (error === null) {
    return { result: exact ? withoutPsbt(result) : shape(result), ...paysAll(result) };
  }
  const [first] = error.message.split('\n');
  // The node does not name the source of the minimum rate. Newer Cores report separately that the
  // fee alone exceeds the balance.
  if (first?.startsWith('The total exceeds your balance when')) {
    return { code: error.code, message: 'Insufficient funds' };
  }
  const isShort = error.code === -1 || first?.startsWith('Fee rate (') === true;
  return { code: error.code, message: isShort ? first?.replace(/\.$/, '') : error.message };
}

async function compare(asked: Asked, tally: Tally, at: number): Promise<void> {
  const { method, params, wallet = 'pays', exact } = asked;
  // The node's wallet may lag behind our transactions without this.
  await client.call('syncwithvalidationinterfacequeue');
  // The node comes first; no call to it sends anything.
  const theirs = await there.ask(method === 'bumpfee' ? 'psbtbumpfee' : method, params, wallet);
  const ours = await here.ask(method, params, wallet);
  const [own, other] = [words(ours, exact), words(theirs, exact)];
  tally.add(`${method} ${theirs.error === null ? 'done' : theirs.error.code}`);
  // Core also replaces transactions that do not signal BIP125; this node does not.
  if (theirs.error?.message === 'Transaction is not BIP 125 replaceable') return;
  // Only our wallet knows of the replacement, whose change cannot be spent before it confirms.
  if (method === 'bumpfee' && ours.error === null) await mine();
  if (JSON.stringify(own) === JSON.stringify(other)) return;
  const difference = `${JSON.stringify(own)} and not ${JSON.stringify(other)}`;
  tally.differs({ value: asked, seed: at }, `${method} ${JSON.stringify(params)}: ${difference}`);
}

test(`${REQUESTS} requests that pay, to both`, { timeout: 3_600_000 }, async () => {
  const tally = createTally();
  const random = createRandom(seed + 1);
  for (let i = 0; i < REQUESTS; i++) {
    await compare(await random.pick(makers)(random), tally, seed);
    if (i % BLOCK_EVERY !== 0) continue;
    await pay(random);
    await mine();
  }
  tally.finish();
});

test('the balance by confirmations is the sum of listunspent', async () => {
  for (const depth of [0, 1, 2, 3, 100, 9_999_999]) {
    const { result } = await there.ask('listunspent', [depth], 'pays');
    const coins = result as readonly { readonly amount: number; readonly safe: boolean }[];
    const safe = coins.filter((coin) => coin.safe);
    const sum = safe.reduce((total, { amount }) => total + Math.round(amount * 1e8), 0);
    const balance = await here.ask('getbalance', ['*', depth], 'pays');
    expect(Math.round((balance.result as number) * 1e8)).toBe(sum);
  }
});
