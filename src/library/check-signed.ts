import type { Psbt } from '../psbt/psbt.ts';
import * as check from '../review/check.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { checked } from './review-kinds.ts';

/**
 * Reports the changes that another signer made to a PSBT: what it added, changed or removed, which
 * keys made its signatures, if they are valid, and how its nonces look. `before` is the PSBT that
 * the signer received, `after` the PSBT it returned, or the finished transaction. All options are
 * optional.
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
