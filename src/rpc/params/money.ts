import { bool, hex, record, str } from '../fields.ts';
import { fundingMaxFeeRateParam } from './fee-limits.ts';
import {
  confTargetParam,
  estimateModeParam,
  feeRateParam,
  pathParam,
  replaceableParam,
} from './funding.ts';

export const commentParam = str.optional(
  'comment',
  'What the payment is for. Kept in the wallet, not part of the transaction',
  { freeText: true },
);

export const estimateParams = [replaceableParam, confTargetParam, estimateModeParam] as const;

/** The last arguments of sendtoaddress and sendmany. */
export const lastMoneyParams = [
  feeRateParam,
  bool('verbose', 'Tell where the fee rate comes from, too', { default: false }),
  fundingMaxFeeRateParam,
  pathParam,
] as const;

const txid = hex('txid', 'The id of the transaction');

export const moneyResult = [
  { ...txid, when: 'unless verbose is true' },
  record(
    [
      txid,
      str(
        'fee_reason',
        'Where the fee rate comes from; None: it was given; Unknown: an estimate of the node',
      ),
    ],
    { when: 'verbose' },
  ),
] as const;
