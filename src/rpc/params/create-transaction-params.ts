import { amount, bool, dictionary, hex, list, num, record } from '../fields.ts';

/** An object of addresses and their amounts. */
export const payeeField = dictionary.optional(
  '',
  '',
  [amount('address', 'The key is the address, the value the amount in BTC')],
  { usage: '{"address":amount,...}' },
);

export const outputsParam = list(
  'outputs',
  'The outputs in their order: an array of objects with one key each, or one object with all keys.\n' +
    'No address may come twice, and only one key may be "data".',
  [
    payeeField,
    record.optional([hex('data', 'The key is "data", the value what an OP_RETURN output carries')]),
  ],
  { unchecked: true },
);

export const versionParam = num('version', 'The version, 1 to 3', { default: 2 });

/** The outpoint of a coin. */
export const outPointField = record.optional([
  hex('txid', 'The transaction'),
  num('vout', 'The number of its output'),
]);

/** Fields of an input of a new transaction. */
export const inputFields = [
  hex('txid', 'The id of the transaction to spend from'),
  num('vout', 'The number of its output'),
  num('sequence', 'The sequence number', {
    defaultHint: "depends on 'replaceable' and 'locktime'",
  }),
] as const;

const locktimeParam = num(
  'locktime',
  'The lock time. Unless it is 0, inputs get sequences that make it effective',
  { default: 0 },
);

/** Inputs and outputs of a new transaction, for createrawtransaction and createpsbt. */
export const createTransactionParams = [
  list('inputs', 'The outputs to spend', [record.optional(inputFields)]),
  outputsParam,
  locktimeParam,
  bool(
    'replaceable',
    'Give inputs a sequence that lets the transaction be replaced by one with a higher fee (BIP125).\n' +
      'When true, it is an error if the given sequences contradict it.',
    { defaultHint: 'false; true with -profile=core' },
  ),
  versionParam,
] as const;
