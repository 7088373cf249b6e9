import type { Param, Result } from '../method.ts';
import { outputsParam } from './create-transaction.ts';
import { fundingMaxFeeRateParam } from './fee-limits.ts';
import { confTargetParam, estimateModeParam, feeRateParam, pathParam } from './funding.ts';

/** What bumpfee and psbtbumpfee may be told. */
export const bumpOptionsParam = {
  name: 'options',
  type: 'options',
  required: false,
  usage: 'options',
  help: 'How to pay',
  fields: [
    confTargetParam,
    {
      ...feeRateParam,
      help: 'The fee rate in sat/vB: so much above the old one that nodes take it in its place',
    },
    {
      name: 'replaceable',
      type: 'bool',
      required: false,
      default: true,
      help: 'Let the new transaction be replaced by one with a higher fee (BIP125)',
    },
    estimateModeParam,
    {
      ...outputsParam,
      required: false,
      help: 'Other outputs than those of the old transaction. Not with original_change_index',
    },
    {
      name: 'original_change_index',
      type: 'number',
      required: false,
      defaultHint: 'what the wallet takes for change',
      help: 'The output of the old transaction that is change. Not with outputs',
    },
    fundingMaxFeeRateParam,
    pathParam,
  ],
} as const satisfies Param;

export const bumpResultFields = [
  { name: 'origfee', type: 'amount', help: 'The fee of the old transaction in BTC' },
  { name: 'fee', type: 'amount', help: 'The fee of the new one in BTC' },
  {
    name: 'errors',
    type: 'array',
    help: 'What went wrong',
    fields: [{ type: 'string', help: '' }],
  },
] as const satisfies readonly Result[];
