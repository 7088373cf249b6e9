import { amount, hex } from '../fields.ts';
import type { Param } from '../method.ts';

/** The names, units and defaults of Core's sendrawtransaction. */
const maxFeeRateParam = amount(
  'maxfeerate',
  '(not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of\n' +
    'what is paid: to others or, when all of it goes back to the wallet, in all (docs/review.md).',
  { beyondCore: true, default: '0.02' },
);

const maxBurnAmountParam = amount(
  'maxburnamount',
  '(not with -profile=core) The most, in BTC, in an unspendable output',
  { beyondCore: true, default: '0.00' },
);

const reviewedParam = hex.optional(
  'reviewed',
  '(not with -profile=core) The id of a review: what would be reviewed otherwise is not signed',
  { beyondCore: true },
);

/** The last arguments of methods that sign a transaction made elsewhere. */
export const feeLimitParams = [maxFeeRateParam, maxBurnAmountParam, reviewedParam] as const;

/** The option of the methods that fund. */
export const fundingMaxFeeRateParam = {
  ...maxFeeRateParam,
  help:
    '(not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of\n' +
    'what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.',
} as const satisfies Param;
