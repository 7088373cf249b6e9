import type { Bytes } from '../../encoding/bytes.ts';
import { compactSizeLength } from '../../encoding/writer.ts';
import { MAX_SCRIPT_SIZE } from '../../script/limits.ts';
import { Op } from '../../script/opcodes.ts';
import { matchWitnessProgram } from '../../script/script.ts';
import { type FeeRate, feeFor, toFeeRate } from '../fee-rate.ts';
import type { ChoiceOptions, FeeReason } from './fund-request.ts';
import type { FundingError } from './funding-error.ts';

/** Returns the size of an output in bytes. */
export function outputSize(script: Bytes): number {
  return 8 + compactSizeLength(script.length) + script.length;
}

/**
 * policy/policy.cpp, GetDustThreshold: vbytes to spend an input of the usual size. Witnesses count
 * a quarter.
 */
const INPUT_SIZE = 148;
const WITNESS_INPUT_SIZE = 67;

/** Returns the amount in satoshi below which an output costs more to spend than it is worth. */
export function dustThreshold(script: Bytes, rate: FeeRate): number {
  if (script[0] === Op.RETURN || script.length > MAX_SCRIPT_SIZE) return 0;
  const inputSize = matchWitnessProgram(script) === undefined ? INPUT_SIZE : WITNESS_INPUT_SIZE;
  return feeFor(rate, outputSize(script) + inputSize);
}

/** Returns the fee rate that decides whether change is dust. Core: GetDiscardRate. */
export function discardRate({ view, environment }: ChoiceOptions): FeeRate {
  const discardFee = toFeeRate(environment.options.discardFeeRate);
  const rate = Math.min(view.longestEstimate ?? discardFee, discardFee);
  return Math.max(rate, view.relay.dustRelayFee);
}

/** The inputs that determine a fee rate. */
export type FeeRequest = {
  readonly request: Pick<ChoiceOptions['request'], 'feeRate' | 'overrideFeeRate'>;
  readonly view: Pick<ChoiceOptions['view'], 'estimate' | 'relay'>;
  readonly environment: Pick<ChoiceOptions['environment'], 'options'>;
};

type Rate = { readonly rate: FeeRate; readonly reason: FeeReason };

/**
 * Returns the lowest rate that the wallet may pay, or `undefined` if there is no estimate and
 * `-fallbackfee` is off. Core: GetMinimumFeeRate.
 */
export function minimumFeeRate({ request, view, environment }: FeeRequest): Rate | undefined {
  const { minTxFeeRate, fallbackFeeRate } = environment.options;
  const { relay } = view;
  let rate = request.feeRate;
  let reason: FeeReason = 'given';
  if (rate === undefined) {
    rate = view.estimate ?? toFeeRate(fallbackFeeRate);
    reason = view.estimate === undefined ? 'fallback' : 'estimate';
    if (rate === 0) return undefined;
    if (rate < relay.mempoolMinFee) reason = 'mempool minimum';
    rate = Math.max(rate, relay.mempoolMinFee);
  } else if (request.overrideFeeRate) {
    return { rate, reason };
  }
  const least = Math.max(toFeeRate(minTxFeeRate), relay.minRelayFee);
  return least > rate ? { rate: least, reason: 'required' } : { rate, reason };
}

/** Returns the rate that the transaction pays. A requested rate is used exactly or rejected. */
export function effectiveFeeRate(funding: FeeRequest): Rate | FundingError {
  const { request, view, environment } = funding;
  const minimum = minimumFeeRate(funding);
  if (minimum === undefined) {
    return { error: 'no fee rate' };
  }
  const { rate, reason } = minimum;
  if (request.feeRate === undefined || rate <= request.feeRate) return minimum;
  const tooLow = { error: 'fee rate too low', given: request.feeRate, least: rate } as const;
  if (reason !== 'required') return tooLow;
  const minTxFee = toFeeRate(environment.options.minTxFeeRate);
  return { ...tooLow, floors: { minTxFee, minRelayFee: view.relay.minRelayFee } };
}
