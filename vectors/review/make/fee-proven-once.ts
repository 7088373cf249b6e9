import { mixedWallets } from '../../../test/support/review/accounts.ts';
import { mine, outPoint, taprootCoin } from '../../../test/support/review/coins.ts';
import {
  back,
  ofShared,
  pay,
  payAllBut90k,
  shared,
  withFacts,
} from '../../../test/support/review/payments.ts';
import { BIP143_LIE, type Case, rows } from '../../../test/support/review/rows.ts';

const claimed = { previous: false } as const;
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
      payAllBut90k(taprootCoin(0, claimed), mine(1)),
      mixedWallets,
    ],
    [
      'a claimed taproot coin and a claimed v0 coin: the digest of one covers both amounts',
      payAllBut90k(taprootCoin(0, claimed), mine(1, claimed)),
      { ...mixedWallets, ...source },
    ],
  ],
  [
    ['three coins with their previous transactions', payAllBut90k(mine(0), mine(1), mine(2))],
    [
      'a claimed coin beside others, where a wallet remembers amounts',
      payAllBut90k(mine(0), mine(1, claimed)),
      {
        past: {
          [outPoint(mine(0))]: { amount: '100000', payees: '', isSigned: false },
        },
      },
    ],
    [
      'only taproot coins',
      payAllBut90k(taprootCoin(0, claimed), taprootCoin(1, claimed)),
      mixedWallets,
    ],
    [
      'two of three over one coin without its previous transaction',
      withFacts(shared, { previous: false }),
      ofShared,
    ],
  ],
);
