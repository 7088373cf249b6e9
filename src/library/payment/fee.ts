import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { MAX_MONEY } from '../../encoding/amount.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { allOwnersTask, feeFactsTask } from '../../psbt/fee-facts.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { joinProviders, type SigningProvider } from '../../signing/provider.ts';
import { type Pause, runNow, type Task } from '../../signing/task.ts';
import {
  boundsOf,
  type FeeLimits,
  findFeeFault,
  limitsOver,
  optionFor,
  perVbyte,
} from '../../transaction/fee-bounds.ts';
import { describeFault, describeHighRate, feeRateHint } from '../../transaction/fee-messages.ts';

/**
 * Converts satoshi per virtual byte to satoshi per 1,000 virtual bytes, so that thousandths count.
 */
export function rateOf(perVbyte: unknown, name: string): number {
  const rate = typeof perVbyte === 'number' ? Math.round(perVbyte * 1000) : Number.NaN;
  if (rate >= 0 && rate <= Number(MAX_MONEY)) return rate;
  throw argumentError(
    `${name} must be a number of satoshi per virtual byte`,
    'For 12.5 sat/vB give 12.5. A rate in BTC per 1,000 virtual bytes is 100,000 times smaller.',
  );
}

/** Checks the limits of callers without types. */
function checkLimits({ maxFeeRate, maxFee }: FeeLimits): void {
  if (maxFee !== undefined && !(typeof maxFee === 'bigint' && maxFee >= 0n)) {
    throw argumentError('maxFee must be a bigint in satoshi, from 0', 'Write 20_000n.');
  }
  if (maxFeeRate !== undefined) rateOf(maxFeeRate, 'maxFeeRate');
}

/**
 * Returns a PSBT with limits, as a member that copies keep. The bytes of a PSBT cannot set them.
 */
export function withLimits(psbt: Psbt, { maxFeeRate, maxFee }: FeeLimits): Psbt {
  checkLimits({ maxFeeRate, maxFee });
  const { feeLimits: _, ...rest } = psbt;
  if (maxFeeRate === undefined && maxFee === undefined) return rest;
  return { ...rest, feeLimits: { maxFeeRate, maxFee } };
}

/** Returns the limits of a PSBT; those of this call come first. */
export function limitsOf(psbt: Psbt, { maxFeeRate, maxFee }: FeeLimits = {}): FeeLimits {
  checkLimits({ maxFeeRate, maxFee });
  return limitsOver({ maxFeeRate, maxFee }, psbt.feeLimits);
}

/**
 * Throws `FEE_TOO_HIGH` for a PSBT beyond the limits. If an amount is missing, the fee is unknown
 * and passes.
 */
export const checkFee = (psbt: Psbt, limits: Limits, checking: Checking): void =>
  runNow(checkFeeTask(psbt, limits, checking));

type Limits = FeeLimits & { readonly feeRate?: number | undefined };

/** Checks a fee as `checkFee` does, and lets other work run. `provider`: keys that sign. */
export function* checkFeeTask(
  psbt: Psbt,
  limits: Limits,
  { secp256k1, provider, pause }: Checking,
): Task<void> {
  checkLimits(limits);
  const named = yield* allOwnersTask(psbt, secp256k1, pause);
  const facts = yield* feeFactsTask(psbt, joinProviders(provider, named), pause);
  const fault = facts && findFeeFault(facts, boundsOf(limits));
  if (fault !== undefined) {
    throw tooHigh(`The ${describeFault(fault)}`, optionFor(fault), feeRateHint(limits.feeRate));
  }
}

/**
 * Returns the error for a rate in satoshi per 1,000 virtual bytes above the limit, or `undefined`.
 * It explains why coins cannot pay at that rate.
 */
export function rateFault(rate: number, limits: Limits): ColdsignError | undefined {
  const message = describeHighRate(perVbyte(rate), boundsOf(limits));
  return message === undefined
    ? undefined
    : tooHigh(message, 'maxFeeRate', feeRateHint(limits.feeRate));
}

type Checking = {
  readonly secp256k1: Secp256k1;
  readonly provider: SigningProvider;
  readonly pause?: Pause | undefined;
};

/** Returns the error of a fee that is too high. `option` allows it; `start` begins the hint. */
export const tooHigh = (
  message: string,
  option: 'maxFee' | 'maxFeeRate',
  start = '',
): ColdsignError =>
  new ColdsignError('FEE_TOO_HIGH', message, {
    hint:
      option === 'maxFee'
        ? `${start}If it is meant, give maxFee, in satoshi, to fund or parsePsbt.`
        : `${start}If it is meant, give maxFeeRate, in satoshi per virtual byte (0 allows every rate), to fund or parsePsbt.`,
  });
