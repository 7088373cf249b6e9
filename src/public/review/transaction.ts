/** @deprecated These names are in `coldsign/review`. This entry goes with 1.0. */

export { reviewTransaction } from '../../library/checked-review.ts';
export type { Evidence } from '../../review/evidence.ts';
export type { Review } from '../../review/model.ts';
export type { TransactionTold } from '../../review/transaction-subject.ts';
