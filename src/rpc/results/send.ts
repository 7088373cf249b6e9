import type { Result } from '../method.ts';

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
  ],
} as const satisfies Result;
