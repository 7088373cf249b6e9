import { concatBytes } from '../../../src/encoding/bytes.ts';
import {
  flagged,
  signedV2,
  singleAnyone,
  unsignedV2,
} from '../../../test/support/review/modifiable.ts';
import { type Case, openFee, rows } from '../../../test/support/review/rows.ts';
import { withInputs } from '../../../test/support/review/xpubs.ts';

const stop = ['modifiable-signed', 'psbt-modifiable'] as const;
export const cases: readonly Case[] = rows(
  [
    // Flags of BIP370 together with existing signatures.
    ['inputs may be added to what ALL has signed', flagged(1, signedV2()), stop],
    ['outputs may be added to what ALL has signed', flagged(2, signedV2()), stop],
    [
      'outputs may be added to what ALL|ANYONECANPAY has signed',
      flagged(2, signedV2(0x81)),
      ['sighash-anyone-can-pay', ...stop],
      openFee,
    ],
    [
      'inputs may be added to what SINGLE has signed',
      flagged(5, signedV2(3)),
      ['sighash-single', ...stop],
      openFee,
    ],
  ],
  [
    ['nothing may be added to what ALL has signed', flagged(0, signedV2())],
    [
      'inputs may be added to what ALL|ANYONECANPAY has signed',
      flagged(1, signedV2(0x81)),
      ['sighash-anyone-can-pay', 'psbt-modifiable'],
      openFee,
    ],
    [
      'all may be added to what SINGLE|ANYONECANPAY has signed',
      flagged(7, signedV2(0x83)),
      singleAnyone,
      openFee,
    ],
    [
      'all may be added to what NONE|ANYONECANPAY has signed',
      flagged(3, signedV2(0x82)),
      ['sighash-none', 'sighash-anyone-can-pay', 'psbt-modifiable'],
      openFee,
    ],
    ['all may be added to what is not signed', flagged(3, unsignedV2), ['psbt-modifiable']],
    [
      'all may be added beside a signature that does not hold',
      flagged(
        3,
        withInputs(signedV2(), (input) => ({
          partialSignatures: input.partialSignatures.map((each) => ({
            ...each,
            signature: concatBytes(
              each.signature.subarray(0, 12),
              Uint8Array.of((each.signature[12] ?? 0) ^ 1),
              each.signature.subarray(13),
            ),
          })),
        })),
      ),
      ['signature-invalid', 'psbt-modifiable'],
    ],
  ],
);
