import { multi, musigOf, of, tr } from '../../../test/support/review/accounts.ts';
import { at, friend, theirCoin } from '../../../test/support/review/coins.ts';
import {
  back,
  ofTap,
  pay,
  tap,
  taprootPayment,
  typed,
  typedChange,
  withType,
} from '../../../test/support/review/payments.ts';
import {
  type Case,
  ofOpen,
  openByType,
  openFee,
  pairs,
  rows,
  withOthers,
} from '../../../test/support/review/rows.ts';

export const cases: readonly Case[] = [
  ...rows(
    [
      ['SINGLE: the change is not covered, and drains', typed(3), openByType],
      [
        'SINGLE|ANYONECANPAY, as a marketplace asks for it',
        typed(0x83),
        ['sighash-single', 'sighash-anyone-can-pay'],
        openByType,
      ],
    ],
    [['DEFAULT of a taproot input', typed(0, taprootPayment), { descriptors: [tr] }]],
  ),
  ...pairs(
    ['SINGLE of the second taproot coin', withType(tap, 3, 1), { ...ofTap, ...openFee }],
    ['ALL of it, written out', withType(tap, 1, 1), ofTap],
    ['SINGLE by two of three', typedChange(multi, 3), ofOpen(multi)],
    ['ALL by two of three', typedChange(multi, 1), of(multi)],
    ['SINGLE of MuSig2', typedChange(musigOf(), 3), ofOpen(musigOf())],
    ['DEFAULT of MuSig2', typedChange(musigOf(), 0), of(musigOf())],
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'a sale signed SINGLE|ANYONECANPAY',
      withType({ coins: [at(tr, 0, 10_000n)], outputs: [back(500_000n, tr, 3)] }, 0x83),
      ['sighash-single', 'sighash-anyone-can-pay'],
      { ...of(tr), fee: 'open' },
    ],
    [
      'the buyer of a sale',
      {
        coins: [theirCoin(3, 10_000n), at(tr, 0, 900_000n)],
        outputs: [pay(500_000n, friend), back(10_000n, tr, 4), back(398_000n, tr, 5)],
      },
      withOthers,
      of(tr),
    ],
  ),
];
