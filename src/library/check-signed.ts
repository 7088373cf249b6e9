import type { Psbt } from '../psbt/psbt.ts';
import * as check from '../review/check.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { checked } from './review-kinds.ts';

/**
 * Reports what another signer did with a PSBT: what it added, changed or removed, whether its
 * signatures hold, by which keys, and what their nonces are like. `before`: as the signer got it.
 * `after`: as it came back, or the finished transaction. All options are optional.
 */
export const checkSigned: (
  before: Psbt,
  after: Psbt | Transaction,
  options?: CurveOption<check.CheckOptions>,
) => check.Check = /* @__PURE__ */ checked(
  'checkSigned',
  { before: 'Psbt', after: 'Psbt|Transaction', options: 'CheckOptions?' },
  (before: Psbt, after: Psbt | Transaction, options: CurveOption<check.CheckOptions> = {}) =>
    check.checkSigned(before, after, withCurve(options)),
);
