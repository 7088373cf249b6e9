import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../src/descriptor/flat-signing-provider.ts';
import { encodeBase64 } from '../../src/encoding/base64.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { withFinalScripts } from '../../src/psbt/finalize.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import type { Review } from '../../src/review/model.ts';
import { psbtSubject } from '../../src/review/psbt-subject.ts';
import { reviewSubject } from '../../src/review/review.ts';
import { transactionSubject } from '../../src/review/transaction-subject.ts';
import { emptyProvider } from '../../src/signing/provider.ts';
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
import { hexBytes } from '../support/signing.ts';
import {
  buildPsbt,
  type CoinSpec,
  keyAt,
  outPointOf,
  person,
  place,
  secretsOf,
} from '../support/vectors/review-world.ts';

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

/** Everything that can be signed here. */
const keys = createFlatSigningProvider();
for (const kind of kinds) {
  for (const i of VALUES.keys()) mergeFlatSigningProvider(keys, secretsOf(kind(true), 0, i));
}
const provider = toSigningProvider(keys);

let node: RealNode;
let client: NodeClient;
let now: { readonly height: number; readonly time: number };
const coins: CoinSpec[] = [];

beforeAll(async () => {
  const policy = isKnots() ? ['-corepolicy=1'] : [];
  node = await startNode('-acceptnonstdtxn=0', '-minrelaytxfee=0.000001', ...policy);
  const { origin, username, password } = new URL(node.url);
  client = createNodeClient({ url: origin, login: { user: username, password } });
  const [first] = (await client.call('generatetodescriptor', 120, 'raw(51)')) as [string];
  const { tx } = (await client.call('getblock', first)) as { tx: [string] };
  const places = kinds.flatMap((kind) =>
    VALUES.map((value, i) => ({ value, ...place(kind(false), 0, i) })),
  );
  const transaction: Transaction = {
    version: 2,
    locktime: 0,
    inputs: [
      { prevout: { txid: tx[0], vout: 0 }, scriptSig: new Uint8Array(0), sequence: 0, witness: [] },
    ],
    outputs: places.map(({ value, script }) => ({ value, scriptPubKey: script })),
  };
  await client.call('generateblock', 'raw(51)', [encodeHex(encodeTransaction(transaction))]);
  await client.call('generatetodescriptor', 20, 'raw(51)');
  const tip = (await client.call('getblockchaininfo')) as { blocks: number; mediantime: number };
  now = { height: tip.blocks, time: tip.mediantime };
  coins.push(...places.map((spec, vout) => ({ ...spec, nonce: 0, made: { transaction, vout } })));
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
  // OP_TRUE in the open, and what no known template has.
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

type Plan = { readonly psbt: Psbt; readonly spent: readonly CoinSpec[] };

/** Its signatures cover no amount: nobody signs without the previous transaction. */
const isLegacy = ({ script }: CoinSpec) => script[0] === 0x76 || script[0] === 0xa9;

/** A payment of some of the coins, whose amounts are proven, claimed, or lied about. */
function makePlan(random: Random): Plan {
  const sighashType = random.pick([undefined, undefined, undefined, 2, 0x81]);
  const spent = random
    .shuffle(coins)
    .slice(0, 1 + random.int(3))
    .map((coin): CoinSpec => {
      const previous = isLegacy(coin) || !random.oneIn(3);
      const lie = BigInt(random.pick([-1000, 1000, 50_000]));
      return {
        ...coin,
        previous,
        sequence: random.oneIn(8)
          ? random.pick([3, 500])
          : random.pick([0xfffffffd, 0xffffffff, 0xfffffffe]),
        // Who contradicts a previous transaction that is there gets no signature.
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

const sumOf = (list: readonly { readonly value: bigint }[]) =>
  list.reduce((sum, { value }) => sum + value, 0n);

/** What stands between a transaction and a mempool, in the node's words and in ours. */
const REASONS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^non-final/, ['locktime-future', 'locktime-far']],
  [/^non-BIP68-final/, ['relative-lock', 'relative-lock-far']],
  [/relay fee not met|min fee not met/, ['fee-too-low']],
  [/in-belowout/, ['fee-negative']],
  [/script-verify/, ['signature-invalid']],
];
const HINDERS = [
  'locktime-future',
  'locktime-far',
  'fee-too-low',
  'fee-negative',
  'signature-invalid',
  'not-standard',
  'input-twice',
];

type Verdict = {
  readonly allowed: boolean;
  readonly vsize?: number;
  readonly fees?: { readonly base: number };
  readonly 'reject-reason'?: string;
};

/** What the review of the signed transaction says, where it and the node are not of one mind. */
function differences(review: Review, verdict: Verdict): readonly string[] {
  const ids = review.findings.map(({ id }) => id).filter((id) => HINDERS.includes(id));
  const reason = verdict['reject-reason'] ?? '';
  if (verdict.allowed) return ids.map((id) => `taken in spite of ${id} ${review.nonStandard}`);
  // Without a fee it can be the parent of a child that pays for both, and spends its anchor.
  const isParent = review.fee === 0n && review.outputs.some(({ role }) => role === 'anyone');
  if (isParent && /relay fee not met/.test(reason)) return [];
  // Core passes on several since its version 30.
  if (reason === 'multi-op-return') return [];
  const told = REASONS.find(([words]) => words.test(reason));
  const all: readonly string[] = review.findings.map(({ id }) => id);
  const isTold = told
    ? told[1].some((id) => all.includes(id))
    : review.nonStandard.includes(reason);
  return isTold ? [] : [`refused for ${reason}, which is not told: ${all} ${review.nonStandard}`];
}

const base64Of = (psbt: Psbt) => encodeBase64(encodePsbt(psbt) ?? new Uint8Array(0));

/** The review of what is asked for, held against the coins as they are and the node's analysis. */
async function lookBefore({ psbt, spent }: Plan, differs: (what: string) => void): Promise<Review> {
  const subject = psbtSubject(psbt, secp256k1);
  if (subject === undefined) throw new Error('lock times that exclude each other');
  const review = reviewSubject(subject, { network: networks.regtest, now });
  for (const [at, { amount, certainty }] of review.inputs.entries()) {
    if (certainty === 'proven' && amount !== spent[at]?.value) differs(`amount of input ${at}`);
  }
  const { fee } = (await client.call('analyzepsbt', base64Of(psbt))) as { fee?: number };
  if (fee !== undefined && fee !== Number(review.fee) / 1e8) differs(`fee ${review.fee}, ${fee}`);
  return review;
}

/** With all signatures; `undefined`: some could not be made. */
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
      { amount: coin.value, scriptPubKey: coin.script },
    ]),
  );
  const told = transactionSubject(transaction, {
    coins: known,
    provider: emptyProvider,
    secp256k1,
  });
  return reviewSubject(told, { network: networks.regtest, now, known });
}

