import { COSIGNER, keyAt, ME, multi, NUMS, person } from '../../../test/support/review/accounts.ts';
import { at, friend } from '../../../test/support/review/coins.ts';
import {
  back,
  ofShared,
  type PsbtSpec,
  pay,
  shared,
  swap,
  usual,
  withLeaves,
} from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';

const [a, b, c] = [ME, COSIGNER, person(3)].map((who) => keyAt(who, '86h/1h/0h'));
const tree = (lock: number) =>
  `tr(${NUMS},{and_v(v:pk(${a}),older(${lock})),multi_a(2,${b},${c})})`;
const of = (text: string) => ({ descriptors: [text] });
const spec = (text: string): PsbtSpec =>
  withLeaves({
    coins: [at(text, 0, 100_000n, { sequence: 5 })],
    outputs: [pay(60_000n), back(39_982n, text)],
  });

export const cases: readonly Case[] = [
  ...rows(
    [['a fee below what nodes pass on', { ...usual, outputs: [pay(60_000n), back(39_990n)] }]],
    [['a fee just above it', { ...usual, outputs: [pay(60_000n), back(39_984n)] }]],
  ),
  ...pairs(
    [
      'one satoshi for two of three',
      swap(shared, back(3_765_432n, multi, 6), pay(1_234_567n, friend)),
      ofShared,
    ],
    [
      'a fifth of a satoshi for each byte',
      swap(shared, back(3_765_393n, multi, 6), pay(1_234_567n, friend)),
      ofShared,
    ],
    // Fees of transactions that are signed by another path than the smallest.
    [
      'a fee for the small path, whose lock is closed',
      spec(tree(6)),
      ['fee-too-low', 'relative-lock'],
      of(tree(6)),
    ],
    ['a fee for the small path, whose lock is open', spec(tree(5)), ['recovery-path'], of(tree(5))],
  ),
];
