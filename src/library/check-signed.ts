import type { Psbt } from '../psbt/psbt.ts';
import * as check from '../review/check.ts';
import { checked } from './checked.ts';
import { type CurveOption, withCurve } from './curve-option.ts';

/**
 * What another signer did with a PSBT: whether only signatures were added, whether they hold, by
 * which keys, and what their nonces are like. `before`: as the signer got it. All options may be
 * left out.
 */
export const checkSigned: (
  before: Psbt,
  after: Psbt,
  options?: CurveOption<check.CheckOptions>,
) => check.Check = /* @__PURE__ */ checked(
  'checkSigned',
  { before: 'Psbt', after: 'Psbt', options: 'object?' },
  (before: Psbt, after: Psbt, options: CurveOption<check.CheckOptions> = {}) =>
    check.checkSigned(before, after, withCurve(options)),
);
