import { amount, hex } from '../fields.ts';
import type { Param } from '../method.ts';

/** Name, unit and default as in Core's sendrawtransaction. */
const maxFeeRateParam = amount(
  'maxfeerate',
  '(not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most\n' +
    '25 % of the payment to others or, if all of it returns to the wallet, of the total (docs/review.md).',
  { beyondCore: true, default: '0.02' },
);

const maxBurnAmountParam = amount(
  'maxburnamount',
  '(not with -profile=core) The highest amount of an unspendable output, in BTC',
  { beyondCore: true, default: '0.00' },
);

const reviewedParam = hex.optional(
  'reviewed',
  '(not with -profile=core) The id of a review. The call signs only if its review has this id',
  { beyondCore: true },
);

/** The last arguments of methods that sign an existing transaction. */
export const feeLimitParams = [maxFeeRateParam, maxBurnAmountParam, reviewedParam] as const;

/** The option of methods that fund a transaction. */
export const fundingMaxFeeRateParam = {
  ...maxFeeRateParam,
  help:
    '(not with -profile=core) The highest fee rate, in BTC/kvB; 0 means no limit. Without this argument, the fee may also be at most\n' +
    '25 % of the payment. Without fee_rate, the rate may be at most 0.01 BTC/kvB, and a fee above 0.0001 BTC at most a tenth.',
} as const satisfies Param;
