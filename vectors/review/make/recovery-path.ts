import { encodeHex } from '../../../src/encoding/hex.ts';
import { COSIGNER, keyAt, ME } from '../../../test/support/review/accounts.ts';
import { at, friend, outPoint } from '../../../test/support/review/coins.ts';
import { back, type PsbtSpec, pay } from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';

const account = '48h/1h/0h/2h';
const wallet = (main: string, backup: string) =>
  `wsh(or_d(pk(${main}),and_v(v:pkh(${backup}),older(26280))))`;
const [me, heir] = [keyAt(ME, account), keyAt(COSIGNER, account)];
const text = wallet(me, heir);
const asHeir = { descriptors: [wallet(me, keyAt(COSIGNER, account, true))] };
const asBoth = {
  descriptors: [wallet(keyAt(ME, account, true), keyAt(COSIGNER, account, true))],
};
const watched = { descriptors: [text] };
const simple = `wsh(and_v(v:pk(${keyAt(ME, account)}),older(26280)))`;
const ours = (sequence: number, of = text) => at(of, 3, 900_000n, { sequence });
const spend = (sequence: number, of = text): PsbtSpec => ({
  coins: [ours(sequence, of)],
  outputs: [pay(400_000n, friend), back(499_000n, of, 2)],
});

/** The chain knows the coin from block 800,000. */
const chain = (height: number, of = text) => ({
  now: { height, time: 1_800_000_000 },
  known: {
    [outPoint(ours(0, of))]: {
      amount: '900000',
      script: encodeHex(ours(0, of).script),
      height: 800_000,
    },
  },
});
const waiting = spend(26_280);
const plain = spend(0xfffffffd);
const twoCoins = `wsh(or_d(pk(${keyAt(ME, account)}),and_v(v:pkh(${keyAt(COSIGNER, account)}),older(26280))))`;
const coins = [3, 4].map((index) => at(twoCoins, index, 900_000n, { sequence: 26_280 }));
const spendTwo: PsbtSpec = {
  coins,
  outputs: [pay(400_000n, friend), back(1_399_000n, twoCoins, 2)],
};
const rest = { descriptors: [twoCoins], now: { height: 900_000, time: 1_800_000_000 } };
const known = (...heights: readonly (number | undefined)[]) =>
  Object.fromEntries(
    coins.map((each, i) => {
      const row = { amount: '900000', script: encodeHex(each.script) };
      const height = heights[i];
      return [outPoint(each), height === undefined ? row : { ...row, height }];
    }),
  );

export const cases: readonly Case[] = rows(
  [
    // Coins with a recovery path that waits for half a year.
    [
      'the heir spends a coin that is old enough',
      waiting,
      { ...asHeir, ...chain(830_000), says: ['It is old enough since block 826280.'] },
    ],
    [
      'the heir spends a coin that is old enough from the next block on',
      waiting,
      { ...asHeir, ...chain(826_279), says: ['since block 826280'] },
    ],
    [
      'the heir spends a coin that is not old enough for a year',
      waiting,
      { ...asHeir, ...chain(800_100), says: ['It is old enough from block 826280 on.'] },
    ],
    ['the heir spends a coin of unknown age', waiting, asHeir],
    ['the recovery path, without private keys', waiting, watched],
    ['the recovery path, with both private keys', waiting, asBoth],
    // Sentences on when coins are old enough.
    [
      'two coins of which both heights are known',
      spendTwo,
      { ...rest, known: known(800_000, 801_000), says: ['old enough since block 827280'] },
    ],
    [
      'two coins of which one height is known',
      spendTwo,
      { ...rest, known: known(800_000), lacks: ['old enough'] },
    ],
    [
      'two coins of which no height is known',
      spendTwo,
      { ...rest, known: known(), lacks: ['old enough'] },
    ],
  ],
  [
    ['the main path, with both private keys', plain, asBoth],
    ['the main path, without private keys', plain, watched],
    [
      'the only path, which waits',
      spend(26_280, simple),
      ['relative-lock'],
      { descriptors: [simple] },
    ],
  ],
);
