import { encodeHex } from '../../../src/encoding/hex.ts';
import { COSIGNER, keyAt, ME, MULTI_PATH } from '../../../test/support/review/accounts.ts';
import { at, friend, outPoint } from '../../../test/support/review/coins.ts';
import {
  heirChain,
  heirWallet,
  me,
  notWaiting,
  ofHeir,
  spendHeir,
  waiting,
} from '../../../test/support/review/heir.ts';
import { back, type PsbtSpec, pay } from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';

const asHeir = { descriptors: [heirWallet(me, keyAt(COSIGNER, MULTI_PATH, true))] };
const asBoth = {
  descriptors: [heirWallet(keyAt(ME, MULTI_PATH, true), keyAt(COSIGNER, MULTI_PATH, true))],
};
const watched = { descriptors: [ofHeir] };
const simple = `wsh(and_v(v:pk(${keyAt(ME, MULTI_PATH)}),older(26280)))`;
const twoCoins = `wsh(or_d(pk(${keyAt(ME, MULTI_PATH)}),and_v(v:pkh(${keyAt(COSIGNER, MULTI_PATH)}),older(26280))))`;
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
      { ...asHeir, ...heirChain(830_000), says: ['It is old enough since block 826280.'] },
    ],
    [
      'the heir spends a coin that is old enough from the next block on',
      waiting,
      { ...asHeir, ...heirChain(826_279), says: ['since block 826280'] },
    ],
    [
      'the heir spends a coin that is not old enough for a year',
      waiting,
      { ...asHeir, ...heirChain(800_100), says: ['It is old enough from block 826280 on.'] },
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
    ['the main path, with both private keys', notWaiting, asBoth],
    ['the main path, without private keys', notWaiting, watched],
    [
      'the only path, which waits',
      spendHeir(26_280, simple),
      ['relative-lock'],
      { descriptors: [simple] },
    ],
  ],
);
