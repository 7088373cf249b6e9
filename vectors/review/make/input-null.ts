import { wpkh } from '../../../test/support/review/accounts.ts';
import { at, friend } from '../../../test/support/review/coins.ts';
import { back, type PsbtSpec, pay, payFriend } from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';

const usual = payFriend(wpkh, back(499_000n));
const none: PsbtSpec['change'] = (psbt) => {
  psbt.inputs = psbt.inputs.map((input, i) =>
    i === 1
      ? {
          ...input,
          prevout: { txid: '0'.repeat(64), vout: 0xffffffff },
          nonWitnessUtxo: undefined,
        }
      : input,
  );
};
const two = [at(wpkh, 0, 900_000n), at(wpkh, 1, 900_000n)];

export const cases: readonly Case[] = rows(
  [
    // Amounts, coins and sizes that no node accepts.
    [
      'an input that names no coin',
      { coins: two, outputs: [pay(400_000n, friend), back(1_399_000n)], change: none },
      ['input-null', 'not-standard', 'fee-proven-once'],
    ],
  ],
  [
    ['two coins', { coins: two, outputs: [pay(400_000n, friend), back(1_399_000n)] }],
    ['one coin', usual],
  ],
);
