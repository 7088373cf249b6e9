import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../src/descriptor/flat-signing-provider.ts';
import { encodeBase64 } from '../../src/encoding/base64.ts';
import { emptyBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { sequenceLocksMet } from '../../src/mining/sequence-locks.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { withFinalScripts } from '../../src/psbt/finalize.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import { unsignedTransaction } from '../../src/psbt/unsigned-transaction.ts';
import type { Review } from '../../src/review/model.ts';
import { psbtSubject } from '../../src/review/psbt-subject.ts';
import { reviewSubject } from '../../src/review/review.ts';
import { transactionSubject } from '../../src/review/transaction-subject.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { emptyProvider } from '../../src/signing/miniscript-provider.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import {
  type Coin,
  outPointKey,
  type Transaction,
  type TxOut,
} from '../../src/transaction/transaction.ts';
import { casesOfRun, createTally } from '../support/generate/cases.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';
import { isKnots, type RealNode, startNode } from '../support/nodes/node.ts';
import { keyAt, person, place, secretsOf } from '../support/review/accounts.ts';
import { type CoinSpec, outPointOf } from '../support/review/coins.ts';
import { buildPsbt } from '../support/review/payments.ts';
import { hexBytes } from '../support/signing.ts';
import {
  LOCK_SHAPES,
  LOCK_WRAPPERS,
  type Lock,
  type LockCoin,
  lockCoin,
  noteLockKeys,
  PLAIN_LOCK_SHAPES,
} from '../support/vectors/lock-world.ts';

const seed = seedOfRun();
const rounds = casesOfRun(400);
const me = person(1);
const cosigner = person(2);
const key = (secret: boolean) => keyAt(me, '84h/1h/0h', secret);
const other = (secret: boolean) => keyAt(cosigner, '48h/1h/0h/2h', secret);
const kinds = [
  (secret: boolean) => `pkh(${key(secret)})`,
  (secret: boolean) => `wpkh(${key(secret)})`,
  (secret: boolean) => `sh(wpkh(${key(secret)}))`,
  (secret: boolean) => `tr(${key(secret)})`,
  (secret: boolean) => `wsh(multi(2,${key(secret)},${other(secret)}))`,
  (secret: boolean) => `sh(multi(1,${key(secret)},${other(secret)}))`,
] as const;
const VALUES = [1_500n, 30_000n, 2_000_000n];

/** A provider of all keys and scripts in the test. */
const keys = createFlatSigningProvider();
for (const kind of kinds) {
  for (const i of VALUES.keys()) mergeFlatSigningProvider(keys, secretsOf(kind(true), 0, i));
}
noteLockKeys(keys);
const provider = toSigningProvider(keys);

let node: RealNode;
let client: NodeClient;
let now: { readonly height: number; readonly time: number };
const coins: AgedCoin[] = [];
const lockCoins: (LockCoin & AgedCoin)[] = [];

/** A coin, the block that made it, and the median time past of the previous block. */
type AgedCoin = CoinSpec & { readonly height: number; readonly mediantimeBefore: number };

/** The time of the first blocks; from the first coin on, blocks are ten minutes apart. */
const START = 1_700_000_000;
const SPACING = 600;
/** The numbers of blocks up to the first coins, up to the others, and after them. */
const MATURE = 120;
const BETWEEN = 10;
const AFTER = 12;
const TIP = { height: MATURE + 2 + BETWEEN + AFTER, time: 0 };
// The median of the last eleven is the sixth from the end.
TIP.time = START + (TIP.height - MATURE - 5) * SPACING;

async function mine(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const height = (await client.call('getblockcount')) as number;
    await client.call('setmocktime', START + (height + 1 - MATURE) * SPACING);
    await client.call('generatetodescriptor', 1, 'raw(51)');
  }
}

