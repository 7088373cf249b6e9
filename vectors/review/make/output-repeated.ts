import { silentPsbt } from '../../../test/support/generate/silent-payments.ts';
import { of, tr } from '../../../test/support/review/accounts.ts';
import {
  anyWitness,
  friend,
  keyHashScript,
  other,
  payeeScript,
} from '../../../test/support/review/coins.ts';
import { earlierPast, fromEarlier, paidWithMoreFee } from '../../../test/support/review/history.ts';
import { batch, rest } from '../../../test/support/review/joint.ts';
import { back, ofTap, pay, swap, tap, usual } from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';
import { silentRows } from '../../../test/support/review/silent.ts';

const twice = (shares: 'none' | 'global') =>
  silentPsbt({
    kinds: ['wpkh'],
    outputs: [
      [1, 1],
      [1, 1],
    ],
    shares,
  });
export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'the same address twice',
        { ...usual, outputs: [pay(30_000n), pay(30_000n), back(39_700n)] },
      ],
    ],
    [
      [
        'two addresses',
        { ...usual, outputs: [pay(30_000n), pay(30_000n, payeeScript), back(39_700n)] },
      ],
    ],
  ),
  // Silent payments (BIP352, BIP374, BIP375).
  ...silentRows(
    [
      [
        'one silent payment address twice, before its scripts',
        twice('none'),
        'proven',
        ['silent-script-pending', 'output-repeated'],
      ],
      ['one silent payment address twice, by two scripts', twice('global')],
    ],
    [
      [
        'two silent payment addresses before their scripts',
        silentPsbt({
          kinds: ['wpkh'],
          outputs: [
            [1, 1],
            [2, 1],
          ],
          shares: 'none',
        }),
        'proven',
        ['silent-script-pending'],
      ],
    ],
  ),
  ...pairs(
    [
      'a payee three times',
      swap(tap, pay(170_000n, other), pay(170_000n, other), pay(598_000n, other)),
      ['nothing-comes-back', 'output-repeated'],
      ofTap,
    ],
    [
      'three payees',
      swap(tap, pay(170_000n, other), pay(170_000n, friend), pay(598_000n, anyWitness)),
      ['nothing-comes-back'],
      ofTap,
    ],
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'a batch that pays one payee twice',
      batch(back(rest - 40_000n, tr, 1), pay(40_000n, keyHashScript(5))),
      of(tr),
    ],
    ['a batch that pays each payee once', batch(back(rest, tr, 2)), of(tr)],
    // Earlier signatures, and what a thief makes of them.
    [
      'a replacement that pays the payee twice',
      fromEarlier(pay(100_000n, friend), pay(100_000n, friend), back(698_000n)),
      ['coin-paid-elsewhere', 'output-repeated'],
      earlierPast,
    ],
    paidWithMoreFee,
  ),
];
