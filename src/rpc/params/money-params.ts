import { bool, hex, record, str } from '../fields.ts';
import { fundingMaxFeeRateParam } from './fee-limits-params.ts';
import {
  confTargetParam,
  estimateModeParam,
  feeRateParam,
  pathParam,
  replaceableParam,
} from './funding-params.ts';

export const commentParam = str.optional(
  'comment',
  'The purpose of the payment. Stored in the wallet, not part of the transaction',
  { freeText: true },
);

export const estimateParams = [replaceableParam, confTargetParam, estimateModeParam] as const;

/** The last arguments of sendtoaddress and sendmany. */
export const lastMoneyParams = [
  feeRateParam,
  bool('verbose', 'Return the source of the fee rate, too', { default: false }),
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
        'The source of the fee rate. "None": given by you; "Unknown": estimated by the node',
      ),
    ],
    { when: 'verbose' },
  ),
] as const;
