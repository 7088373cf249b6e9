import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import { reverseBytes } from '../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import type { Context } from '../../src/rpc/context.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';
import { harness } from '../support/harness.ts';
import { liveContext } from '../support/nodes/live-context.ts';
import { isKnots, type RealNode, startNode } from '../support/nodes/node.ts';

// Compares verdicts on transactions, blocks and proofs of one chain with the node's, both with and
// without access to the node.

const seed = seedOfRun();
const REQUESTS = casesOfRun(300);
const addressTypes = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'] as const;

let node: RealNode;
let client: NodeClient;
let wallet: NodeClient;
/** A context that asks the node. */
let online: Context;
/** A context with the node's coins but no node. */
let offline: Context;

beforeAll(async () => {
  // Knots with Core's policy.
  node = await startNode(
    ...(isKnots() ? ['-corepolicy=1', '-maxscriptsize=4000000', '-mempooltruc=enforce'] : []),
    // Knots limits ancestors and descendants; Core now limits clusters.
    ...['count', 'size'].flatMap((what) => [
      `-limitancestor${what}=1000`,
      `-limitdescendant${what}=1000`,
    ]),
    '-minrelaytxfee=0.000001',
    '-acceptnonstdtxn=0',
  );
  const { origin, username, password } = new URL(node.url);
  const login = { user: username, password };
  client = createNodeClient({ url: origin, login });
  wallet = createNodeClient({ url: `${origin}/wallet/w`, login });
  online = { ...liveContext(client, createMemoryHost(), seed), profile: 'default' };
  const { ask: _, ...chain } = online.chain ?? fail();
  offline = { ...online, chain };
  await client.call('createwallet', 'w');
  await client.call('generatetoaddress', 120, await wallet.call('getnewaddress'));
  for (let i = 0; i < 20; i++) await pay();
  await mine();
}, 300_000);

afterAll(() => node.stop());

function fail(): never {
  throw new Error('the context has a chain');
}

async function pay(): Promise<void> {
  const to: Record<string, number> = {};
  for (const type of addressTypes) {
    to[String(await wallet.call('getnewaddress', '', type))] = 0.1;
  }
  await wallet.call('sendmany', '', to);
}

async function mine(): Promise<void> {
  await client.call('generatetodescriptor', 1, 'raw(51)');
}

type Answer = { readonly result?: unknown; readonly error?: unknown };

async function ask(context: Context, method: string, params: unknown): Promise<Answer> {
  const { result, error } = await harness(context).ask(method, params);
  return error === null ? { result } : { error: { code: error.code, message: error.message } };
}

async function theirs(method: string, params: readonly unknown[]): Promise<Answer> {
  const answer = (await client.ask(method, ...params)) as Answer;
  // Core now reads a proof with a different reader.
  return JSON.parse(JSON.stringify(answer).replace('DataStream::read()', 'SpanReader::read()'));
}

type Coin = {
  readonly txid: string;
  readonly vout: number;
  readonly amount: number;
  readonly confirmations: number;
};

/** The wallet has payments, so this list is never empty. */
type Coins = readonly [Coin, ...Coin[]];

const btc = (satoshis: number) => Math.max(0, Math.round(satoshis)) / 1e8;

/** A payment and its first output as a coin. */
type Payment = { readonly hex: string; readonly coin?: Coin & { readonly scriptPubKey: string } };

