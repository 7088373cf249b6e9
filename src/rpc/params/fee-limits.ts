import type { Param } from '../method.ts';

/** The names, units and defaults of Core's sendrawtransaction. */
const maxFeeRateParam = {
  name: 'maxfeerate',
  type: 'amount',
  beyondCore: true,
  required: false,
  default: '0.02',
  help:
    '(not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of\n' +
    'what is paid: to others or, when all of it goes back to the wallet, in all (docs/review.md).',
} as const satisfies Param;

const maxBurnAmountParam = {
  name: 'maxburnamount',
  type: 'amount',
  beyondCore: true,
  required: false,
  default: '0.00',
  help: '(not with -profile=core) The most, in BTC, that an output may hold which nobody can ever spend',
} as const satisfies Param;

const reviewedParam = {
  name: 'reviewed',
  type: 'hex',
  beyondCore: true,
  required: false,
  help: '(not with -profile=core) The id of a review: what would be reviewed otherwise is not signed',
} as const satisfies Param;

/** The last arguments of the methods that sign what somebody else has put together. */
export const feeLimitParams = [
  maxFeeRateParam,
  maxBurnAmountParam,
  reviewedParam,
] as const satisfies readonly Param[];

/** The option of the methods that fund. */
export const fundingMaxFeeRateParam = {
  ...maxFeeRateParam,
  help:
    '(not with -profile=core) The highest fee rate, in BTC/kvB; 0: no limit. If it is left out, a fee may also be at most 25 % of\n' +
    'what is paid; and without fee_rate the rate may be 0.01 BTC/kvB and a fee above 0.0001 BTC a tenth of what is paid.',
} as const satisfies Param;
