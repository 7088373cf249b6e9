import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { addFinalScripts } from '../../src/psbt/final-scripts.ts';
import { openSession, spentCoins } from '../../src/psbt/psbt-session.ts';
import { feeFacts } from '../../src/review/facts.ts';
import { rawCost } from '../../src/review/raw-cost.ts';
import { readRawSpends } from '../../src/review/raw-spends.ts';
import { reviewSubject } from '../../src/review/review.ts';
import { transactionSubject } from '../../src/review/transaction-subject.ts';
import { doubts } from '../../src/rpc/signing/doubts.ts';
import { emptyProvider } from '../../src/signing/miniscript-provider.ts';
import { unknowingProvider } from '../../src/signing/provider.ts';
import type { Coin, Transaction } from '../../src/transaction/transaction.ts';
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