/** Returns locks around the height and the time of the tip, and around a coin's age at the tip. */
function locksNear(random: Random, height: number, mediantimeBefore: number): readonly Lock[] {
  const near = (value: number) => value + random.int(3) - 1;
  const units = Math.floor((TIP.time - mediantimeBefore) / 512);
  return [
    { kind: 'older', value: near(TIP.height + 1 - height) },
    { kind: 'older', value: IN_SECONDS + near(units) },
    { kind: 'after', value: near(TIP.height) },
    { kind: 'after', value: near(TIP.time - 1) },
  ];
}
const IN_SECONDS = 0x00400000;

/** Mines a block with a transaction that makes these coins from an early block's coinbase. */
async function mineCoins<T extends CoinSpec>(
  from: number,
  makeSpecs: (height: number, mediantimeBefore: number) => readonly T[],
): Promise<readonly (T & AgedCoin)[]> {
  const tip = (await client.call('getblockchaininfo')) as { blocks: number; mediantime: number };
  const [height, mediantimeBefore] = [tip.blocks + 1, tip.mediantime];
  const specs = makeSpecs(height, mediantimeBefore);
  const early = await client.call('getblockhash', from);
  const { tx } = (await client.call('getblock', early)) as { tx: [string] };
  const input = { scriptSig: new Uint8Array(0), sequence: 0, witness: [] };
  const transaction: Transaction = {
    version: 2,
    locktime: 0,
    inputs: [{ ...input, prevout: { txid: tx[0], vout: 0 } }],
    outputs: specs.map(({ value, script }) => ({ value, scriptPubKey: script })),
  };
  await client.call('setmocktime', START + (height - MATURE) * SPACING);
  await client.call('generateblock', 'raw(51)', [encodeHex(encodeTransaction(transaction))]);
  return specs.map((spec, vout) => ({
    ...spec,
    height,
    mediantimeBefore,
    made: { transaction, vout },
  }));
}

async function mineLockCoins(from: number): Promise<void> {
  const random = createRandom(from);
  const made = await mineCoins(from, (height, mediantime) =>
    LOCK_WRAPPERS.flatMap((wrapper) => {
      // Knots refuses OP_IF in a leaf; the first shapes do without.
      const shapes = wrapper.startsWith('tr') && isKnots() ? PLAIN_LOCK_SHAPES : LOCK_SHAPES;
      return Array.from({ length: 2 * shapes }, (_, i) => {
        const locks = random.shuffle(locksNear(random, height, mediantime)) as [Lock, Lock];
        return lockCoin(wrapper, i % shapes, locks, 2_000_000n);
      });
    }),
  );
  lockCoins.push(...made);
}

beforeAll(async () => {
  const policy = isKnots() ? ['-corepolicy=1'] : [];
  node = await startNode('-acceptnonstdtxn=0', '-minrelaytxfee=0.000001', ...policy);
  const { origin, username, password } = new URL(node.url);
  client = createNodeClient({ url: origin, login: { user: username, password } });
  await client.call('setmocktime', START);
  await client.call('generatetodescriptor', MATURE, 'raw(51)');
  const places = kinds.flatMap((kind) =>
    VALUES.map((value, i) => ({ value, nonce: 0, ...place(kind(false), 0, i) })),
  );
  coins.push(...(await mineCoins(1, () => places)));
  await mineLockCoins(2);
  await mine(BETWEEN - 1);
  await mineLockCoins(3);
  await mine(AFTER);
  const tip = (await client.call('getblockchaininfo')) as { blocks: number; mediantime: number };
  now = { height: tip.blocks, time: tip.mediantime };
  expect(now).toEqual(TIP);
}, 300_000);

afterAll(async () => {
  client.close();
  await node.stop();
});

const SCRIPTS = [
  '0014751e76e8199196d454941c45d1b3a323f1433bd6',
  '5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
  'a914000102030405060708090a0b0c0d0e0f1011121387',
  '76a914751e76e8199196d454941c45d1b3a323f1433bd688ac',
  '6a0568656c6c6f',
  '5220a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
  '51024e73',
  // A bare OP_TRUE, and scripts that match no template.
  '51',
  'ba7551',
] as const;

