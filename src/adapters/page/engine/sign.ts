import { decodeBase64, encodeBase64 } from '../../../encoding/base64.ts';
import type { Bytes } from '../../../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../../encoding/hex.ts';
import { visible } from '../../../encoding/unseen.ts';
import { findMember } from '../../../json/json.ts';
import { formatBoth } from '../../../review/amounts.ts';
import type { FindingId } from '../../../review/catalog.ts';
import { describeCost, describeReview } from '../../../review/describe.ts';
import { reviewId } from '../../../review/id.ts';
import type { Finding, Review } from '../../../review/model.ts';
import { canConfirm, refusedBy, screenPolicy } from '../../../review/policy.ts';
import type { Section } from '../../../review/section.ts';
import { reviewCall } from '../../../rpc/methods/review.ts';
import { signrawtransactionwithwallet } from '../../../rpc/methods/signrawtransactionwithwallet.ts';
import { walletprocesspsbt } from '../../../rpc/methods/walletprocesspsbt.ts';
import { parsePsbt } from '../../../rpc/parse/psbt.ts';
import { incompleteWords } from '../../../rpc/shape/psbt-details.ts';
import { decodeTransaction } from '../../../transaction/codec.ts';
import { transactionId } from '../../../transaction/txid.ts';
import { reachInputs } from './reach.ts';
import { callMethod, contextOf, failure, type Session } from './session.ts';

export type FindingView = Pick<Finding, 'id' | 'severity' | 'text' | 'advice'> & {
  /** Such as `input 1, output 0`. */
  readonly places: string;
  /** It forbids signing. */
  readonly isStop: boolean;
  /** A person may confirm it, so that it no longer forbids signing. */
  readonly canConfirm: boolean;
};

/** A review as the page shows it. */
export type ReviewView = {
  readonly id: string;
  /** The worst first. */
  readonly findings: readonly FindingView[];
  /** What leaves: to others and as fee. */
  readonly summary: {
    readonly pays: string;
    readonly fee: string | undefined;
    /** Rate and share of the fee. */
    readonly cost: string | undefined;
  };
  readonly outputs: readonly Section[];
  readonly facts: readonly Section[];
  /** There is something left to sign. */
  readonly isFinal: boolean;
};

/** What is signed. */
export type SignedView = {
  readonly kind: 'psbt' | 'transaction';
  readonly bytes: Bytes;
  readonly isComplete: boolean;
  /** Of the transaction, once it is complete: what it is found by after it was sent. */
  readonly txid?: string;
  /** Of a PSBT: what it still lacks, in sentences. */
  readonly lacks?: string;
};

/** The PSBT or transaction that was carried in. */
export async function reviewCarried(session: Session): Promise<ReviewView> {
  const { text } = carriedTransaction(session);
  const { carried } = session;
  if (carried?.kind === 'psbt') await reachInputs(session, carried.bytes);
  const given = { transaction: text, descriptors: undefined, prevtxs: undefined };
  return viewReview(await reviewCall(given, contextOf(session)), session);
}

function viewReview(review: Review, { network }: Pick<Session, 'network'>): ReviewView {
  const sections = describeReview(review, network).map(safeSection);
  const count = review.outputs.length;
  const refused = refusedBy(screenPolicy, review);
  const foreign = review.outputs.filter(({ role }) => role !== 'change' && role !== 'own');
  const pays = foreign.reduce((total, { value }) => total + value, 0n);
  return {
    id: reviewId(review, network),
    findings: review.findings.map((each) => viewFinding(each, refused.includes(each))),
    summary: {
      pays: formatBoth(pays),
      fee: review.isWhole ? formatBoth(review.fee) : undefined,
      cost: review.isWhole && review.fee >= 0n ? describeCost(review) : undefined,
    },
    outputs: sections.slice(0, count),
    facts: sections.slice(count).filter(({ tone }) => tone === undefined),
    isFinal: review.isFinal,
  };
}

/** Labels and data are of others. */
const safeSection = ({ heading, lines, ...rest }: Section): Section => ({
  heading: visible(heading),
  lines: lines.map(visible),
  ...rest,
});

const MOST_PLACES = 8;

function viewFinding(
  { id, severity, text, advice, inputs, outputs }: Finding,
  isStop: boolean,
): FindingView {
  const places = [
    ...inputs.map((index) => `input ${index}`),
    ...outputs.map((index) => `output ${index}`),
  ];
  const more = places.length - MOST_PLACES;
  const listed = places.slice(0, MOST_PLACES).join(', ');
  return {
    ...{ id, severity, text, advice, isStop },
    canConfirm: canConfirm(id),
    places: more > 0 ? `${listed} and ${more} more` : listed,
  };
}

function carriedTransaction({ carried }: Session): {
  readonly text: string;
  readonly isPsbt: boolean;
} {
  if (carried?.kind === 'psbt') return { text: encodeBase64(carried.bytes), isPsbt: true };
  if (carried?.kind === 'transaction') return { text: encodeHex(carried.bytes), isPsbt: false };
  throw failure('There is no PSBT and no transaction to look at.');
}

/**
 * Signs what the review with this id was about, and nothing else. `confirmed`: the stops that the
 * person has confirmed.
 */
export async function signCarried(
  session: Session,
  reviewed: string,
  confirmed: readonly FindingId[] = [],
): Promise<SignedView> {
  const { text, isPsbt } = carriedTransaction(session);
  const approve = () => ({ confirmed });
  const answer = isPsbt
    ? await callMethod(session, walletprocesspsbt, { psbt: text, reviewed }, { approve })
    : await callMethod(
        session,
        signrawtransactionwithwallet,
        { hexstring: text, reviewed },
        { approve },
      );
  const isComplete = findMember(answer, 'complete') === true;
  const hex = findMember(answer, 'hex');
  const psbt = findMember(answer, 'psbt');
  if (isComplete && typeof hex === 'string') {
    const bytes = decodeHex(hex) ?? new Uint8Array(0);
    const transaction = decodeTransaction(bytes, { witness: true });
    const txid = transaction && transactionId(transaction);
    return { kind: 'transaction', bytes, isComplete, ...(txid && { txid }) };
  }
  if (typeof psbt === 'string' && psbt !== text) {
    const context = contextOf(session);
    const lacks = incompleteWords(parsePsbt(psbt, context), context);
    return { kind: 'psbt', bytes: decodeBase64(psbt) ?? new Uint8Array(0), isComplete, lacks };
  }
  throw failure('Nothing was signed: the open keys have none that is asked for.');
}