/** What became of a case. */
async function look(plan: Plan, random: Random, differs: (what: string) => void): Promise<string> {
  const { psbt, spent } = plan;
  const before = await lookBefore(plan, differs);
  const transaction = sign(psbt);
  if (transaction === undefined) return 'not signed';
  const sent = random.oneIn(10) ? spoiled(transaction) : transaction;
  const hex = encodeHex(encodeTransaction(sent));
  const [verdict] = (await client.call('testmempoolaccept', [hex], 0)) as [Verdict];
  const { vsize } = (await client.call('decoderawtransaction', hex)) as { vsize: number };
  const after = reviewSigned(sent, spent);
  for (const what of differences(after, verdict)) differs(what);
  const fee = sumOf(spent) - sumOf(transaction.outputs);
  if (after.fee !== fee) differs(`fee of the signed one: ${after.fee}, not ${fee}`);
  if (after.vsize !== vsize) differs(`size ${after.vsize}, not ${vsize}`);
  const room = before.vsize - vsize;
  // An ECDSA signature is of 72 bytes at most; low R and a small S spare some.
  if (room < 0 || room > 4 * spent.length) differs(`size before ${before.vsize}, after ${vsize}`);
  const isProven = before.feeProof.kind === 'proven';
  if (!verdict.allowed) return `refused: ${verdict['reject-reason']}`.replace(/,.*/, '');
  if (isProven && Number(before.fee) !== Math.round((verdict.fees?.base ?? 0) * 1e8)) {
    differs(`${before.fee} proven, ${verdict.fees?.base} paid`);
  }
  return `taken, fee ${before.feeProof.kind}`;
}

test('what a review calls proven, and whether a transaction would be taken, is as the node says', async () => {
  const tally = createTally();
  let taken = 0;
  for (let i = 0; i < rounds; i++) {
    const random = createRandom(seed + i);
    const differs = (what: string) => tally.differs({ value: undefined, seed: seed + i }, what);
    const became = await look(makePlan(random), random, differs);
    if (became === 'taken, fee proven') taken++;
    tally.add(became);
  }
  tally.finish();
  expect(taken).toBeGreaterThan(rounds / 20);
});

/** One bit of the first signature is another. */
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

test('the amounts that are spent here are those of the node', async () => {
  for (const coin of coins) {
    const { txid, vout } = outPointOf(coin);
    const found = (await client.call('gettxout', txid, vout)) as { value: number };
    expect(found.value).toBe(Number(coin.value) / 1e8);
  }
});
