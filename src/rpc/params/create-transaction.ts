import type { Param } from '../method.ts';

/** An object of addresses and what each is paid. */
export const payeeField = {
  name: '',
  type: 'dictionary',
  usage: '{"address":amount,...}',
  required: false,
  help: '',
  fields: [
    {
      name: 'address',
      type: 'amount',
      required: true,
      help: 'The key is the address, the value the amount in BTC',
    },
  ],
} as const satisfies Param;

export const outputsParam = {
  name: 'outputs',
  type: 'array',
  unchecked: true,
  required: true,
  help:
    'The outputs in their order: an array of objects with one key each, or one object with all keys.\n' +
    'No address may come twice, and only one key may be "data".',
  fields: [
    payeeField,
    {
      name: '',
      type: 'object',
      required: false,
      help: '',
      fields: [
        {
          name: 'data',
          type: 'hex',
          required: true,
          help: 'The key is "data", the value what an OP_RETURN output carries',
        },
      ],
    },
  ],
} as const satisfies Param;

export const versionParam = {
  name: 'version',
  type: 'number',
  required: false,
  default: 2,
  help: 'The version, 1 to 3',
} as const satisfies Param;

/** A coin, named by where it was made. */
export const outPointField = {
  name: '',
  type: 'object',
  required: false,
  help: '',
  fields: [
    { name: 'txid', type: 'hex', required: true, help: 'The transaction' },
    { name: 'vout', type: 'number', required: true, help: 'The number of its output' },
  ],
} as const satisfies Param;

/** What an input of a new transaction is made of. */
export const inputFields = [
  { name: 'txid', type: 'hex', required: true, help: 'The id of the transaction to spend from' },
  { name: 'vout', type: 'number', required: true, help: 'The number of its output' },
  {
    name: 'sequence',
    type: 'number',
    required: false,
    defaultHint: "depends on 'replaceable' and 'locktime'",
    help: 'The sequence number',
  },
] as const satisfies readonly Param[];

const locktimeParam = {
  name: 'locktime',
  type: 'number',
  required: false,
  default: 0,
  help: 'The lock time. Unless it is 0, inputs get sequences that let it count',
} as const satisfies Param;

/**
 * The arguments that say what a new transaction spends and pays: of createrawtransaction and
 * createpsbt.
 */
export const createTransactionParams = [
  {
    name: 'inputs',
    type: 'array',
    required: true,
    help: 'The outputs to spend',
    fields: [
      {
        name: '',
        type: 'object',
        required: false,
        help: '',
        fields: inputFields,
      },
    ],
  },
  outputsParam,
  locktimeParam,
  {
    name: 'replaceable',
    type: 'bool',
    required: false,
    defaultHint: 'false; true with -profile=core',
    help:
      'Give inputs a sequence that lets the transaction be replaced by one with a higher fee (BIP125).\n' +
      'When true, it is an error if the given sequences contradict it.',
  },
  versionParam,
] as const satisfies readonly Param[];
