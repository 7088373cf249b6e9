export { reviewTransaction } from '../library/review-transaction.ts';
export type { Evidence } from '../review/evidence.ts';
export type { Review } from '../review/model.ts';
export type { TransactionTold } from '../review/transaction-subject.ts';
