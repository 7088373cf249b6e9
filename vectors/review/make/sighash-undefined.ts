import { multi, of, pkh, tr, wpkh } from '../../../test/support/review/accounts.ts';
import { at, field } from '../../../test/support/review/coins.ts';
import {
  buildPsbt,
  ofTap,
  type PsbtSpec,
  payFriendWithChange,
  tap,
  typed,
  usual,
  withType,
} from '../../../test/support/review/payments.ts';
import { type Case, ofOpen, openFee, pair, rows } from '../../../test/support/review/rows.ts';
import { ofTapAndNative, usualTaproot, withInputs } from '../../../test/support/review/xpubs.ts';

const typedPayment = (text: string, sighashType: number): PsbtSpec => ({
  ...payFriendWithChange(text),
  coins: [at(text, 0, 900_000n, field({ sighashType }))],
});
const undefinedTypes: readonly (readonly [string, number])[] = [
  [wpkh, 0x21],
  [wpkh, 0x41],
  [tr, 0x80],
  [tr, 0xc1],
  [wpkh, 0x101],
  [multi, 0x04],
  [pkh, 0x80000001],
];

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'a type that does not exist',
        typed(0x42),
        ['sighash-none', 'sighash-undefined'],
        { fee: 'open' },
      ],
      // Partial signatures that nodes or the script reject.
      ['DEFAULT asked for of P2WPKH', withInputs(buildPsbt(usual), () => ({ sighashType: 0 }))],
    ],
    [
      ['a type that does', typed(1)],
      [
        'DEFAULT asked for of taproot',
        withInputs(buildPsbt(usualTaproot), () => ({ sighashType: 0 })),
        ofTapAndNative,
      ],
      ['ALL asked for of P2WPKH', withInputs(buildPsbt(usual), () => ({ sighashType: 1 }))],
    ],
  ),
  ...pair(
    [
      'type 0x84 of a taproot coin',
      withType(tap, 0x84),
      ['sighash-anyone-can-pay', 'sighash-undefined'],
      { ...ofTap, ...openFee },
    ],
    ['type 0 of a taproot coin', withType(tap, 0), ofTap],
  ),
  // Bits of sighash types that a lenient program ignores.
  ...undefinedTypes.flatMap(([text, type]) =>
    pair(
      [
        `type 0x${type.toString(16)} of ${text.slice(0, 7)}`,
        typedPayment(text, type),
        (type & 0x80) === 0 || text !== tr
          ? ['sighash-undefined']
          : ['sighash-anyone-can-pay', 'sighash-undefined'],
        ofOpen(text),
      ],
      [
        `type 0x1 of ${text.slice(0, 7)} beside 0x${type.toString(16)}`,
        typedPayment(text, 1),
        of(text),
      ],
    ),
  ),
];
