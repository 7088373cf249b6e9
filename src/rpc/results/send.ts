import type { Result } from '../method.ts';
import { psbtDetailsResult } from './psbt-details.ts';

/** What became of a transaction that send or sendall made. */
export const sentResult = {
  type: 'object',
  help: '',
  fields: [
    {
      name: 'psbt',
      type: 'string',
      optional: true,
      help: 'The PSBT, unless the transaction was sent',
    },
    {
      name: 'txid',
      type: 'hex',
      optional: true,
      help: 'The id of the transaction, when it is complete',
    },
    {
      name: 'hex',
      type: 'hex',
      optional: true,
      help: 'The transaction, when it is complete and was not sent',
    },
    { name: 'complete', type: 'bool', help: 'Whether it has all its signatures' },
    psbtDetailsResult,
  ],
} as const satisfies Result;

/** The answer of `send`, whose option `cpfp` says what the payment pays for besides. */
export const sentByPaymentResult = {
  ...sentResult,
  fields: [
    ...sentResult.fields,
    {
      name: 'cpfp',
      type: 'object',
      optional: true,
      beyondCore: true,
      help: 'With the option cpfp: what is paid for the transaction and for all that is unconfirmed before it',
      fields: [
        { name: 'fee', type: 'amount', help: 'The fee of the transaction alone, in BTC' },
        { name: 'packagefee', type: 'amount', help: 'All fees together, in BTC' },
        {
          name: 'packagevsize',
          type: 'number',
          help: 'All of them together, in virtual bytes, at most',
        },
        { name: 'packagefeerate', type: 'number', help: 'What that is in sat/vB' },
      ],
    },
  ],
} as const satisfies Result;
