/** @deprecated These names are in `coldsign/review`. This entry goes with 1.0. */

export { checkSigned } from '../library/checked-review.ts';
export type { AntiExfil, AntiExfilVerdict } from '../review/anti-exfil.ts';
export type { Check, CheckedSignature, CheckOptions } from '../review/check.ts';
export type { ReviewedSignature } from '../review/model.ts';
export type { PsbtChange } from '../review/signature-changes.ts';
