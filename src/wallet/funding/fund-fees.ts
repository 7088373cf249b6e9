import type { Bytes } from '../../encoding/bytes.ts';
import { compactSizeLength } from '../../encoding/writer.ts';
import { MAX_SCRIPT_SIZE } from '../../script/limits.ts';
import { Op } from '../../script/opcodes.ts';
import { matchWitnessProgram } from '../../script/script.ts';
import { type FeeRate, feeFor } from '../fee-rate.ts';
import type { Funding } from './fund-request.ts';
import type { FundingError } from './funding-error.ts';

/** Bytes of an output. */
export function outputSize(script: Bytes): number {
  return 8 + compactSizeLength(script.length) + script.length;
}

/** policy/policy.cpp, GetDustThreshold: spending an input of the usual size; three quarters off for witnesses. */
const INPUT_SIZE = 148;
const WITNESS_INPUT_SIZE = 67;

/** Satoshi below which an output costs more to spend than it is worth. */
export function dustThreshold(script: Bytes, rate: FeeRate): number {
  if (script[0] === Op.RETURN || script.length > MAX_SCRIPT_SIZE) return 0;
  const inputSize = matchWitnessProgram(script) === undefined ? INPUT_SIZE : WITNESS_INPUT_SIZE;
  return feeFor(rate, outputSize(script) + inputSize);
}

/** What change is weighed with: dust below it. Core: GetDiscardRate. */
export function discardRate({ view, environment }: Funding): FeeRate {
  const { discardFee } = environment.options;
  const rate = Math.min(view.longestEstimate ?? discardFee, discardFee);
  return Math.max(rate, view.relay.dustRelayFee);
}

type Rate = { readonly rate: FeeRate; readonly required: boolean };

/** Core: GetMinimumFeeRate. `undefined`: no estimate, and `-fallbackfee` is off. */
function minimumFeeRate({ request, view, environment }: Funding): Rate | undefined {
  const { minTxFee, fallbackFee } = environment.options;
  const { relay } = view;
  let rate = request.feeRate;
  if (rate === undefined) {
    rate = view.estimate ?? fallbackFee;
    if (rate === 0) return undefined;
    rate = Math.max(rate, relay.mempoolMinFee);
  } else if (request.overrideFeeRate) {
    return { rate, required: false };
  }
  const least = Math.max(minTxFee, relay.minRelayFee);
  return least > rate ? { rate: least, required: true } : { rate, required: false };
}

/** The rate that the transaction pays, never another than the one that was asked for. */
export function effectiveFeeRate(funding: Funding): FeeRate | FundingError {
  const { request, view, environment } = funding;
  const minimum = minimumFeeRate(funding);
  if (minimum === undefined) {
    return { error: 'no fee rate' };
  }
  const { rate, required } = minimum;
  if (request.feeRate === undefined || rate <= request.feeRate) return rate;
  const tooLow = { error: 'fee rate too low', given: request.feeRate, least: rate } as const;
  if (!required) return tooLow;
  const { minTxFee } = environment.options;
  return { ...tooLow, floors: { minTxFee, minRelayFee: view.relay.minRelayFee } };
}
