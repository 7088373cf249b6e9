import { type ConsensusParams, MAX_TIMEWARP, startsPeriod } from '../chain/consensus.ts';
import { MEDIAN_TIME_SPAN } from '../chain/median-time.ts';
import { lookBack } from '../chain/pow.ts';
import type { ChainHeader, ChainSource, ChainTip } from '../chain/source.ts';
import { lastOf } from '../encoding/list.ts';
import { type DeploymentState, isFixed, thresholdState } from './versionbits.ts';

/** Chain facts that the rules for the next block need. */
export type ChainFacts = {
  readonly tip: ChainTip;
  /** Headers as far back as the rules need; the tip is last. */
  readonly headers: readonly ChainHeader[];
  /** Deployments for the next block. */
  readonly deployments: readonly DeploymentState[];
};

/** The reason why the next block cannot be determined. */
export type MiningError = {
  /**
   * `unknown`: the source does not know enough. `stale`: the data belong to several tips. `broken`:
   * the source contradicts itself.
   */
  readonly error: 'unknown' | 'stale' | 'broken';
  /** A sentence. If Core's own test refuses the view, it is Core's error. */
  readonly message: string;
};

export const miningError = (error: MiningError['error'], message: string): MiningError => ({
  error,
  message,
});

/** Reads the facts on top of `tip` that `params` require. */
export async function chainFacts(
  source: ChainSource,
  tip: ChainTip,
  params: ConsensusParams,
): Promise<ChainFacts | MiningError> {
  const fixed = params.deployments.every(isFixed);
  const count = fixed ? Math.max(MEDIAN_TIME_SPAN, lookBack(tip.height, params)) : tip.height + 1;
  const from = Math.max(0, tip.height + 1 - count);
  const headers = await source.headers(from, tip.height + 1 - from);
  if (headers.length !== tip.height + 1 - from || headers[0]?.height !== from) {
    return unknownHeaders(from, tip.height);
  }
  if (lastOf(headers)?.hash !== tip.hash) return miningError('unknown', TIP_CHANGED);
  const deployments = params.deployments.map((deployment) => ({
    deployment,
    state: thresholdState(headers, deployment),
  }));
  return { tip, headers, deployments };
}

export const TIP_CHANGED = 'The tip changed while it was read';

export const unknownHeaders = (from: number, to: number): MiningError =>
  miningError('unknown', `The chain source does not know the headers from height ${from} to ${to}`);

/**
 * Returns the minimum time of the next block. BIP94's rule applies on every network. Core:
 * GetMinimumTime (node/miner.cpp).
 */
export function minimumTime(tip: ChainTip, params: ConsensusParams): number {
  const afterMedian = tip.mediantime + 1;
  return startsPeriod(tip.height + 1, params)
    ? Math.max(afterMedian, tip.time - MAX_TIMEWARP)
    : afterMedian;
}
