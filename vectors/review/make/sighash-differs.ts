import { secretNative, secretTaproot } from '../../../test/support/review/accounts.ts';
import { signedBy, usual } from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';
import { ofTapAndNative, usualTaproot, withInputs } from '../../../test/support/review/xpubs.ts';

const all = signedBy(secretTaproot, usualTaproot, { sighashType: 1 });

export const cases: readonly Case[] = rows(
  [
    // Partial signatures that nodes or the script reject.
    [
      'ALL in taproot, where DEFAULT is asked for',
      withInputs(all, () => ({ sighashType: undefined })),
      ofTapAndNative,
    ],
    [
      'ALL, where ALL|ANYONECANPAY is asked for',
      withInputs(signedBy(secretNative, usual), () => ({ sighashType: 0x81 })),
      ['sighash-anyone-can-pay', 'sighash-differs'],
      { fee: 'open' },
    ],
  ],
  [
    ['ALL in taproot, where it is asked for', all, ofTapAndNative],
    [
      'ALL in taproot, in a final input',
      withInputs(
        signedBy(secretTaproot, usualTaproot, { sighashType: 1 }),
        ({ tapKeySignature }) => ({
          sighashType: undefined,
          tapKeySignature: undefined,
          finalWitness: tapKeySignature ? [tapKeySignature] : [],
        }),
      ),
      ['nothing-to-sign'],
      ofTapAndNative,
    ],
    ['DEFAULT in taproot', signedBy(secretTaproot, usualTaproot), ofTapAndNative],
    ['ALL of P2WPKH, where nothing is asked for', signedBy(secretNative, usual)],
    [
      'ALL of P2WPKH, where it is asked for',
      withInputs(signedBy(secretNative, usual), () => ({ sighashType: 1 })),
    ],
  ],
);
