import { findMember, getMember, type Json, type JsonObject } from '../../json/json.ts';
import type { FeeRate } from '../../wallet/fee-rate.ts';
import { invalid } from '../error.ts';
import { amountFromValue, getInt32, getStr } from '../values.ts';

/** Fee arguments before they are parsed. Null or absent if not given. */
export type FeeArguments = {
  readonly conf_target?: Json | undefined;
  readonly estimate_mode?: Json | undefined;
  readonly fee_rate?: Json | undefined;
};

type EstimateMode = 'unset' | 'economical' | 'conservative';

export type FeeTarget = {
  readonly feeRate: FeeRate | undefined;
  readonly confirmTarget: number | undefined;
  readonly estimateMode: EstimateMode;
};

/** policy/fees: the longest target of the estimator, in blocks. */
export const LONGEST_TARGET = 1008;

const modes: readonly EstimateMode[] = ['unset', 'economical', 'conservative'];

export function feeOptions(options: JsonObject): FeeArguments {
  return {
    conf_target: getMember(options, 'conf_target'),
    estimate_mode: getMember(options, 'estimate_mode'),
    fee_rate: getMember(options, 'fee_rate'),
  };
}

/**
 * Merges fees given as arguments with those given as options; throws if both are. Core:
 * InterpretFeeEstimationInstructions.
 */
export function mergeFeeArguments(positional: FeeArguments, options: JsonObject): FeeArguments {
  const given = feeOptions(options);
  const { conf_target = null, estimate_mode = null, fee_rate = null } = positional;
  const has = (key: string) => findMember(options, key) !== undefined;
  const targetInOptions = has('conf_target') || has('estimate_mode');
  if (targetInOptions && (conf_target !== null || estimate_mode !== null)) {
    throw invalid(
      'Pass conf_target and estimate_mode either as arguments or in the options object, but not both',
    );
  }
  if (has('fee_rate') && fee_rate !== null) {
    throw invalid(
      'Pass the fee_rate either as an argument, or in the options object, but not both',
    );
  }
  const target = targetInOptions ? given : { conf_target, estimate_mode };
  const { estimate_mode: mode = null } = target;
  if (target.conf_target !== null && (mode === null || getStr(mode) === 'unset')) {
    throw invalid('Specify estimate_mode');
  }
  return { ...target, fee_rate: has('fee_rate') ? given.fee_rate : fee_rate };
}

/** Core: SetFeeEstimateMode. */
export function parseFeeArguments({
  conf_target: confTarget = null,
  estimate_mode: estimateMode = null,
  fee_rate: feeRate = null,
}: FeeArguments): FeeTarget {
  if (feeRate !== null) {
    if (confTarget !== null) {
      throw invalid(
        'Cannot specify both conf_target and fee_rate. Please provide either a confirmation target in blocks for automatic fee estimation, or an explicit fee rate.',
      );
    }
    if (estimateMode !== null && getStr(estimateMode) !== 'unset') {
      throw invalid('Cannot specify both estimate_mode and fee_rate');
    }
    const rate = Number(amountFromValue(feeRate, 3));
    return { feeRate: rate, confirmTarget: undefined, estimateMode: 'unset' };
  }
  const mode = estimateMode === null ? 'unset' : parseEstimateMode(getStr(estimateMode));
  return {
    feeRate: undefined,
    confirmTarget: confTarget === null ? undefined : parseFeeTarget(confTarget),
    estimateMode: mode,
  };
}

/** Core: FeeModeFromString. */
export function parseEstimateMode(text: string): EstimateMode {
  const mode = modes.find((name) => name === text.toLowerCase());
  if (mode !== undefined) return mode;
  throw invalid(
    'Invalid estimate_mode parameter, must be one of: "unset", "economical", "conservative"',
  );
}

/** Core: ParseConfirmTarget. */
export function parseFeeTarget(value: Json): number {
  const target = getInt32(value);
  if (target >= 1 && target <= LONGEST_TARGET) return target;
  throw invalid(`Invalid conf_target, must be between 1 and ${LONGEST_TARGET}`);
}