function outputsOf(random: Random, total: bigint): readonly TxOut[] {
  const count = 1 + random.int(3);
  const fee = BigInt(random.pick([0, 20, 300, 2_000, 2_000, 2_000, 20_000, -500]));
  const script = () =>
    hexBytes(random.oneIn(5) ? random.pick(SCRIPTS) : (SCRIPTS[random.int(4)] ?? ''));
  const first = Array.from({ length: count - 1 }, () => ({
    value: BigInt(random.pick([0, 100, 600, 1000, 1000, 1000])),
    scriptPubKey: script(),
  }));
  const left = total - fee - first.reduce((sum, { value }) => sum + value, 0n);
  return [...first, { value: left > 0n ? left : 1_000n, scriptPubKey: script() }];
}

type Plan = { readonly psbt: Psbt; readonly spent: readonly (AgedCoin | (LockCoin & AgedCoin))[] };

/**
 * Whether signatures of the coin do not cover the amount, so that signers require the previous
 * transaction.
 */
const isLegacy = ({ script }: CoinSpec) => script[0] === 0x76 || script[0] === 0xa9;

/** Makes a payment of some coins, whose amounts are proven, claimed or false. */
function makePlan(random: Random): Plan {
  const sighashType = random.pick([undefined, undefined, undefined, 2, 0x81]);
  const spent = random
    .shuffle(coins)
    .slice(0, 1 + random.int(3))
    .map((coin): AgedCoin => {
      const previous = isLegacy(coin) || !random.oneIn(3);
      const lie = BigInt(random.pick([-1000, 1000, 50_000]));
      return {
        ...coin,
        previous,
        sequence: random.oneIn(8)
          ? random.pick([3, 500])
          : random.pick([0xfffffffd, 0xffffffff, 0xfffffffe]),
        // Signers refuse an amount that contradicts the previous transaction, so it is false only
        // without one.
        ...(!previous && random.oneIn(2) && { claimed: coin.value + lie }),
        change: (input) => {
          if (sighashType !== undefined) input.sighashType = sighashType;
        },
      };
    });
  const { height } = now;
  const outputs = outputsOf(random, sumOf(spent));
  const psbt = buildPsbt({
    coins: spent,
    outputs: outputs.map(({ value, scriptPubKey }) => ({ value, script: scriptPubKey })),
    version: random.pick([2, 2, 2, 2, 2, 1, 3, 4]),
    locktime: random.pick([
      0,
      0,
      0,
      0,
      height,
      height,
      height + 1,
      height + 9000,
      1_500_000_000,
      2_500_000_000,
    ]),
  });
  return { psbt, spent };
}

/**
 * Returns sequence numbers that meet a lock, miss it by one, have the other unit, or disable it.
 */
function sequenceNear(random: Random, coin: LockCoin & AgedCoin): number {
  const { locks, height, mediantimeBefore } = coin;
  const asked = locks.flatMap(({ kind, value }) => (kind === 'older' ? [value] : []));
  const [near] = random.shuffle([...asked, ...asked, 0xfffffffd]);
  const [blocks, seconds] = locksNear(random, height, mediantimeBefore);
  const value = near ?? 0xfffffffd;
  return (
    random.pick([
      value,
      ...[value, value, value, value - 1, value + 1],
      ...[value ^ IN_SECONDS, value | 0x80000000, blocks?.value ?? 0, seconds?.value ?? 0],
      ...[0xfffffffe, 0xffffffff],
    ]) >>> 0
  );
}

const pickOne = <T>(random: Random, list: readonly T[]): T => list[random.int(list.length)] as T;

