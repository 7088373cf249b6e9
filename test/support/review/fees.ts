import type { FindingId } from '../../../src/review/catalog.ts';
import { place, wpkh } from './accounts.ts';
import { at, BTC, type CoinSpec, friend, mine } from './coins.ts';
import { back, type OutputSpec, type PsbtSpec, pay } from './payments.ts';
import { pair } from './rows.ts';

/** Makes a payment of one coin with change: 141 virtual bytes. */
export const payment = (holds: bigint, paid: bigint, fee: bigint): PsbtSpec => ({
  coins: [mine(0, { value: holds })],
  outputs: [pay(paid), back(holds - paid - fee)],
});
export const toOurselves = (value: bigint, index = 3): OutputSpec => ({
  value,
  ...place(wpkh, 0, index),
});
export const many = (count: number, value: bigint): readonly CoinSpec[] =>
  Array.from({ length: count }, (_, i) => mine(i, { value }));
export const payees = (count: number, value: bigint): readonly OutputSpec[] =>
  Array.from({ length: count }, (_, i) =>
    pay(value, Uint8Array.of(0, 20, ...new Uint8Array(20).fill(i + 100))),
  );
export const withTypes = (
  spec: PsbtSpec,
  ...sighashTypes: readonly (number | undefined)[]
): PsbtSpec => ({
  ...spec,
  coins: spec.coins.map((each, i) => ({
    ...each,
    change: (input) => Object.assign(input, { sighashType: sighashTypes[i] ?? sighashTypes[0] }),
  })),
});

/** One native coin, a payment and change: 144 virtual bytes with a legacy payee. */
export const costing = (paid: bigint, fee: bigint, holds = 10n * BTC): PsbtSpec => ({
  coins: [at(wpkh, 0, holds)],
  outputs: [pay(paid, friend), back(holds - paid - fee)],
});

/** Makes a fee at the border of a tier, and one satoshi above. */
export const tier = (
  name: string,
  above: PsbtSpec,
  below: PsbtSpec,
  rest: readonly FindingId[] = [],
) => pair([`${name}: one satoshi above`, above], [`${name}: at the border`, below, rest]);
