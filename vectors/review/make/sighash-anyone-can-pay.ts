import { of, place, secretNative, thief, wpkh } from '../../../test/support/review/accounts.ts';
import { at, field, friend, mine } from '../../../test/support/review/coins.ts';
import {
  back,
  ofTap,
  type PsbtSpec,
  pay,
  signedBy,
  tap,
  typed,
  usual,
  withType,
} from '../../../test/support/review/payments.ts';
import {
  type Case,
  OPEN_TYPES,
  ofOpen,
  openByType,
  openFee,
  pair,
  rows,
} from '../../../test/support/review/rows.ts';

const openHalf = signedBy(secretNative, usual, { sighashType: 0x83 });
const replaced = {
  ...openHalf,
  inputs: openHalf.inputs.map((input) => ({ ...input, sighashType: undefined })),
  outputs: openHalf.outputs.map((output, i) =>
    i === 1 ? { ...output, scriptPubKey: place(thief, 0, 0).script, keyPaths: [] } : output,
  ),
};
const pledge: PsbtSpec = { coins: [mine(0)], outputs: [pay(7_000_000n, friend)] };
const sale: PsbtSpec = {
  coins: [mine(0)],
  outputs: [{ value: 7_000_000n, ...place(wpkh, 0, 4) }],
};
export const cases: readonly Case[] = [
  ...rows(
    [
      ['ALL|ANYONECANPAY: others can add inputs', typed(0x81), openByType],
      [
        'SINGLE|ANYONECANPAY was signed, the change was replaced, and the signature still holds',
        replaced,
        ['sighash-single', 'sighash-anyone-can-pay', 'nothing-comes-back', 'sighash-differs'],
        { source: OPEN_TYPES, fee: 'open' },
      ],
    ],
    [['ALL', typed(1)]],
  ),
  ...pair(
    [
      'an offer that others can also spend elsewhere',
      withType(sale, 0x83),
      ['sighash-single', 'sighash-anyone-can-pay'],
      { ...openFee, says: ['They can also spend the coin in another transaction.'] },
    ],
    ['a taproot coin with ALL', withType(tap, 1), ofTap],
  ),
  ...pair([
    'a pledge: what is missing is said',
    withType(pledge, 0x81),
    { ...openFee, says: ['and the fee are still missing.'] },
  ]),
  ...pair(
    // Bits of sighash types that a lenient program ignores.
    [
      'ALL|ANYONECANPAY on the last of three inputs',
      {
        coins: [
          at(wpkh, 0, 300_000n),
          at(wpkh, 1, 300_000n),
          at(wpkh, 2, 300_000n, field({ sighashType: 0x81 })),
        ],
        outputs: [pay(400_000n, friend), back(499_000n)],
      },
      ofOpen(wpkh),
    ],
    [
      'ALL on the last of three inputs',
      {
        coins: [
          at(wpkh, 0, 300_000n),
          at(wpkh, 1, 300_000n),
          at(wpkh, 2, 300_000n, field({ sighashType: 1 })),
        ],
        outputs: [pay(400_000n, friend), back(499_000n)],
      },
      of(wpkh),
    ],
  ),
];