/** Makes a payment of coins with locks, some next to a coin without. */
function makeLockPlan(random: Random): Plan {
  const spent = random
    .shuffle(lockCoins)
    .slice(0, random.oneIn(4) ? 2 : 1)
    .map((coin) => ({ ...coin, sequence: sequenceNear(random, coin) }));
  const locks = spent.flatMap((coin) => coin.locks);
  const asked = locks.flatMap(({ kind, value }) => (kind === 'after' ? [value, value, value] : []));
  const near = [...asked, now.height, now.time - 1, 0].map((value) => value + random.int(3) - 1);
  const beside = random.oneIn(3) ? [{ ...pickOne(random, coins), previous: true }] : [];
  const all = random.shuffle([...spent, ...beside]);
  const usual = { value: sumOf(all) - 2_000n, scriptPubKey: hexBytes(SCRIPTS[0]) };
  // The node checks scripts last, so a standard payment makes them decide.
  const outputs = random.oneIn(4) ? outputsOf(random, sumOf(all)) : [usual];
  const psbt = buildPsbt({
    coins: all,
    outputs: outputs.map(({ value, scriptPubKey }) => ({ value, script: scriptPubKey })),
    version: random.pick([2, 2, 2, 2, 2, 1, 3]),
    locktime: Math.max(0, pickOne(random, [...asked, ...near])),
  });
  return { psbt, spent: all };
}

const sumOf = (list: readonly { readonly value: bigint }[]) =>
  list.reduce((sum, { value }) => sum + value, 0n);

/** The node's rejection reasons, each with the review's finding codes. */
const REASONS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^non-final/, ['locktime-future', 'locktime-far']],
  [/^non-BIP68-final/, ['relative-lock', 'relative-lock-far']],
  [/relay fee not met|min fee not met/, ['fee-too-low']],
  // With ANYONECANPAY others can still add the missing amount.
  [/in-belowout/, ['fee-negative', 'sighash-anyone-can-pay']],
  [/Locktime requirement/, ['lock-unmet']],
  [/script-verify/, ['signature-invalid']],
];
const HINDERS = [
  'locktime-future',
  'locktime-far',
  'fee-too-low',
  'fee-negative',
  'signature-invalid',
  'lock-unmet',
  'not-standard',
  'input-twice',
];

type Verdict = {
  readonly allowed: boolean;
  readonly vsize?: number;
  readonly fees?: { readonly base: number };
  readonly 'reject-reason'?: string;
};

/** Returns the differences between the review of a signed transaction and the node's verdict. */
function differences(review: Review, verdict: Verdict): readonly string[] {
  const ids = review.findings.map(({ id }) => id).filter((id) => HINDERS.includes(id));
  const reason = verdict['reject-reason'] ?? '';
  if (verdict.allowed) return ids.map((id) => `taken in spite of ${id} ${review.nonStandard}`);
  // A transaction without a fee can be the parent of a child that spends its anchor and pays for
  // both.
  const isParent = review.fee === 0n && review.outputs.some(({ role }) => role === 'anyone');
  if (isParent && /relay fee not met/.test(reason)) return [];
  // Core relays several since version 30.
  if (reason === 'multi-op-return') return [];
  const told = REASONS.find(([words]) => words.test(reason));
  const all: readonly string[] = review.findings.map(({ id }) => id);
  const isTold = told
    ? told[1].some((id) => all.includes(id))
    : review.nonStandard.includes(reason);
  return isTold ? [] : [`refused for ${reason}, which is not told: ${all} ${review.nonStandard}`];
}

const base64Of = (psbt: Psbt) => encodeBase64(encodePsbt(psbt) ?? new Uint8Array(0));

/** Reviews a PSBT, and compares the result with the real coins and the node's analysis. */
async function lookBefore({ psbt, spent }: Plan, differs: (what: string) => void): Promise<Review> {
  const subject = psbtSubject(psbt, secp256k1);
  if (subject === undefined) throw new Error('lock times that exclude each other');
  const review = reviewSubject(subject, { network: networks.regtest, now });
  for (const [at, { value: amount, certainty }] of review.inputs.entries()) {
    if (certainty === 'proven' && amount !== spent[at]?.value) differs(`amount of input ${at}`);
  }
  const { fee } = (await client.call('analyzepsbt', base64Of(psbt))) as { fee?: number };
  if (fee !== undefined && fee !== Number(review.fee) / 1e8) differs(`fee ${review.fee}, ${fee}`);
  return review;
}

