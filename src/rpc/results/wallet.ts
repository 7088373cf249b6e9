import { amount, bool, hex, list, none, num, object, record, str, time } from '../fields.ts';

/** A list of warnings for the caller. */
export const warningsResult = list.optional('warnings', 'What should be known about it', [str()]);

/** The result of methods that load a wallet. */
export const loadedResult = record([str('name', 'The name of the wallet'), warningsResult]);

export const nothing = none();

/** `shapeLastBlock`. */
export const lastBlockResult = object.optional(
  'lastprocessedblock',
  'Up to which block the wallet knows the chain',
  [hex('hash', 'Its hash'), num('height', 'Its height')],
);

export const parentDescriptors = list.optional(
  'parent_descs',
  'The descriptors of the wallet that it comes from, without private keys',
  [str()],
);

const ids = (name: string, help: string) => list(name, help, [hex()]);

const word = (name: string, help: string) => str.optional(name, help);

/** Fields about a transaction's state (`describeTransaction`). */
export const transactionStateFields = [
  num('confirmations', 'Confirmations; below 0: of the conflict in the chain'),
  bool.optional('generated', 'True: it is the coinbase of a block'),
  bool.optional('trusted', 'Unconfirmed: whether it can be built on'),
  hex.optional('blockhash', 'The block that it is in'),
  num.optional('blockheight', 'The height of that block'),
  num.optional('blockindex', 'Its place in that block'),
  time.optional('blocktime', 'The time of that block'),
  hex('txid', 'The id of the transaction'),
  hex('wtxid', 'The id with witnesses'),
  ids('alternate_wtxids', 'Ids with other witnesses that were seen of it'),
  ids('walletconflicts', 'Transactions of the wallet that spend the same'),
  ids('mempoolconflicts', 'Transactions in the mempool that spend the same'),
  time('time', 'When it was made or found'),
  time('timereceived', 'When the wallet heard of it'),
  word('comment', 'A note that was made with it'),
  word('to', 'A note on who is paid'),
  hex.optional('replaces_txid', 'The one that it takes the place of'),
  hex.optional('replaced_by_txid', 'The one that takes its place'),
] as const;

/** One output as the wallet sees it: `transactionEntries`. */
export const transactionEntryFields = [
  word('address', 'The address'),
  { ...parentDescriptors, help: `Received: ${parentDescriptors.help}` },
  str('category', 'What it is; generate, immature and orphan are of coinbases', {
    values: ['send', 'receive', 'generate', 'immature', 'orphan'],
  }),
  amount('amount', 'In BTC, negative for what is sent'),
  word('label', 'The label of the address'),
  num('vout', 'The number of the output'),
  amount.optional('fee', 'Sent: the fee of the transaction in BTC, as a negative amount'),
  bool('abandoned', 'Whether the transaction was given up'),
] as const;
