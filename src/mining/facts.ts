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

/** Why the next block cannot be determined. */
export type MiningError = {
  /**
   * `unknown`: the source cannot tell enough. `stale`: what was read belongs to several tips.
   * `broken`: the source contradicts itself.
   */
  readonly error: 'unknown' | 'stale' | 'broken';
  /** A sentence; of a view that Core's own test refuses, in the words of Core's error. */
  readonly message: string;
};

export const miningError = (error: MiningError['error'], message: string): MiningError => ({
  error,
  message,
});

/** Reads what `params` ask for on top of `tip`. */
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

/** node/miner.cpp, GetMinimumTime: BIP94's rule is kept on every network. */
export function minimumTime(tip: ChainTip, params: ConsensusParams): number {
  const afterMedian = tip.mediantime + 1;
  return startsPeriod(tip.height + 1, params)
    ? Math.max(afterMedian, tip.time - MAX_TIMEWARP)
    : afterMedian;
}