/** Signs a PSBT completely; `undefined` when a signature cannot be made. */
function sign(psbt: Psbt): Transaction | undefined {
  const sighashType = psbt.inputs[0]?.sighashType;
  const signed = signPsbt({ psbt, provider, sighashType, finalize: true, secp256k1 });
  const transaction = 'error' in signed ? undefined : withFinalScripts(signed.psbt);
  return transaction?.inputs.every(
    ({ scriptSig, witness }) => scriptSig.length + witness.length > 0,
  )
    ? transaction
    : undefined;
}

function reviewSigned(transaction: Transaction, spent: readonly CoinSpec[]): Review {
  const known = new Map(
    spent.map((coin): [string, Coin] => [
      outPointKey(outPointOf(coin)),
      { value: coin.value, scriptPubKey: coin.script },
    ]),
  );
  const told = transactionSubject(transaction, {
    coins: known,
    provider: emptyProvider,
    secp256k1,
  });
  return reviewSubject(told, { network: networks.regtest, now, known });
}

/** Checks one case, and returns its outcome. */
async function look(plan: Plan, random: Random, differs: (what: string) => void): Promise<string> {
  const before = await lookBefore(plan, differs);
  const transaction = sign(plan.psbt);
  if (transaction === undefined) return 'not signed';
  const sent = random.oneIn(10) ? spoiled(transaction) : transaction;
  return lookAfter(plan, before, sent, differs);
}

/**
 * Returns every transaction that the keys can make, whether or not the locks of the scripts are
 * met.
 */
function signEveryWay({ psbt, spent }: Plan): readonly Transaction[] {
  const bare = unsignedTransaction(psbt);
  const signed = signPsbt({ psbt, provider, sighashType: undefined, finalize: true, secp256k1 });
  if (bare === undefined || 'error' in signed) throw new Error('not signed');
  const known = spent.map(({ value, script }) => ({ value, scriptPubKey: script }));
  const cache = createSighashCache(bare, known);
  let ways: readonly Transaction[] = [bare];
  for (const [i, coin] of spent.entries()) {
    const { finalScriptSig, finalWitness } = signed.psbt.inputs[i] ?? {};
    const final = { scriptSig: finalScriptSig ?? emptyBytes, witness: finalWitness ?? [] };
    const spends = 'spends' in coin ? coin.spends(cache, i) : [final];
    ways = ways.flatMap((way) =>
      spends.map((spend) => ({
        ...way,
        inputs: way.inputs.map((input, at) => (at === i ? { ...input, ...spend } : input)),
      })),
    );
  }
  return ways;
}

/**
 * Checks one case with locks, and returns its outcome: `lock-unmet` must appear exactly when the
 * node rejects all signed transactions because of their scripts.
 */
async function lookAtLocks(plan: Plan, differs: (what: string) => void): Promise<string> {
  const before = await lookBefore(plan, differs);
  const isUnmet = before.findings.some(({ id }) => id === 'lock-unmet');
  const isSigned = plan.spent.every((coin) => !('isMiniscript' in coin) || coin.isMiniscript)
    ? sign(plan.psbt) !== undefined
    : !isUnmet;
  if (isSigned === isUnmet) differs(`lock-unmet: ${isUnmet}, signed: ${isSigned}`);
  const results: string[] = [];
  for (const way of signEveryWay(plan)) results.push(await lookAfter(plan, before, way, differs));
  const isScript = (result: string) => /script-verify/.test(result);
  const isJudged = results.some((result) => isScript(result) || /^taken/.test(result));
  if (isJudged && results.every(isScript) !== isUnmet) {
    differs(`lock-unmet: ${isUnmet}, but: ${results.join()}`);
  }
  return `locks ${isUnmet ? 'unmet' : 'met'}, ${[...new Set(results)].sort().join(' or ')}`;
}

