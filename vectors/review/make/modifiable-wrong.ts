import type { Psbt } from '../../../src/psbt/psbt.ts';
import { secretNative } from '../../../test/support/review/accounts.ts';
import {
  buildPsbt,
  type PsbtSpec,
  signedBy,
  usual,
} from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';
import { withInputs } from '../../../test/support/review/xpubs.ts';

const flagged = (txModifiable: number, psbt: Psbt): Psbt => ({ ...psbt, txModifiable });
const two: PsbtSpec = { ...usual, psbtVersion: 2 };
const by = (sighashType?: number) => signedBy(secretNative, two, { sighashType });
const plain = buildPsbt(two);
const open = { fee: 'open' } as const;
const single = ['sighash-single', 'sighash-anyone-can-pay', 'psbt-modifiable'] as const;

export const cases: readonly Case[] = rows(
  [
    // Flags of BIP370 together with existing signatures.
    ['a flag without a meaning', flagged(8, plain), { says: ['Some flags have no meaning.'] }],
    [
      'a SINGLE that is announced, and nothing is signed',
      flagged(4, plain),
      { says: ['announce a signature'] },
    ],
    ['a SINGLE that is announced, and ALL was signed', flagged(4, by())],
    [
      'a SINGLE that is not announced',
      flagged(3, by(0x83)),
      [...single, 'modifiable-wrong'],
      { ...open, says: ['do not announce'] },
    ],
  ],
  [
    ['a SINGLE that is announced', flagged(4, by(3)), ['sighash-single'], open],
    [
      'a SINGLE that is announced, and no longer asked for',
      flagged(
        4,
        withInputs(by(3), () => ({ sighashType: undefined })),
      ),
      ['sighash-single', 'sighash-differs'],
      open,
    ],
    [
      'a SINGLE that is announced and asked for',
      flagged(
        4,
        withInputs(plain, () => ({ sighashType: 3 })),
      ),
      ['sighash-single'],
      open,
    ],
    [
      'a SINGLE that is not announced, where nothing may be added',
      flagged(0, by(3)),
      ['sighash-single'],
      open,
    ],
    ['no flags', flagged(0, plain)],
  ],
);