/** Makes a payment of some coins and perhaps of an earlier payment, sometimes with a fault. */
async function makePayment(random: Random, coins: Coins, before?: Payment): Promise<Payment> {
  const isRight = random.oneIn(2);
  const now = (odds: number) => !isRight && random.oneIn(odds);
  const spent = Array.from({ length: 1 + random.int(3) }, () => random.pick(coins));
  const parent = random.oneIn(2) ? before?.coin : undefined;
  const all: readonly Coin[] = parent === undefined ? spent : [parent, ...spent.slice(1)];
  const unique = now(40) ? all : [...new Set(all)];
  const inputs = unique.map(({ txid, vout }) => ({
    txid: now(60) ? txid.split('').reverse().join('') : txid,
    vout: now(60) ? vout + 90 : vout,
    ...(now(4) && {
      sequence: random.pick([0, 1, 2, 200, 0x400001, 0x400fff, 0xfffffffd]),
    }),
  }));
  const total = unique.reduce((sum, { amount }) => sum + amount * 1e8, 0);
  const fee = isRight
    ? 100 + random.int(2_000)
    : random.pick([0, 5, 30, 200, 2_000, 20_000, 2_000_000, -1]);
  const address = String(await wallet.call('getnewaddress', '', random.pick(addressTypes)));
  const rest = btc(total - fee);
  const dust = now(12) ? [{ [String(await wallet.call('getnewaddress'))]: 1e-8 }] : [];
  const data = now(10) ? [{ data: '00'.repeat(1 + random.int(70)) }] : [];
  const lock = now(6) ? random.pick([1, 100, 10_000, 1_700_000_000, 4_000_000_000]) : 0;
  const version = random.pick([1, 2, 2, 3, 3]);
  const outputs = [{ [address]: rest }, ...dust, ...data];
  const raw = await ask(offline, 'createrawtransaction', [inputs, outputs, lock, true, version]);
  if (typeof raw.result !== 'string') return makePayment(random, coins, before);
  const unsigned = setVersion(random, raw.result);
  if (now(25)) return { hex: unsigned };
  const prevTxs = parent === undefined ? [] : [parent];
  const signed = await wallet.call('signrawtransactionwithwallet', unsigned, prevTxs);
  const { hex } = signed as { readonly hex: string };
  if (now(6)) return { hex: spoil(random, hex) };
  return { hex, coin: await firstOutput(hex, rest) };
}

async function firstOutput(hex: string, amount: number): Promise<NonNullable<Payment['coin']>> {
  const { result } = await ask(offline, 'decoderawtransaction', [hex]);
  const { txid, vout } = result as {
    readonly txid: string;
    readonly vout: readonly { readonly scriptPubKey: { readonly hex: string } }[];
  };
  const scriptPubKey = vout[0]?.scriptPubKey.hex ?? fail();
  return { txid, vout: 0, amount, confirmations: 0, scriptPubKey };
}

function setVersion(random: Random, hex: string): string {
  return random.oneIn(30) ? `${random.pick(['00', '04', 'ff'])}${hex.slice(2)}` : hex;
}

/** Changes one byte. */
function spoil(random: Random, hex: string): string {
  const at = 2 * (5 + random.int(hex.length / 2 - 9));
  const byte = random.int(256).toString(16).padStart(2, '0');
  return hex.slice(0, at) + byte + hex.slice(at + 2);
}

/**
 * Converts an answer of the node to the words of Core 31, and drops details that only one side
 * gives.
 */
function comparable(answer: Answer): unknown {
  if (!Array.isArray(answer.result)) return answer;
  return answer.result.map((entry) => {
    const { vsize_adjusted, vsize_bip141, offline: _, unchecked: __, usage: ___, ...said } = entry;
    const reason = said['reject-reason'];
    const details = said['reject-details'];
    const packageError = said['package-error'];
    const words = (text: unknown) =>
      String(text)
        .replace(
          /(non-)?mandatory-script-verify-flag(-failed)?/,
          'mempool-script-verify-flag-failed',
        )
        .replace(/^truc-[a-z-]+/, 'TRUC-violation')
        // The node names any ancestor, Core a parent.
        .replace(/(cannot spend from (non-)?version=3 tx) .*/, '$1')
        .replace(/^bad-txns-input-.*/, 'bad-txns-nonstandard-inputs')
        .replace(/^bad-witness-.*/, 'bad-witness-nonstandard');
    const isVague =
      words(reason).endsWith('nonstandard-inputs') || words(reason).endsWith('witness-nonstandard');
    return {
      ...said,
      ...(reason !== undefined && { 'reject-reason': words(reason) }),
      ...(packageError !== undefined && { 'package-error': words(packageError) }),
      ...(details !== undefined && { 'reject-details': isVague ? '' : words(details) }),
    };
  });
}

/**
 * Whether an answer differs because of limits that Core has dropped, or because of a changed order
 * of checks.
 */
function isOlder(its: Answer, own: Answer): boolean {
  const limits = /replacement-adds-unconfirmed|new feerate|too-long-mempool-chain/;
  const isUnpaid = /insufficient fee|replacement-failed/.test(kindOf(own));
  return limits.test(JSON.stringify(its)) || (isUnpaid && /conflicting-tx$/.test(kindOf(its)));
}

