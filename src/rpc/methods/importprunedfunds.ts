import { blockHash } from '../../chain/block-codec.ts';
import { extractMatches } from '../../chain/partial-merkle-tree.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { findForkPoint } from '../../sync/detached-blocks.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import { applyProven } from '../../wallet/ledger/apply.ts';
import type { TransactionState } from '../../wallet/ledger/ledger.ts';
import { isMine, type Wallet } from '../../wallet/wallet.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { invalidAddressOrKey } from '../error.ts';
import { hex } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseMerkleBlock } from '../parse/merkle-block.ts';
import { parseRawTransaction } from '../parse/raw-transaction.ts';
import { noResult } from '../results/wallet-result.ts';
import { requireNow, requireSyncedWallet } from '../wallet/wallet-call.ts';

export const importprunedfunds = defineMethod({
  name: 'importprunedfunds',
  category: 'Wallet',
  summary:
    'Import a transaction that pays the wallet, without a rescan: with a proof that it is in a block.\n' +
    'Import transactions that spend from it, too, or rescan from there on.',
  params: [
    hex('rawtransaction', 'The transaction'),
    hex('txoutproof', 'The proof, from gettxoutproof of a node'),
  ],
  result: noResult,
  examples: ['importprunedfunds "hex" "proof"'],
  async run(args, context) {
    const { open, environment, wallet } = await requireSyncedWallet(context);
    const transaction = parseRawTransaction(args.rawtransaction);
    const state = await provenState(args.txoutproof, transaction, wallet, context);
    if (!paysWallet(wallet, transaction)) {
      throw invalidAddressOrKey('No addresses in wallet correspond to included transaction');
    }
    const now = requireNow(context);
    return open.update((current) => ({
      wallet: applyProven(current, transaction, state, { environment, now, live: true }),
      value: null,
    }));
  },
});

/** Returns the transaction's position in the best chain according to the proof. */
async function provenState(
  proof: string,
  transaction: Transaction,
  wallet: Wallet,
  context: Context,
): Promise<Extract<TransactionState, { kind: 'confirmed' }>> {
  const block = parseMerkleBlock(proof);
  const matches = extractMatches(block);
  if (matches === undefined) throw invalidAddressOrKey('Something wrong with merkleblock');
  const hash = blockHash(block.header);
  const chain = requireChain(context, 'importprunedfunds');
  const fork = await findForkPoint(wallet, chain, hash);
  if (fork?.hash !== hash) throw invalidAddressOrKey('Block not found in chain');
  const txid = transactionId(transaction);
  const match = matches.find((each) => each.txid === txid);
  if (match === undefined) throw invalidAddressOrKey("Transaction given doesn't exist in proof");
  const { height } = fork;
  const { time: blockTime } = block.header;
  return { kind: 'confirmed', height, blockHash: hash, blockTime, index: match.index };
}

function paysWallet(wallet: Wallet, { outputs }: Transaction): boolean {
  return outputs.some(({ scriptPubKey }) => isMine(wallet, encodeHex(scriptPubKey)));
}
