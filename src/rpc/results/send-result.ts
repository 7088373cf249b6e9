import { amount, bool, hex, num, object, record, str } from '../fields.ts';
import type { Result } from '../method.ts';
import { psbtDetailsResult } from './psbt-details-result.ts';

/** The result of send and sendall. */
export const sentResult = record([
  str.optional('psbt', 'The PSBT, unless the transaction was sent'),
  hex.optional('txid', 'The id of the transaction, if it is complete'),
  hex.optional('hex', 'The transaction, if it is complete and was not sent'),
  bool('complete', 'True if the transaction is completely signed'),
  psbtDetailsResult,
]);

/** The result of `send`, with the option `cpfp`. */
export const sentByPaymentResult = {
  ...sentResult,
  fields: [
    ...sentResult.fields,
    object.optional(
      'cpfp',
      'With the option cpfp: the fee for the transaction and its unconfirmed ancestors',
      [
        amount('fee', 'The fee of the transaction only, in BTC'),
        amount('packagefee', 'All fees together, in BTC'),
        num('packagevsize', 'The maximum virtual size of the package in bytes'),
        num('packagefeerate', 'The fee rate of this package in sat/vB'),
      ],
      { beyondCore: true },
    ),
  ],
} as const satisfies Result;
