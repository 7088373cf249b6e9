import type { Param, Result } from '../method.ts';
import { fundingMaxFeeRateParam } from './fee-limits.ts';
import {
  confTargetParam,
  estimateModeParam,
  feeRateParam,
  pathParam,
  replaceableParam,
} from './funding.ts';

export const commentParam = {
  name: 'comment',
  type: 'string',
  freeText: true,
  required: false,
  help: 'What the payment is for. Kept in the wallet, not part of the transaction',
} as const satisfies Param;

export const estimateParams = [
  replaceableParam,
  confTargetParam,
  estimateModeParam,
] as const satisfies readonly Param[];

/** The last arguments of sendtoaddress and sendmany. */
export const lastMoneyParams = [
  feeRateParam,
  {
    name: 'verbose',
    type: 'bool',
    required: false,
    default: false,
    help: 'Tell where the fee rate comes from, too',
  },
  fundingMaxFeeRateParam,
  pathParam,
] as const satisfies readonly Param[];

const txid = { name: 'txid', type: 'hex', help: 'The id of the transaction' } as const;

export const moneyResult = [
  { ...txid, when: 'unless verbose is true' },
  {
    type: 'object',
    when: 'verbose',
    help: '',
    fields: [
      txid,
      {
        name: 'fee_reason',
        type: 'string',
        help: 'Where the fee rate comes from; None: it was given; Unknown: an estimate of the node',
      },
    ],
  },
] as const satisfies readonly Result[];
