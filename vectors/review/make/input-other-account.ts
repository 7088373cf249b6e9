import { place, secondAccount, thief, tr, wpkh } from '../../../test/support/review/accounts.ts';
import { coin, mine } from '../../../test/support/review/coins.ts';
import { back, pay } from '../../../test/support/review/payments.ts';
import { type Case, type Row, rows } from '../../../test/support/review/rows.ts';

const others = [secondAccount, tr, thief];
const beside = (text: string, branch: 0 | 1 = 0) => ({
  coins: [mine(0), coin(place(text, branch, 4), 71)],
  outputs: [pay(160_000n), back(39_700n)],
});

export const cases: readonly Case[] = rows(
  [
    ...[secondAccount, tr, thief].map(
      (text): Row => [
        `a coin of another account of ours: ${text.slice(0, 12)}${others.indexOf(text)}`,
        beside(text),
        { others },
      ],
    ),
    ['change of another account of ours', beside(secondAccount, 1), { others }],
  ],
  [
    ['a second coin of the account that pays', beside(wpkh), { others }],
    ['the same coin without the keys for it', beside(secondAccount), ['inputs-of-others']],
  ],
);
