import type { Result } from '../method.ts';

/** What a mempool says about a transaction that it accepts. */
export const acceptedFields = [
  {
    name: 'vsize_adjusted',
    type: 'number',
    optional: true,
    help: 'Its virtual bytes; signature operations may count for more',
  },
  { name: 'vsize', type: 'number', optional: true, help: 'The same virtual bytes' },
  {
    name: 'vsize_bip141',
    type: 'number',
    optional: true,
    help: 'Weight units by four, rounded up',
  },
  {
    name: 'fees',
    type: 'object',
    optional: true,
    help: 'What it pays',
    fields: [
      { name: 'base', type: 'amount', help: 'The fee in BTC' },
      { name: 'effective-feerate', type: 'amount', help: 'The fee rate in BTC/kvB that counts' },
      {
        name: 'effective-includes',
        type: 'array',
        help: 'Whose fees and sizes are in that rate',
        fields: [{ type: 'hex', help: 'The id with witnesses of a transaction' }],
      },
    ],
  },
] as const satisfies readonly Result[];

/** What a mempool would say to each transaction. */
export const acceptanceResult = {
  type: 'array',
  help: 'One for each transaction, in their order',
  fields: [
    {
      type: 'object',
      help: '',
      fields: [
        { name: 'txid', type: 'hex', help: 'The id of the transaction' },
        { name: 'wtxid', type: 'hex', help: 'The id with witnesses' },
        {
          name: 'package-error',
          type: 'string',
          optional: true,
          help: 'Why several are not taken together',
        },
        {
          name: 'allowed',
          type: 'bool',
          optional: true,
          help: 'Whether it would be taken. Absent: not looked at to the end, because of another one or, without a node, because too little is known',
        },
        ...acceptedFields,
        { name: 'reject-reason', type: 'string', optional: true, help: 'Why it is not taken' },
        { name: 'reject-details', type: 'string', optional: true, help: 'More about it' },
        {
          name: 'offline',
          type: 'bool',
          optional: true,
          beyondCore: true,
          help: 'True: no node was asked, it was judged here',
        },
        {
          name: 'unchecked',
          type: 'array',
          optional: true,
          beyondCore: true,
          help: 'What could not be judged here',
          fields: [{ type: 'string', help: 'A sentence' }],
        },
      ],
    },
  ],
} as const satisfies Result;
