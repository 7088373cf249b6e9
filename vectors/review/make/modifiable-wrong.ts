import {
  flagged,
  signedV2,
  singleAnyone,
  unsignedV2,
} from '../../../test/support/review/modifiable.ts';
import { type Case, openFee, rows } from '../../../test/support/review/rows.ts';
import { withInputs } from '../../../test/support/review/xpubs.ts';

export const cases: readonly Case[] = rows(
  [
    // Flags of BIP370 together with existing signatures.
    ['a flag without a meaning', flagged(8, unsignedV2), { says: ['Some flags have no meaning.'] }],
    [
      'a SINGLE that is announced, and nothing is signed',
      flagged(4, unsignedV2),
      { says: ['announce a signature'] },
    ],
    ['a SINGLE that is announced, and ALL was signed', flagged(4, signedV2())],
    [
      'a SINGLE that is not announced',
      flagged(3, signedV2(0x83)),
      [...singleAnyone, 'modifiable-wrong'],
      { ...openFee, says: ['do not announce'] },
    ],
  ],
  [
    ['a SINGLE that is announced', flagged(4, signedV2(3)), ['sighash-single'], openFee],
    [
      'a SINGLE that is announced, and no longer asked for',
      flagged(
        4,
        withInputs(signedV2(3), () => ({ sighashType: undefined })),
      ),
      ['sighash-single', 'sighash-differs'],
      openFee,
    ],
    [
      'a SINGLE that is announced and asked for',
      flagged(
        4,
        withInputs(unsignedV2, () => ({ sighashType: 3 })),
      ),
      ['sighash-single'],
      openFee,
    ],
    [
      'a SINGLE that is not announced, where nothing may be added',
      flagged(0, signedV2(3)),
      ['sighash-single'],
      openFee,
    ],
    ['no flags', flagged(0, unsignedV2)],
  ],
);
