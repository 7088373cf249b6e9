import { keyAt, ME } from '../../../test/support/review/accounts.ts';
import { finalPsbt, rawRow } from '../../../test/support/review/final.ts';
import { anchorChild, ofTap, signedBy, tap } from '../../../test/support/review/payments.ts';
import { type Case, pair, rows } from '../../../test/support/review/rows.ts';
import { halfSigned } from '../../../test/support/review/signed.ts';

const signed = signedBy(`wpkh(${keyAt(ME, '84h/1h/0h', true)})`, anchorChild(240n), {
  finalize: true,
});

export const cases: readonly Case[] = [
  ...rows(
    [['every input is final', finalPsbt]],
    [
      ['signed, but not final', halfSigned],
      ['taproot coins that nothing signed', tap, ofTap],
    ],
  ),
  rawRow('a signed raw transaction', true, false, ['nothing-to-sign']),
  ...pair(
    // Anchors, which have no owner, and coins of others, which are not bait.
    ['a signed child of an anchor', signed, ['nothing-to-sign', 'truc']],
    ['a child of an anchor, unsigned', anchorChild(240n), ['truc']],
  ),
];
