import { adjustedWeight, type MempoolGraph } from '../../chain/mempool-graph.ts';
import { type OutPoint, outPointKey, type Txid } from '../../transaction/transaction.ts';
import { virtualSize } from '../../transaction/weight.ts';
import type { Funded } from '../../wallet/funding/fund-request.ts';
import { unspentCoins } from '../../wallet/ledger/coins.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { invalidAddressOrKey, walletError } from '../error.ts';

/** Fees and sizes of a transaction and of the parents it pays for, in satoshi and virtual bytes. */
export type Lifted = {
  /** The fee of the transaction itself. */
  readonly fee: number;
  /** The fee including all unconfirmed ancestors. */
  readonly packageFee: number;
  readonly packageVsize: number;
};

/**
 * Returns the coin of a child that pays for its parent: the wallet's largest unspent, unreserved
 * output of the parent.
 */
export function coinOfParent(
  parent: Txid,
  wallet: Wallet,
  mempool: MempoolGraph,
  reserved: ReadonlySet<string>,
): OutPoint {
  const known = wallet.ledger.transactions.get(parent);
  if (known === undefined) {
    throw invalidAddressOrKey(
      'Invalid or non-wallet transaction id',
      'cpfp names a transaction that pays this wallet',
    );
  }
  if (mempool.entry(parent) === undefined) {
    throw walletError(
      `cpfp: ${parent} is not in the mempool that is known here`,
      'Either it is confirmed, and needs nothing, or nodes do not have it: then replace it (bumpfee), or send it first',
    );
  }
  const all = { minDepth: 0, maxDepth: 0, includeUnsafe: true, spendZeroConfChange: true };
  const own = [...unspentCoins(wallet, all)].filter(({ outPoint }) => {
    const key = outPointKey(outPoint);
    const isFree = mempool.spender(key) === undefined && !reserved.has(key);
    return outPoint.txid === parent && isFree;
  });
  const [largest] = own.sort((a, b) => Number(b.output.value - a.output.value));
  if (largest !== undefined) return largest.outPoint;
  throw walletError(
    `cpfp: ${parent} has no coin that this wallet can spend`,
    'They are of others, spent already, or locked (lockunspent)',
  );
}

/**
 * Returns the fees with and without parents. Throws if the parent would have been mined as soon
 * without the child.
 */
export function liftedBy(funded: Funded, parent: Txid, mempool: MempoolGraph): Lifted {
  const { transaction, fee, vsize, bumpFee } = funded;
  if (bumpFee === 0) {
    throw walletError(
      `cpfp: ${parent} needs no help: it pays no less than the rate that was asked for`,
      'Name a higher fee_rate, or pay without cpfp',
    );
  }
  let packageFee = fee;
  let packageVsize = vsize;
  const parents = transaction.inputs.flatMap(({ prevout }) => [...mempool.ancestors(prevout.txid)]);
  for (const txid of new Set(parents)) {
    const entry = mempool.entry(txid);
    packageFee += Number(entry?.fee ?? 0n);
    packageVsize += entry ? virtualSize(adjustedWeight(entry)) : 0;
  }
  return { fee, packageFee, packageVsize };
}
