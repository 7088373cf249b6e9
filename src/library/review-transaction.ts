import type { Evidence } from '../review/evidence.ts';
import type { Review } from '../review/model.ts';
import { reviewSubject } from '../review/review.ts';
import { type TransactionTold, transactionSubject } from '../review/transaction-subject.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { checked } from './review-kinds.ts';

/**
 * Reviews a raw transaction, signed or not: its effect, and warnings about it.
 *
 * @param transaction - Signed or not.
 * @param known - The coins that it spends, with values in satoshi, and the keys of the signer.
 * @param evidence - What you know yourself: owners, coins, past payments.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { networks, reviewTransaction } from 'coldsign/review';
 * import { emptyProvider, nobleSecp256k1 } from 'coldsign/signing';
 *
 * const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
 * const known = { coins: new Map(), provider: emptyProvider, secp256k1: nobleSecp256k1 };
 * console.log(reviewTransaction(transaction, known, { network: networks.main }).fee); // 0n
 */
export const reviewTransaction: (
  transaction: Transaction,
  known: TransactionTold,
  evidence: Evidence,
) => Review = /* @__PURE__ */ checked(
  'reviewTransaction',
  { transaction: 'Transaction', known: 'TransactionTold', evidence: 'Evidence' },
  (transaction: Transaction, known: TransactionTold, evidence: Evidence) =>
    reviewSubject(transactionSubject(transaction, known), evidence),
);
