import { individualBumpFees } from '../../chain/bump-fees.ts';
import type { MempoolGraph } from '../../chain/mempool-graph.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { type FeeRate, feeFor } from '../fee-rate.ts';
import type { SelectableCoin } from './coin-selection/coin-groups.ts';
import type { PresetCoin } from './fund-request.ts';
import type { FundingError } from './funding-error.ts';

/** Adds what it costs to raise the unconfirmed ancestors of each coin to the rate. */
export function priceUnconfirmed(
  coins: readonly SelectableCoin[],
  mempool: MempoolGraph,
  rate: FeeRate,
): readonly SelectableCoin[] | FundingError {
  const unconfirmed = coins.filter(({ depth }) => depth === 0).map(({ outPoint }) => outPoint);
  if (unconfirmed.length === 0) return coins;
  const fees = individualBumpFees(mempool, unconfirmed, (vsize) => feeFor(rate, vsize));
  if (fees === undefined) return { error: 'cluster too large to price' };
  return coins.map((coin) => {
    const bumpFee = fees.get(outPointKey(coin.outPoint)) ?? 0;
    return bumpFee === 0 ? coin : { ...coin, bumpFee };
  });
}

/** Prices all preset coins, whose depth is unknown. */
export function pricePreset(
  coins: readonly PresetCoin[],
  mempool: MempoolGraph,
  rate: FeeRate,
): readonly PresetCoin[] | FundingError {
  const outPoints = coins.map(({ outPoint }) => outPoint);
  const fees = individualBumpFees(mempool, outPoints, (vsize) => feeFor(rate, vsize));
  if (fees === undefined) return { error: 'cluster too large to price' };
  return coins.map((coin) => ({ ...coin, bumpFee: fees.get(outPointKey(coin.outPoint)) ?? 0 }));
}
