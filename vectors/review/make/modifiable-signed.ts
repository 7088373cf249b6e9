import { concatBytes } from '../../../src/encoding/bytes.ts';
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
const stop = ['modifiable-signed', 'psbt-modifiable'] as const;
const open = { fee: 'open' } as const;
const single = ['sighash-single', 'sighash-anyone-can-pay', 'psbt-modifiable'] as const;

export const cases: readonly Case[] = rows(
  [
    // Flags of BIP370 together with existing signatures.
    ['inputs may be added to what ALL has signed', flagged(1, by()), stop],
    ['outputs may be added to what ALL has signed', flagged(2, by()), stop],
    [
      'outputs may be added to what ALL|ANYONECANPAY has signed',
      flagged(2, by(0x81)),
      ['sighash-anyone-can-pay', ...stop],
      open,
    ],
    [
      'inputs may be added to what SINGLE has signed',
      flagged(5, by(3)),
      ['sighash-single', ...stop],
      open,
    ],
  ],
  [
    ['nothing may be added to what ALL has signed', flagged(0, by())],
    [
      'inputs may be added to what ALL|ANYONECANPAY has signed',
      flagged(1, by(0x81)),
      ['sighash-anyone-can-pay', 'psbt-modifiable'],
      open,
    ],
    ['all may be added to what SINGLE|ANYONECANPAY has signed', flagged(7, by(0x83)), single, open],
    [
      'all may be added to what NONE|ANYONECANPAY has signed',
      flagged(3, by(0x82)),
      ['sighash-none', 'sighash-anyone-can-pay', 'psbt-modifiable'],
      open,
    ],
    ['all may be added to what is not signed', flagged(3, plain), ['psbt-modifiable']],
    [
      'all may be added beside a signature that does not hold',
      flagged(
        3,
        withInputs(by(), (input) => ({
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