test('verdicts with and without a node agree on random payments', async () => {
  const random = createRandom(seed);
  const tally = new Map<string, number>();
  /** Coins that waiting transactions spend. */
  const taken: Coin[] = [];
  for (let i = 0; i < REQUESTS; i++) {
    const [first, ...others] = (await wallet.call('listunspent', 0)) as Coins;
    const coins: Coins = random.oneIn(2) ? [first, ...taken.slice(-6)] : [first, ...others];
    const count = random.oneIn(6) ? 2 + random.int(2) : 1;
    const payments: Payment[] = [];
    for (let k = 0; k < count; k++) {
      payments.push(await makePayment(random, coins, payments[k - 1]));
    }
    const rawtxs = payments.map(({ hex }) => hex);
    const params = random.oneIn(4) ? [rawtxs, random.pick<unknown>([0, 0.0001, '0.01'])] : [rawtxs];
    const its = await theirs('testmempoolaccept', params);
    const own = await ask(offline, 'testmempoolaccept', params);
    const isOld = isOlder(its, own);
    note(tally, isOld ? 'older rules' : kindOf(own));
    if (!isOld) {
      expect(comparable(own), `${seed}: ${i}: ${JSON.stringify(params)}`).toEqual(comparable(its));
    }
    expect(await ask(online, 'testmempoolaccept', params)).toEqual(its);
    if (kindOf(its) === 'true' && random.oneIn(2)) {
      await client.ask('sendrawtransaction', rawtxs[0], 0);
      taken.push(...coins.filter(({ txid }) => rawtxs[0]?.includes(reversed(txid))));
    }
    if (random.oneIn(15)) {
      await mine();
      taken.length = 0;
    }
  }
  console.log([...tally].map(([kind, times]) => `${kind} ${times}`).join(', '));
}, 3_600_000);

function note(tally: Map<string, number>, kind: string): void {
  tally.set(kind, (tally.get(kind) ?? 0) + 1);
}

function kindOf({ result }: Answer): string {
  const [first] = Array.isArray(result) ? result : [];
  const fault = first?.['reject-reason'] ?? first?.['package-error'];
  return String(fault ?? first?.allowed ?? (first === undefined ? 'error' : 'open'));
}

const reversed = (txid: string) => encodeHex(reverseBytes(decodeHex(txid) ?? fail()));

/** Makes a question about an output, a transaction or a proof, sometimes a malformed one. */
async function makeQuestion(random: Random): Promise<readonly [string, readonly unknown[]]> {
  const blocks = Number(await client.call('getblockcount'));
  const hash = await client.call('getblockhash', random.int(blocks + 1));
  const { tx } = (await client.call('getblock', hash)) as { readonly tx: [string, ...string[]] };
  const coins = (await wallet.call('listunspent', 0)) as Coins;
  const coin = random.pick(coins);
  const txid = random.oneIn(20) ? '11'.repeat(32) : random.pick([coin.txid, random.pick(tx)]);
  switch (random.int(4)) {
    case 0:
      return ['gettxout', [txid, random.oneIn(2) ? coin.vout : random.int(6), random.oneIn(2)]];
    case 1:
      return [
        'getrawtransaction',
        [
          txid,
          random.pick<unknown>([0, 1, 2, true, false, null]),
          ...(random.oneIn(3) ? [hash] : []),
        ],
      ];
    case 2:
      return ['gettxoutproof', [[txid], ...(random.oneIn(2) ? [hash] : [])]];
    default: {
      const proof = String(await client.call('gettxoutproof', [random.pick(tx)], hash));
      return ['verifytxoutproof', [random.oneIn(3) ? spoil(random, proof) : proof]];
    }
  }
}

test('answers on outputs, transactions and proofs agree with and without a node', async () => {
  const random = createRandom(seed + 1);
  for (let i = 0; i < REQUESTS; i++) {
    if (random.oneIn(20)) await pay();
    if (random.oneIn(60)) await mine();
    const [method, params] = await makeQuestion(random);
    const its = await theirs(method, params);
    const told = `${seed}: ${i}: ${method} ${JSON.stringify(params)}`;
    expect(await ask(online, method, params), told).toEqual(its);
    const found = await ask(offline, method, params);
    if (method === 'gettxout') expect(found, told).toEqual(its);
    // The number of transactions in the block is known only to the node.
    if (method === 'verifytxoutproof' && !isEmpty(its)) expect(found, told).toEqual(its);
  }
}, 3_600_000);

const isEmpty = ({ result }: Answer) => Array.isArray(result) && result.length === 0;