/** Whether every coin is old enough for its sequence number (BIP68). */
function isOld(transaction: Transaction, spent: Plan['spent']): boolean {
  const heights = spent.map(({ height }) => height);
  return sequenceLocksMet(transaction, heights, {
    height: now.height + 1,
    mediantime: now.time,
    coinTime: (input) => spent[input]?.mediantimeBefore ?? 0,
  });
}

/** Compares the review of a signed transaction with the node's verdict. */
async function lookAfter(
  { spent }: Plan,
  before: Review,
  sent: Transaction,
  differs: (what: string) => void,
): Promise<string> {
  const hex = encodeHex(encodeTransaction(sent));
  const [verdict] = (await client.call('testmempoolaccept', [hex], 0)) as [Verdict];
  const { vsize } = (await client.call('decoderawtransaction', hex)) as { vsize: number };
  const after = reviewSigned(sent, spent);
  for (const what of differences(after, verdict)) differs(what);
  const fee = sumOf(spent) - sumOf(sent.outputs);
  if (after.fee !== fee) differs(`fee of the signed one: ${after.fee}, not ${fee}`);
  if (after.vsize !== vsize) differs(`size ${after.vsize}, not ${vsize}`);
  if (isOld(sent, spent) !== (verdict['reject-reason'] !== 'non-BIP68-final')) {
    // Core checks lock times and the form of a transaction first.
    if (isOld(sent, spent) || verdict.allowed) differs(`ages: ${verdict['reject-reason']}`);
  }
  const room = before.vsize - vsize;
  const isOneWay = !spent.some((coin) => 'spends' in coin);
  // An ECDSA signature has at most 72 bytes; low R and low S save some.
  if (isOneWay && (room < 0 || room > 4 * spent.length))
    differs(`size before ${before.vsize}, after ${vsize}`);
  const isProven = before.feeProof.kind === 'proven';
  if (!verdict.allowed) return `refused: ${verdict['reject-reason']}`.replace(/,.*/, '');
  if (isProven && Number(before.fee) !== Math.round((verdict.fees?.base ?? 0) * 1e8)) {
    differs(`${before.fee} proven, ${verdict.fees?.base} paid`);
  }
  return `taken, fee ${before.feeProof.kind}`;
}

test('proven facts and acceptance match the node', async () => {
  const tally = createTally();
  let taken = 0;
  for (let i = 0; i < rounds; i++) {
    const random = createRandom(seed + i);
    const differs = (what: string) => tally.differs({ value: undefined, seed: seed + i }, what);
    const became = random.oneIn(2)
      ? await lookAtLocks(makeLockPlan(random), differs)
      : await look(makePlan(random), random, differs);
    if (became === 'taken, fee proven') taken++;
    tally.add(became);
  }
  tally.finish();
  expect(taken).toBeGreaterThan(rounds / 40);
});

/** Flips one bit of the first signature. */
function spoiled(transaction: Transaction): Transaction {
  const inputs = transaction.inputs.map((input, i) => {
    if (i > 0) return input;
    const flip = (bytes: Uint8Array) => bytes.map((byte, at) => (at === 20 ? byte ^ 1 : byte));
    if (input.witness.length === 0) return { ...input, scriptSig: flip(input.scriptSig) };
    const at = input.witness.findIndex(({ length }) => length >= 64);
    return { ...input, witness: input.witness.map((item, j) => (j === at ? flip(item) : item)) };
  });
  return { ...transaction, inputs };
}

test('spent amounts are those of the node', async () => {
  for (const coin of coins) {
    const { txid, vout } = outPointOf(coin);
    const found = (await client.call('gettxout', txid, vout)) as { value: number };
    expect(found.value).toBe(Number(coin.value) / 1e8);
  }
});
