import type { BlockHash } from '../../chain/block.ts';
import { consensusParams } from '../../chain/consensus.ts';
import { type Json, jsonObject } from '../../json/json.ts';
import { detachedBlocks, type ForkPoint, findForkPoint } from '../../sync/detached-blocks.ts';
import { transactionId } from '../../transaction/txid.ts';
import { depthOf } from '../../wallet/ledger/ledger.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { invalid, invalidAddressOrKey, miscError, RpcCode, RpcError } from '../error.ts';
import {
  type EntryOptions,
  type TransactionView,
  transactionEntries,
} from '../explain/wallet-transaction.ts';
import { bool, hex, list, num, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { includeWatchonly } from '../params/received-params.ts';
import { parseLabel } from '../parse/descriptor-import.ts';
import { transactionEntryFields, transactionStateFields } from '../results/wallet-result.ts';
import { getInt32, parseHashV } from '../values.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

const entry = record([...transactionEntryFields, ...transactionStateFields]);

export const listsinceblock = defineMethod({
  name: 'listsinceblock',
  category: 'Wallet',
  summary:
    'List the transactions of the wallet since a block, including unconfirmed ones.\n' +
    'A transaction has an entry for each output that it sends or receives.',
  params: [
    str.optional(
      'blockhash',
      'The block. If it is no longer in the chain, transactions since the fork are listed. Without it, all are listed',
    ),
    num(
      'target_confirmations',
      'The number of confirmations of the block that is returned as "lastblock". It has no other effect',
      { default: 1 },
    ),
    includeWatchonly,
    bool('include_removed', 'Include "removed"', { default: true }),
    bool('include_change', 'Include change', { default: false }),
    str.optional('label', 'List only payments to addresses with this label'),
  ],
  result: record([
    list('transactions', 'The transactions since the block', [entry]),
    list.optional(
      'removed',
      'The transactions of blocks that are no longer in the chain, up to the specified one; some may be in the chain again',
      [entry],
    ),
    hex(
      'lastblock',
      'The block for the next call, which repeats transactions with fewer than target_confirmations now',
    ),
  ]),
  examples: ['listsinceblock', 'listsinceblock "blockhash" 6'],
  async run(args, context) {
    const { wallet, open } = await requireSyncedWallet(context);
    const named = args.blockhash ? parseHashV(args.blockhash, 'blockhash') : undefined;
    const fork = named === undefined ? undefined : await requireFork(wallet, context, named);
    const target =
      args.target_confirmations === undefined ? 1 : getInt32(args.target_confirmations);
    if (target < 1) throw invalid('Invalid parameter');
    const options: EntryOptions = {
      long: true,
      label: args.label === undefined ? undefined : parseLabel(args.label),
      includeChange: args.include_change === true,
    };
    const { spendZeroConfChange } = open.options;
    const view = { wallet, secp256k1: context.secp256k1, spendZeroConfChange };
    const isSince = ({ height }: ForkPoint, depth: number) =>
      Math.abs(depth) < tipHeight(wallet) + 1 - height;
    const since = [...wallet.ledger.transactions.values()].filter(
      (source) => fork === undefined || isSince(fork, depthOf(source, tipHeight(wallet))),
    );
    const isIncluded = args.include_removed !== false;
    return jsonObject({
      transactions: since.flatMap((source) => transactionEntries(view, source, options)),
      ...(isIncluded && { removed: await removed(view, context, options, named, fork) }),
      lastblock: await blockBelowTip(wallet, context, target),
    });
  },
});

const tipHeight = ({ lastBlock }: Wallet): number => lastBlock?.height ?? 0;

async function requireFork(wallet: Wallet, context: Context, hash: BlockHash): Promise<ForkPoint> {
  const chain = context.chain && requireChain(context, 'listsinceblock');
  const fork = await findForkPoint(wallet, chain, hash);
  if (fork === undefined) throw invalidAddressOrKey('Block not found');
  return fork;
}

/**
 * Lists the wallet's transactions from blocks that have left the chain, including those confirmed
 * again since.
 */
async function removed(
  view: TransactionView,
  context: Context,
  options: EntryOptions,
  named: BlockHash | undefined,
  fork: ForkPoint | undefined,
): Promise<readonly Json[]> {
  if (named === undefined || fork === undefined) return [];
  const chain = context.chain && requireChain(context, 'listsinceblock');
  const blocks = await detachedBlocks(chain, named, fork);
  if (blocks === undefined)
    throw new RpcError(RpcCode.INTERNAL_ERROR, "Can't read block from disk");
  return blocks.flatMap(({ transactions }) =>
    transactions.flatMap((transaction) => {
      const source = view.wallet.ledger.transactions.get(transactionId(transaction));
      if (source === undefined) return [];
      return transactionEntries(view, source, { ...options, includeConflicted: true });
    }),
  );
}

/**
 * Returns the block of the best chain with this many confirmations, or the first block if there are
 * fewer.
 */
async function blockBelowTip(
  { lastBlock, network }: Wallet,
  context: Context,
  confirmations: number,
): Promise<BlockHash> {
  const { genesis } = consensusParams[network.name];
  if (lastBlock === undefined || confirmations > lastBlock.height) return genesis.hash;
  if (confirmations === 1) return lastBlock.hash;
  const chain = requireChain(context, 'listsinceblock with target_confirmations');
  const height = lastBlock.height + 1 - confirmations;
  const [header] = await chain.headers(height, 1);
  if (header === undefined) {
    throw miscError(`The block at height ${height} is not known here`);
  }
  return header.hash;
}
