import { pkh, place, tr, wpkh } from '../../../test/support/review/accounts.ts';
import { type CoinSpec, coin, mine, outPoint } from '../../../test/support/review/coins.ts';
import {
  back,
  ofShared,
  type PsbtSpec,
  pay,
  shared,
  withFacts,
} from '../../../test/support/review/payments.ts';
import { BIP143_LIE, type Case, rows } from '../../../test/support/review/rows.ts';

const claimed = { previous: false } as const;
const taprootCoin = (index: number, more: Partial<CoinSpec> = {}) =>
  coin(place(tr, 0, index), 20 + index, more);
const trees = (...coins: readonly CoinSpec[]): PsbtSpec => ({
  coins,
  outputs: [pay(90_000n), back(BigInt(coins.length) * 100_000n - 90_700n)],
});
const mixed = { descriptors: [wpkh, tr, pkh] } as const;
const source = { source: BIP143_LIE } as const;

export const cases: readonly Case[] = rows(
  [
    [
      'three segwit v0 coins, two with their previous transactions',
      {
        coins: [mine(0), mine(1, claimed), mine(2)],
        outputs: [pay(150_000n), back(149_000n)],
      },
    ],
    [
      'a claimed taproot coin beside a v0 coin with its previous transaction',
      trees(taprootCoin(0, claimed), mine(1)),
      mixed,
    ],
    [
      'a claimed taproot coin and a claimed v0 coin: the digest of one covers both amounts',
      trees(taprootCoin(0, claimed), mine(1, claimed)),
      { ...mixed, ...source },
    ],
  ],
  [
    ['three coins with their previous transactions', trees(mine(0), mine(1), mine(2))],
    [
      'a claimed coin beside others, where a wallet remembers amounts',
      trees(mine(0), mine(1, claimed)),
      {
        past: {
          [outPoint(mine(0))]: { amount: '100000', payees: '', isSigned: false },
        },
      },
    ],
    ['only taproot coins', trees(taprootCoin(0, claimed), taprootCoin(1, claimed)), mixed],
    [
      'two of three over one coin without its previous transaction',
      withFacts(shared, { previous: false }),
      ofShared,
    ],
  ],
);
