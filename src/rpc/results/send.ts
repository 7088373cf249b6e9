import { amount, bool, hex, num, object, record, str } from '../fields.ts';
import type { Result } from '../method.ts';
import { psbtDetailsResult } from './psbt-details.ts';

/** The result of send and sendall. */
export const sentResult = record([
  str.optional('psbt', 'The PSBT, unless the transaction was sent'),
  hex.optional('txid', 'The id of the transaction, when it is complete'),
  hex.optional('hex', 'The transaction, when it is complete and was not sent'),
  bool('complete', 'Whether it has all its signatures'),
  psbtDetailsResult,
]);

/** The answer of `send`, whose option `cpfp` says what the payment pays for besides. */
export const sentByPaymentResult = {
  ...sentResult,
  fields: [
    ...sentResult.fields,
    object.optional(
      'cpfp',
      'With the option cpfp: what is paid for the transaction and for all that is unconfirmed before it',
      [
        amount('fee', 'The fee of the transaction alone, in BTC'),
        amount('packagefee', 'All fees together, in BTC'),
        num('packagevsize', 'All of them together, in virtual bytes, at most'),
        num('packagefeerate', 'What that is in sat/vB'),
      ],
      { beyondCore: true },
    ),
  ],
} as const satisfies Result;
