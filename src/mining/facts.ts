import {
  type ConsensusParams,
  type Deployment,
  difficultyAdjustmentInterval,
  MAX_TIMEWARP,
} from '../chain/consensus.ts';
import { MEDIAN_TIME_SPAN } from '../chain/median-time.ts';
import { lookBack } from '../chain/pow.ts';
import type { ChainHeader, ChainSource, ChainTip } from '../chain/source.ts';
import { lastOf } from '../encoding/list.ts';
import { isFixed, type ThresholdState, thresholdState } from './versionbits.ts';

type DeploymentState = { readonly deployment: Deployment; readonly state: ThresholdState };

/** What the rules for the next block ask of the chain behind it. */
export type ChainFacts = {
  readonly tip: ChainTip;
  /** As far back as the rules look; the tip last. */
  readonly headers: readonly ChainHeader[];
  /** For the next block. */
  readonly deployments: readonly DeploymentState[];
};

/** The source cannot tell enough. */
export type Unknown = { readonly unknown: string };

/** Reads what `params` ask for on top of `tip`. */
export async function chainFacts(
  source: ChainSource,
  tip: ChainTip,
  params: ConsensusParams,
): Promise<ChainFacts | Unknown> {
  const fixed = params.deployments.every(isFixed);
  const count = fixed ? Math.max(MEDIAN_TIME_SPAN, lookBack(tip.height, params)) : tip.height + 1;
  const from = Math.max(0, tip.height + 1 - count);
  const headers = await source.headers(from, tip.height + 1 - from);
  if (headers.length !== tip.height + 1 - from || headers[0]?.height !== from) {
    return {
      unknown: `The chain source does not know the headers from height ${from} to ${tip.height}`,
    };
  }
  if (lastOf(headers)?.hash !== tip.hash) return { unknown: 'The tip changed while it was read' };
  const deployments = params.deployments.map((deployment) => ({
    deployment,
    state: thresholdState(headers, deployment),
  }));
  return { tip, headers, deployments };
}

/** node/miner.cpp, GetMinimumTime: BIP94's rule is kept on every network. */
export function minimumTime(tip: ChainTip, params: ConsensusParams): number {
  const afterMedian = tip.mediantime + 1;
  const startsPeriod = (tip.height + 1) % difficultyAdjustmentInterval(params) === 0;
  return startsPeriod ? Math.max(afterMedian, tip.time - MAX_TIMEWARP) : afterMedian;
}
