import { equalBytes } from '../../encoding/bytes.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import type { Psbt, PsbtInput } from '../../psbt/psbt.ts';
import { spentOutput } from '../../psbt/psbt-session.ts';
import { signaturesIn } from '../../psbt/signature-count.ts';
import { unsignedTransaction } from '../../psbt/unsigned-transaction.ts';
import { isUsualType } from '../../review/fee-proof.ts';
import type { Finding, Review, ReviewedInput } from '../../review/model.ts';
import type { PastCoin } from '../../review/past.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { lockTimes } from './checked-psbt.ts';

/** Payments that were signed, as an app remembers them: by `TXID:VOUT` of each coin. */
export type PaymentHistory = ReadonlyMap<string, PastCoin>;

/** The effect of a payment, and the decision of the policy. */
export type PaymentReview = Review & {
  /** Names the review: the same payment and the same facts have the same id on every device. */
  readonly id: string;
  /** Findings that forbid signing; empty if there are none. */
  readonly refused: readonly Finding[];
  /** The history with this payment added. Keep it once the payment is signed. */
  readonly history: PaymentHistory;
};

/** A review that was shown before signing. Without `refused`, no policy judged it. */
export type ShownReview = Review & Partial<Pick<PaymentReview, 'refused'>>;

/**
 * Throws if a review is of another payment or of other types of signatures, or if its policy
 * refuses the payment. The inputs of the PSBT ask for the types that they will be signed with.
 */
export function checkReviewed(psbt: Psbt, review: ShownReview): void {
  if (!isOf(review, psbt)) {
    throw new ColdsignError('NOT_APPROVED', 'The review is of another payment', {
      hint: 'Nothing was signed. Review this PSBT, show the result, and pass that.',
    });
  }
  const other = psbt.inputs.findIndex(
    ({ sighashType: type }, i) => !isUsualType(type) && type !== review.inputs[i]?.sighashType,
  );
  if (other >= 0) {
    throw new ColdsignError(
      'NOT_APPROVED',
      `The review does not show the type of signature that input ${other} would get`,
      {
        hint: 'Nothing was signed. Leave sighashType out, or give reviewFirst as approve, which sees it. A review made before shows it if the inputs of the PSBT have it as their sighashType.',
      },
    );
  }
  const { refused = [] } = review;
  const [first] = refused;
  if (first !== undefined) throw refusal(first, refused);
}

/** Returns the error for a payment that a review refuses. */
export function refusal({ text }: Finding, findings: readonly Finding[]): ColdsignError {
  return new ColdsignError('REVIEW_REFUSED', `The review refuses the payment: ${text}`, {
    hint: 'Nothing was signed. Each finding names what to do; its id is explained in docs/review.md.',
    details: { findings },
    // Its sentences are of coldsign, and have no words of the caller.
    given: [],
  });
}

function isOf({ transaction: shown, inputs }: Review, psbt: Psbt): boolean {
  const transaction = unsignedTransaction(psbt);
  if (transaction === undefined) throw lockTimes();
  return (
    equalBytes(encodeUnsigned(transaction), encodeUnsigned(shown)) &&
    psbt.inputs.every((input, index) => isSameCoin(input, inputs[index]))
  );
}

function encodeUnsigned(transaction: Transaction) {
  const inputs = transaction.inputs.map((input) => ({ ...input, scriptSig: new Uint8Array() }));
  return encodeTransaction({ ...transaction, inputs }, { witness: false });
}

/** An input that lacks its coin cannot be signed. */
function isSameCoin(input: PsbtInput, shown: ReviewedInput | undefined): boolean {
  const coin = spentOutput(input);
  if (coin === undefined) return true;
  const { value, scriptPubKey } = shown ?? {};
  return (
    value === coin.value &&
    scriptPubKey !== undefined &&
    equalBytes(scriptPubKey, coin.scriptPubKey)
  );
}

/** Returns the indexes of the inputs that a review does not count as yours. */
export function coinsOfOthers(review: Review | undefined): readonly number[] {
  return (review?.inputs ?? []).flatMap(({ owner, claim }, index) =>
    owner === undefined && claim !== 'key' && claim !== 'shared' ? [index] : [],
  );
}

/** Throws if coins of others have signatures that they did not have before. */
export function refuseOthers(
  others: readonly number[],
  before: Psbt,
  after: Psbt,
  who: string,
): void {
  const count = ({ inputs, ...psbt }: Psbt, index: number) =>
    signaturesIn({ ...psbt, inputs: inputs.slice(index, index + 1) });
  const inputs = others.filter((index) => count(after, index) > count(before, index));
  if (inputs.length === 0) return;
  const named = inputs.length === 1 ? `input ${inputs[0]}` : `inputs ${inputs.join(', ')}`;
  const fix =
    'A coin of another of your accounts may have been added to this payment. Review it with the option keys, and find out where the coin comes from.';
  throw new ColdsignError(
    'REVIEW_REFUSED',
    `${who} ${named}, but the review says that the coin is not yours`,
    { hint: fix, details: { inputs: inputs.map((input) => ({ input, cause: 'NOT_YOURS', fix })) } },
  );
}
