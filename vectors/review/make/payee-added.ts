import { place, thief } from '../../../test/support/review/accounts.ts';
import {
  coin,
  friend,
  other,
  ourCoin,
  ourSecondCoin,
  outPoint,
} from '../../../test/support/review/coins.ts';
import { pastPayments } from '../../../test/support/review/history.ts';
import {
  back,
  type OutputSpec,
  type PsbtSpec,
  pay,
} from '../../../test/support/review/payments.ts';
import { type Case, pair, pairs } from '../../../test/support/review/rows.ts';

const before = { past: { [outPoint(ourCoin)]: pastPayments([400_000n, friend]) } };
const paying = (...outputs: readonly OutputSpec[]): PsbtSpec => ({ coins: [ourCoin], outputs });
const bump = paying(pay(400_000n, friend), back(498_000n));

export const cases: readonly Case[] = [
  // Replacements of a signed payment of 400,000 sat.
  ...pair(
    [
      'a fee bump in which a second payee takes 96 % of the change',
      paying(pay(400_000n, friend), pay(478_000n, other), back(20_000n)),
      before,
    ],
    ['a fee bump that pays the payee alone', bump, before],
    [
      'another payment, after the first one',
      { ...bump, coins: [ourSecondCoin], outputs: [pay(300_000n, other), back(598_000n)] },
      before,
    ],
    [
      'a payment that adds a text without money',
      paying(
        pay(400_000n, friend),
        { value: 0n, script: Uint8Array.of(0x6a, 1, 0x68) },
        back(498_000n),
      ),
      ['output-data'],
      before,
    ],
  ),
  ...pairs(
    [
      'a fee bump in which a second payee takes all of the change',
      paying(pay(400_000n, friend), pay(498_000n, other)),
      ['payee-added', 'nothing-comes-back'],
      before,
    ],
    [
      'a fee bump of the payment with two payees that was signed last',
      paying(pay(400_000n, friend), pay(200_000n, other), back(297_000n)),
      {
        ...before,
        spent: { [outPoint(ourCoin)]: [pastPayments([400_000n, friend], [200_000n, other])] },
      },
    ],
    [
      'a payee who takes a thousandth of the change',
      paying(pay(400_000n, friend), pay(600n, other), back(497_400n)),
      before,
    ],
    [
      'a payjoin whose payee has two outputs',
      {
        coins: [ourCoin, coin(place(thief, 0, 3), 205, { value: 600_000n })],
        outputs: [pay(400_000n, friend), pay(600_000n, other), back(498_000n)],
      },
      ['inputs-of-others'],
      before,
    ],
    [
      'a payee who is paid by a second coin',
      {
        coins: [ourCoin, ourSecondCoin],
        outputs: [pay(400_000n, friend), pay(700_000n, other), back(697_000n)],
      },
      before,
    ],
    [
      'the same payee, and a second coin for the fee',
      { coins: [ourCoin, ourSecondCoin], outputs: [pay(400_000n, friend), back(1_397_000n)] },
      before,
    ],
  ),
];
