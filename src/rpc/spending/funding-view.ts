import { createMempoolGraph } from '../../chain/mempool-graph.ts';
import type { ChainSource } from '../../chain/source.ts';
import { type OutPoint, outPointKey, type TxOut } from '../../transaction/transaction.ts';
import type { FeeRate } from '../../wallet/fee-rate.ts';
import { rateOf, toFeeRate } from '../../wallet/fee-rate.ts';
import {
  defaultRelayFees,
  type Funding,
  type FundingView,
} from '../../wallet/funding/fund-request.ts';
import type { WalletOptions } from '../../wallet/options.ts';
import type { Context } from '../context.ts';
import { LONGEST_TARGET } from '../parse/fee-arguments.ts';
import type { FundingOptions } from '../parse/funding-options.ts';
import { randomOf } from '../shuffle.ts';
import type { WalletCall } from '../wallet/wallet-call.ts';

/** Queries fees and unconfirmed transactions. */
export async function readFundingView(
  chain: ChainSource | undefined,
  request: Pick<FundingOptions, 'confirmTarget' | 'estimateMode' | 'feeRate' | 'signalRbf'>,
  options: WalletOptions,
): Promise<FundingView> {
  if (chain === undefined) {
    return { relay: defaultRelayFees, mempool: createMempoolGraph([]) };
  }
  const economical =
    request.estimateMode === 'unset' ? request.signalRbf : request.estimateMode === 'economical';
  const mode = economical ? 'economical' : 'conservative';
  const target = request.confirmTarget ?? options.confirmTarget;
  const { entries, limits } = await chain.mempool();
  return {
    estimate: request.feeRate === undefined ? await estimate(chain, target, mode) : undefined,
    longestEstimate: await estimate(chain, LONGEST_TARGET, 'economical'),
    relay: {
      ...defaultRelayFees,
      mempoolMinFee: rateOf(await chain.mempoolMinimumFeeRate?.()) ?? 0,
      minRelayFee: rateOf(await chain.minimumRelayFeeRate?.()) ?? defaultRelayFees.minRelayFee,
    },
    mempool: createMempoolGraph(entries, limits),
  };
}

async function estimate(
  chain: ChainSource,
  target: number,
  mode: 'economical' | 'conservative',
): Promise<FeeRate | undefined> {
  const found = await chain.estimateFee(target, mode);
  return 'feeRate' in found && found.feeRate > 0 ? toFeeRate(found.feeRate) : undefined;
}

/** Returns the wallet's options, the randomness, and the coins that other calls have reserved. */
export const fundingEnvironment = (
  { open, environment }: WalletCall,
  { random }: Context,
): Funding['environment'] => ({
  ...environment,
  options: open.options,
  random: randomOf(random),
  reserved: open.reserved,
});

/**
 * Returns outputs of the chain and of the mempool, whether or not the mempool spends them. Core:
 * FindCoins (node/coin.cpp).
 */
export async function findOutputs(
  chain: ChainSource | undefined,
  outPoints: readonly OutPoint[],
  { mempool }: FundingView,
): Promise<ReadonlyMap<string, TxOut>> {
  const outputs = new Map<string, TxOut>();
  if (chain === undefined || outPoints.length === 0) return outputs;
  for (const [key, { value: amount, scriptPubKey }] of await chain.findCoins(outPoints)) {
    outputs.set(key, { value: amount, scriptPubKey });
  }
  for (const outPoint of outPoints) {
    const made = mempool.entry(outPoint.txid)?.transaction.outputs[outPoint.vout];
    if (made !== undefined) outputs.set(outPointKey(outPoint), made);
  }
  return outputs;
}
