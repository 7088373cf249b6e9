import type { Evidence } from '../review/evidence.ts';
import type { Review } from '../review/model.ts';
import { reviewSubject } from '../review/review.ts';
import { type TransactionTold, transactionSubject } from '../review/transaction-subject.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { checked } from './review-kinds.ts';

/** Reviews a raw transaction, signed or not: its effect, and warnings about it. */
export const reviewTransaction: (
  transaction: Transaction,
  told: TransactionTold,
  evidence: Evidence,
) => Review = /* @__PURE__ */ checked(
  'reviewTransaction',
  { transaction: 'Transaction', told: 'TransactionTold', evidence: 'Evidence' },
  (transaction: Transaction, told: TransactionTold, evidence: Evidence) =>
    reviewSubject(transactionSubject(transaction, told), evidence),
);
