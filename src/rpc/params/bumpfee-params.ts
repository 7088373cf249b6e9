import { amount, bool, list, num, options, str } from '../fields.ts';
import { outputsParam } from './create-transaction-params.ts';
import { fundingMaxFeeRateParam } from './fee-limits-params.ts';
import { confTargetParam, estimateModeParam, feeRateParam, pathParam } from './funding-params.ts';

/** Options of bumpfee and psbtbumpfee. */
export const bumpOptionsParam = options(
  'options',
  'Options of the payment',
  [
    confTargetParam,
    {
      ...feeRateParam,
      help: 'The fee rate in sat/vB, high enough above the old one for nodes to accept the replacement',
    },
    bool('replaceable', 'Let the new transaction be replaced by one with a higher fee (BIP125)', {
      default: true,
    }),
    estimateModeParam,
    {
      ...outputsParam,
      optional: true,
      help: 'The outputs, instead of those of the old transaction. Not with original_change_index',
    },
    num(
      'original_change_index',
      'The output of the old transaction that is change. Not with outputs',
      { defaultHint: 'the output that the wallet considers change' },
    ),
    fundingMaxFeeRateParam,
    pathParam,
  ],
  { usage: 'options' },
);

export const bumpResultFields = [
  amount('origfee', 'The fee of the old transaction in BTC'),
  amount('fee', 'The fee of the new one in BTC'),
  list('errors', 'The error', [str()]),
] as const;
