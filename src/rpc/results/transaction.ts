import type { Result } from '../method.ts';

/** An output script as `shapeScript` shows it. */
export const scriptFields = [
  { name: 'asm', type: 'string', help: 'The script in words' },
  { name: 'desc', type: 'string', help: 'Its descriptor, as far as the script tells it' },
  { name: 'hex', type: 'hex', help: 'The script' },
  { name: 'address', type: 'string', optional: true, help: 'Its address' },
  { name: 'type', type: 'string', help: 'Which kind of script it is' },
] as const satisfies readonly Result[];

/** An output script under a name of its own. */
export const scriptResult = (name: string, help: string) =>
  ({ name, type: 'object', help, fields: scriptFields }) as const satisfies Result;

/** Where nothing but the script's own bytes is said of it. */
export const scriptSigResult = (name: string, help: string) =>
  ({
    name,
    type: 'object',
    optional: true,
    help,
    fields: [
      { name: 'asm', type: 'string', help: 'The script in words, sighash types of signatures too' },
      { name: 'hex', type: 'hex', help: 'The script' },
    ],
  }) as const satisfies Result;

const inputFields = [
  {
    name: 'coinbase',
    type: 'hex',
    optional: true,
    help: 'What a coinbase has instead of the next three',
  },
  { name: 'txid', type: 'hex', optional: true, help: 'The transaction that it spends from' },
  { name: 'vout', type: 'number', optional: true, help: 'The number of its output' },
  scriptSigResult('scriptSig', 'The signature script'),
  {
    name: 'txinwitness',
    type: 'array',
    optional: true,
    help: 'The witness',
    fields: [{ type: 'hex', help: 'An element of the stack' }],
  },
  { name: 'sequence', type: 'number', help: 'The sequence number' },
] as const satisfies readonly Result[];

const outputFields = [
  { name: 'value', type: 'amount', help: 'The amount in BTC' },
  { name: 'n', type: 'number', help: 'The number of the output' },
  scriptResult('scriptPubKey', 'The script that it pays'),
] as const satisfies readonly Result[];

const isChange = {
  name: 'ischange',
  type: 'bool',
  optional: true,
  help: 'True: the output is change of the wallet',
} as const satisfies Result;

const prevout = {
  name: 'prevout',
  type: 'object',
  optional: true,
  help: 'The output that it spends (verbosity 2)',
  fields: [
    { name: 'generated', type: 'bool', help: 'Whether a coinbase made it' },
    { name: 'height', type: 'number', help: 'The height of its block' },
    { name: 'value', type: 'amount', help: 'The amount in BTC' },
    scriptResult('scriptPubKey', 'The script that it pays'),
  ],
} as const satisfies Result;

/**
 * A transaction as `shapeTransaction` shows it. `ofWallet`: its change is marked; `ofNode`: what it
 * spends is shown.
 */
export const transactionFields = ({
  ofWallet = false,
  ofNode = false,
}: {
  readonly ofWallet?: boolean;
  readonly ofNode?: boolean;
}) =>
  [
    { name: 'txid', type: 'hex', help: 'The id' },
    { name: 'hash', type: 'hex', help: 'The id with witnesses' },
    { name: 'version', type: 'number', help: 'The version' },
    { name: 'size', type: 'number', help: 'Bytes' },
    { name: 'vsize', type: 'number', help: 'Weight units by four, rounded up' },
    { name: 'weight', type: 'number', help: 'Weight units' },
    { name: 'locktime', type: 'number', help: 'The lock time: a height, from 500000000 on a time' },
    {
      name: 'vin',
      type: 'array',
      help: 'The inputs',
      fields: [
        { type: 'object', help: '', fields: [...inputFields, ...(ofNode ? [prevout] : [])] },
      ],
    },
    {
      name: 'vout',
      type: 'array',
      help: 'The outputs',
      fields: [
        { type: 'object', help: '', fields: [...outputFields, ...(ofWallet ? [isChange] : [])] },
      ],
    },
  ] as const satisfies readonly Result[];

/** What getrawtransaction answers. */
export const rawTransactionResults = [
  { type: 'string', when: 'verbosity is 0', help: 'The transaction in hexadecimal' },
  {
    type: 'object',
    when: 'verbosity is 1 or 2',
    help: '',
    fields: [
      {
        name: 'in_active_chain',
        type: 'bool',
        optional: true,
        help: 'Whether the block that was named is in the best chain',
      },
      {
        name: 'vsize_adjusted',
        type: 'number',
        optional: true,
        help: 'In the mempool: its virtual bytes; signature operations may count for more',
      },
      ...transactionFields({ ofNode: true }),
      { name: 'fee', type: 'amount', optional: true, help: 'The fee in BTC (verbosity 2)' },
      { name: 'hex', type: 'hex', help: 'The transaction' },
      { name: 'blockhash', type: 'hex', optional: true, help: 'The hash of its block' },
      {
        name: 'confirmations',
        type: 'number',
        optional: true,
        help: 'Blocks from its own to the newest one',
      },
      { name: 'time', type: 'time', optional: true, help: 'The time of its block' },
      { name: 'blocktime', type: 'time', optional: true, help: 'The same time' },
    ],
  },
] as const satisfies readonly Result[];
