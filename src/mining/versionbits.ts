import { ALWAYS_ACTIVE, type Deployment, NEVER_ACTIVE } from '../chain/consensus.ts';
import { medianTime } from '../chain/median-time.ts';
import type { ChainHeader } from '../chain/source.ts';

/** The state of a deployment (BIP9). */
export type ThresholdState = 'defined' | 'started' | 'locked_in' | 'active' | 'failed';

const TOP_MASK = 0xe0000000;
const VERSIONBITS_TOP_BITS = 0x20000000;

function signals(version: number, bit: number): boolean {
  return (version & TOP_MASK) >>> 0 === VERSIONBITS_TOP_BITS && ((version >>> bit) & 1) === 1;
}

/** Returns true if the state depends only on the deployment, not on the chain. */
export function isFixed({ startTime }: Deployment): boolean {
  return startTime === ALWAYS_ACTIVE || startTime === NEVER_ACTIVE;
}

/**
 * Returns the state for the block after the last header. `headers` is the chain from height 0,
 * unless the deployment is fixed. Core: GetStateFor (versionbits.cpp).
 */
export function thresholdState(
  headers: readonly ChainHeader[],
  deployment: Deployment,
): ThresholdState {
  if (deployment.startTime === ALWAYS_ACTIVE) return 'active';
  if (deployment.startTime === NEVER_ACTIVE) return 'failed';
  const { period } = deployment;
  let state: ThresholdState = 'defined';
  for (let end = period - 1; end < headers.length; end += period) {
    state = nextState(state, headers, end, deployment);
  }
  return state;
}

/** Returns the next state; `end` is the height of the last block of the deciding period. */
function nextState(
  state: ThresholdState,
  headers: readonly ChainHeader[],
  end: number,
  deployment: Deployment,
): ThresholdState {
  switch (state) {
    case 'defined':
      return medianTime(headers, end) >= deployment.startTime ? 'started' : 'defined';
    case 'started': {
      const period = headers.slice(end + 1 - deployment.period, end + 1);
      const count = period.filter(({ version }) => signals(version, deployment.bit)).length;
      if (count >= deployment.threshold) return 'locked_in';
      return medianTime(headers, end) >= deployment.timeout ? 'failed' : 'started';
    }
    case 'locked_in':
      return end + 1 >= deployment.minActivationHeight ? 'active' : 'locked_in';
    case 'active':
    case 'failed':
      return state;
  }
}

export type DeploymentState = { readonly deployment: Deployment; readonly state: ThresholdState };

/** Returns the version of a block, signed 32 bits. Core: ComputeBlockVersion (versionbits.cpp). */
export function blockVersion(states: readonly DeploymentState[]): number {
  let version = VERSIONBITS_TOP_BITS;
  for (const { deployment, state } of states) {
    if (state === 'started' || state === 'locked_in') version |= 1 << deployment.bit;
  }
  return version;
}
