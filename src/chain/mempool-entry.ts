import type { Satoshis } from '../encoding/amount.ts';
import { VerifyFlag, type VerifyFlags } from '../script/flags.ts';
import { sigOpCost } from '../transaction/sigop-cost.ts';
import {
  type OutPoint,
  type Transaction,
  type TxOut,
  totalValue,
} from '../transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../transaction/txid.ts';
import { transactionWeight } from '../transaction/weight.ts';
import type { MempoolEntry } from './source.ts';

/** The flags that affect the sigop count; both have been active for years. */
const SIGOP_FLAGS: VerifyFlags = VerifyFlag.P2SH | VerifyFlag.WITNESS;

/** Makes a mempool entry. Fee and sigop cost are `undefined` unless all spent coins are known. */
export function makeMempoolEntry(
  transaction: Transaction,
  find: (outPoint: OutPoint) => TxOut | undefined,
): MempoolEntry {
  const priced = priceTransaction(transaction, find);
  return {
    txid: transactionId(transaction),
    wtxid: witnessTransactionId(transaction),
    transaction,
    weight: transactionWeight(transaction),
    fee: priced?.fee,
    sigopCost: priced?.sigopCost,
  };
}

/** Returns fee and sigop cost, or `undefined` if a coin is unknown. */
export function priceTransaction(
  transaction: Transaction,
  find: (outPoint: OutPoint) => TxOut | undefined,
): { readonly fee: Satoshis; readonly sigopCost: number } | undefined {
  const spent = transaction.inputs.flatMap(({ prevout }) => find(prevout) ?? []);
  if (spent.length < transaction.inputs.length) return undefined;
  const fee = totalValue(spent) - totalValue(transaction.outputs);
  const scripts = spent.map(({ scriptPubKey }) => scriptPubKey);
  return { fee, sigopCost: sigOpCost(transaction, scripts, SIGOP_FLAGS) };
}
