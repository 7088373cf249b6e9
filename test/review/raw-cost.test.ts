import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { addFinalScripts } from '../../src/psbt/final-scripts.ts';
import { openSession, spentCoins } from '../../src/psbt/psbt-session.ts';
import { feeFacts } from '../../src/review/facts.ts';
import { isOrdinaryPayment } from '../../src/review/ordinary-payment.ts';
import { rawCost } from '../../src/review/raw-cost.ts';
import { readRawSpends } from '../../src/review/raw-spends.ts';
import { reviewSubject } from '../../src/review/review.ts';
import { transactionSubject } from '../../src/review/transaction-subject.ts';
import { doubts, judgeCost } from '../../src/rpc/signing/judge-cost.ts';
import { emptyProvider } from '../../src/signing/miniscript-provider.ts';
import { unknowingProvider } from '../../src/signing/provider.ts';
import { defaultFeeTiers } from '../../src/transaction/fee-bounds.ts';
import { type Coin, outPointKey, type Transaction } from '../../src/transaction/transaction.ts';
import { tryPsbt } from '../support/psbt.ts';
import { reviewVectors } from '../support/vectors/review-vectors.ts';

type Case = {
  readonly transaction: Transaction;
  readonly coins: ReadonlyMap<string, Coin>;
  readonly previous: readonly Transaction[];
};

/** The transactions of the PSBTs in the vectors, signed as far as they are final. */
const cases: readonly Case[] = reviewVectors.flatMap(({ psbt: text }): readonly Case[] => {
  const psbt = tryPsbt(text ?? '');
  const session = 'error' in psbt ? undefined : openSession(psbt, secp256k1);
  if (session === undefined || 'error' in psbt) return [];
  const transaction = addFinalScripts(session.cache.transaction, psbt);
  const previous = psbt.inputs.flatMap((input) => input.nonWitnessUtxo ?? []);
  return [{ transaction, coins: spentCoins(psbt), previous }];
});

/** Leaves out every second coin, starting with the first or the second. */
const half = (coins: ReadonlyMap<string, Coin>, first: 0 | 1) =>
  new Map([...coins].filter((_, i) => i % 2 === first));

const withoutValues = (coins: ReadonlyMap<string, Coin>) =>
  new Map([...coins].map(([at, coin]) => [at, { ...coin, value: undefined }]));

/** Each combination of what is claimed, proven and known about the coins. */
const combinations = ({ coins, previous }: Case) =>
  [
    { coins, previous: [], known: new Map() },
    { coins, previous, known: new Map() },
    { coins, previous: [], known: coins },
    { coins: half(coins, 0), previous: [], known: half(coins, 1) },
    { coins: half(coins, 1), previous, known: new Map() },
    { coins: withoutValues(coins), previous: [], known: new Map() },
  ].flatMap((told) => [undefined, 0x01, 0x83].map((sighashType) => ({ ...told, sighashType })));

test('a raw transaction costs what its review says, whatever is known of its coins', () => {
  expect(cases.length).toBeGreaterThan(1000);
  const seen = new Set<string>();
  for (const [index, each] of cases.entries()) {
    const all = combinations(each);
    // Each vector takes one combination, so that all occur many times.
    const { known, ...told } = all[index % all.length] as (typeof all)[number];
    const given = { ...told, provider: emptyProvider, secp256k1 };
    const evidence = { network: networks.regtest, known };
    const review = reviewSubject(transactionSubject(each.transaction, given), evidence);
    const cost = rawCost(each.transaction, given, known);
    expect(feeFacts(cost)).toEqual(feeFacts(review));
    expect(doubts(cost)).toEqual(doubts(review));
    expect(cost.isWhole).toBe(review.isWhole);
    expect(cost.outputs.map(({ role }) => role)).toEqual(review.outputs.map(({ role }) => role));
    for (const doubt of doubts(review)) seen.add(doubt.slice(0, 12));
    // Without owners, nothing forbids a signature by itself.
    expect(review.findings.map(({ id }) => id)).not.toContain('input-foreign-script');
  }
  expect([...seen].sort()).toEqual([
    'Inputs 0 and',
    'The fee is u',
    'The fee of -',
    'The fee of 0',
    'The outputs ',
  ]);
});

test('scripts that match a template cost the same without miniscript', () => {
  const [first] = cases;
  if (first === undefined) throw new Error('no vectors');
  const { transaction, ...told } = first;
  const spends = [emptyProvider, unknowingProvider].map(
    (provider) => readRawSpends(transaction, { ...told, provider, secp256k1 }).spends,
  );
  expect(spends[0]).toEqual(spends[1]);
});

/** Fees from none to all, by which bounds apply or not. */
const FEES = [-1n, 0n, 141n, 9_000n, 10_001n, 40_000n, 99_000n, 260_000n, 10_000_001n];

test('nothing forbids an ordinary payment, and there is nothing to warn of', () => {
  const isKey = (xOnly: Uint8Array) => secp256k1.isXOnlyPublicKey(xOnly);
  const limits = { fees: defaultFeeTiers, maxBurn: 0n, reviewed: undefined };
  const judged = { ordinary: 0, refused: 0 };
  for (const [index, { transaction, coins }] of cases.entries()) {
    // Vectors with one input are few, so each input pays the outputs of its transaction alone.
    for (const input of transaction.inputs) {
      const coin = coins.get(outPointKey(input.prevout));
      if (coin === undefined) continue;
      const unsigned = { ...input, scriptSig: new Uint8Array(), witness: [] };
      const alone = { ...transaction, inputs: [index % 5 === 0 ? input : unsigned] };
      const paid = transaction.outputs.reduce((sum, { value }) => sum + value, 0n);
      for (const fee of FEES) {
        const known = new Map();
        const own = new Map([[outPointKey(input.prevout), { ...coin, value: paid + fee }]]);
        const sighashType = [undefined, 0, 1, 2, 3, 0x81, 0x82, 0x83][index % 8];
        const raw = { transaction: alone, coins: own, known, sighashType };
        const signing = { ...raw, provider: emptyProvider, signs: true };
        const judge = () => judgeCost(signing, limits, { secp256k1 });
        if (isOrdinaryPayment(raw, isKey, defaultFeeTiers.tooHigh, undefined)) {
          judged.ordinary++;
          expect(judge()).toEqual([]);
        } else judged.refused++;
      }
    }
  }
  expect(judged.ordinary).toBeGreaterThan(1000);
  expect(judged.refused).toBeGreaterThan(1000);
});
