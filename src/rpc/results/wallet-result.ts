import type { Wallet } from '../../wallet/wallet.ts';
import { shape } from '../declare-shape.ts';
import { amount, bool, hex, list, none, num, object, str, time } from '../fields.ts';

/** A list of warnings for the caller. */
export const warningsResult = list.optional(
  'warnings',
  'Warnings about the wallet',
  [str()],
  (result: { readonly warnings: readonly string[] }) => result.warnings,
);

/** The result of methods that load a wallet. */
export const loadedResult = shape<{ readonly name: string; readonly warnings: readonly string[] }>([
  str('name', 'The name of the wallet', (loaded) => loaded.name),
  warningsResult,
]);

export const noResult = none();

/** Core: AppendLastProcessedBlock. */
export const lastBlock = shape<NonNullable<Wallet['lastBlock']>>([
  hex('hash', 'The hash of the block', (b) => b.hash),
  num('height', 'The height of the block', (b) => b.height),
]);

export const lastBlockResult = object.optional(
  'lastprocessedblock',
  'The last block that the wallet has processed',
  lastBlock.fields,
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
  num(
    'confirmations',
    'The number of confirmations; negative if a conflicting transaction is in the chain',
  ),
  bool.optional('generated', 'True if it is a coinbase transaction'),
  bool.optional('trusted', 'Unconfirmed: true if its outputs are safe to spend'),
  hex.optional('blockhash', 'The block that it is in'),
  num.optional('blockheight', 'The height of that block'),
  num.optional('blockindex', 'The position of the transaction in that block'),
  time.optional('blocktime', 'The time of that block'),
  hex('txid', 'The id of the transaction'),
  hex('wtxid', 'The id with witnesses'),
  ids('alternate_wtxids', 'Other wtxids of the transaction that were seen'),
  ids('walletconflicts', 'Transactions of the wallet that spend the same'),
  ids('mempoolconflicts', 'Transactions in the mempool that spend the same'),
  time('time', 'The time when it was created or first seen'),
  time('timereceived', 'The time when the wallet received it'),
  word('comment', 'A note that was made with it'),
  word('to', 'A note on who is paid'),
  hex.optional('replaces_txid', 'The transaction that it replaces'),
  hex.optional('replaced_by_txid', 'The transaction that replaces it'),
] as const;

/** One output as the wallet sees it: `transactionEntries`. */
export const transactionEntryFields = [
  word('address', 'The address'),
  { ...parentDescriptors, help: `Received: ${parentDescriptors.help}` },
  str('category', 'The category. "generate", "immature" and "orphan" are for coinbases', {
    values: ['send', 'receive', 'generate', 'immature', 'orphan'],
  }),
  amount('amount', 'The amount in BTC, negative for payments sent'),
  word('label', 'The label of the address'),
  num('vout', 'The number of the output'),
  amount.optional('fee', 'Sent: the fee of the transaction in BTC, as a negative amount'),
  bool('abandoned', 'True if the transaction was abandoned'),
] as const;
