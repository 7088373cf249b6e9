import type { Result } from '../method.ts';

/** A list of sentences for whoever asked. */
export const warningsResult = {
  name: 'warnings',
  type: 'array',
  optional: true,
  help: 'What should be known about it',
  fields: [{ type: 'string', help: '' }],
} as const satisfies Result;

/** What the methods answer that load a wallet. */
export const loadedResult = {
  type: 'object',
  help: '',
  fields: [{ name: 'name', type: 'string', help: 'The name of the wallet' }, warningsResult],
} as const satisfies Result;

export const nothing = { type: 'null', help: '' } as const satisfies Result;

/** `shapeLastBlock`. */
export const lastBlockResult = {
  name: 'lastprocessedblock',
  type: 'object',
  optional: true,
  help: 'Up to which block the wallet knows the chain',
  fields: [
    { name: 'hash', type: 'hex', help: 'Its hash' },
    { name: 'height', type: 'number', help: 'Its height' },
  ],
} as const satisfies Result;

export const parentDescriptors = {
  name: 'parent_descs',
  type: 'array',
  optional: true,
  help: 'The descriptors of the wallet that it comes from, without private keys',
  fields: [{ type: 'string', help: '' }],
} as const satisfies Result;

const ids = (name: string, help: string) =>
  ({ name, type: 'array', help, fields: [{ type: 'hex', help: '' }] }) as const satisfies Result;

const word = (name: string, help: string) =>
  ({ name, type: 'string', optional: true, help }) as const satisfies Result;

/** Where a transaction stands and what is known of it: `describeTransaction`. */
export const transactionStateFields = [
  {
    name: 'confirmations',
    type: 'number',
    help: 'Confirmations; below 0: of the conflict in the chain',
  },
  { name: 'generated', type: 'bool', optional: true, help: 'True: it is the coinbase of a block' },
  {
    name: 'trusted',
    type: 'bool',
    optional: true,
    help: 'Unconfirmed: whether it can be built on',
  },
  { name: 'blockhash', type: 'hex', optional: true, help: 'The block that it is in' },
  { name: 'blockheight', type: 'number', optional: true, help: 'The height of that block' },
  { name: 'blockindex', type: 'number', optional: true, help: 'Its place in that block' },
  { name: 'blocktime', type: 'time', optional: true, help: 'The time of that block' },
  { name: 'txid', type: 'hex', help: 'The id of the transaction' },
  { name: 'wtxid', type: 'hex', help: 'The id with witnesses' },
  ids('alternate_wtxids', 'Ids with other witnesses that were seen of it'),
  ids('walletconflicts', 'Transactions of the wallet that spend the same'),
  ids('mempoolconflicts', 'Transactions in the mempool that spend the same'),
  { name: 'time', type: 'time', help: 'When it was made or found' },
  { name: 'timereceived', type: 'time', help: 'When the wallet heard of it' },
  word('comment', 'A note that was made with it'),
  word('to', 'A note on who is paid'),
  {
    name: 'replaces_txid',
    type: 'hex',
    optional: true,
    help: 'The one that it takes the place of',
  },
  { name: 'replaced_by_txid', type: 'hex', optional: true, help: 'The one that takes its place' },
] as const satisfies readonly Result[];

/** One output as the wallet sees it: `transactionEntries`. */
export const transactionEntryFields = [
  word('address', 'The address'),
  { ...parentDescriptors, help: `Received: ${parentDescriptors.help}` },
  {
    name: 'category',
    type: 'string',
    values: ['send', 'receive', 'generate', 'immature', 'orphan'],
    help: 'What it is; generate, immature and orphan are of coinbases',
  },
  { name: 'amount', type: 'amount', help: 'In BTC, negative for what is sent' },
  word('label', 'The label of the address'),
  { name: 'vout', type: 'number', help: 'The number of the output' },
  {
    name: 'fee',
    type: 'amount',
    optional: true,
    help: 'Sent: the fee of the transaction in BTC, as a negative amount',
  },
  { name: 'abandoned', type: 'bool', help: 'Whether the transaction was given up' },
] as const satisfies readonly Result[];
