import type { Bytes } from '../../encoding/bytes.ts';
import type { ColdsignError } from '../../encoding/coldsign-error.ts';
import type { CoinAges, Evidence, FindOwners } from '../../review/evidence.ts';
import { reviewId } from '../../review/id.ts';
import type { Finding, Review } from '../../review/model.ts';
import {
  canConfirm,
  isHard,
  noPolicy,
  refusedBy,
  requireKnownFindings,
} from '../../review/policy.ts';
import type { Policy } from '../../review/policy-kinds.ts';
import { reviewTask } from '../../review/review.ts';
import type { Subject } from '../../review/subject.ts';
import { relativeLock } from '../../review/time-locks.ts';
import { transactionSubject } from '../../review/transaction-subject.ts';
import type { SighashType } from '../../sighash/sighash-type.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import { runTask } from '../../signing/task.ts';
import type { Coin, Transaction } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { miscError, typeError } from '../error.ts';
import type { SigningLimits } from './fee-limits.ts';
import { checkFee } from './judge-cost.ts';

type Coins = ReadonlyMap<string, Coin>;

/** Facts about a signing that needs approval. */
export type Signing = {
  /** Coins that the chain or the wallet knows. */
  readonly known: Coins;
  /** True if a coin that is not among them is spent, or was never created. */
  readonly knowsAllCoins?: boolean | undefined;
  readonly provider: SigningProvider;
  /** Finds the owners of scripts. Absent if the caller's own keys and scripts are unknown. */
  readonly findOwners?: FindOwners | undefined;
  /** Finds the owners of inputs if the review is not shown, because signing needs only these. */
  readonly findInputOwners?: FindOwners | undefined;
  /** Scripts that were paid before. */
  readonly knownScripts?: readonly Bytes[] | undefined;
  /** Coins that were reviewed or signed for before. */
  readonly past?: Evidence['past'];
  /** The wallet's transactions that already spend the coins. */
  readonly spent?: Evidence['spent'];
  /** Ages of coins that the wallet knows. */
  readonly ages?: Evidence['ages'];
  /** Verdicts on the proofs of names that outputs pay. If absent, they are not verified. */
  readonly names?: Evidence['names'];
  /** Called with the approved review, before signing. */
  readonly onApproved?: ((review: Review) => void) | undefined;
  /** Set if there are keys. Without keys there is no approval to ask for. */
  readonly signs: boolean;
};

/** A raw transaction that is about to be signed. */
export type RawSigning = Signing & {
  readonly transaction: Transaction;
  /** Coins used for signing: known ones, overridden by `prevtxs`. */
  readonly coins: Coins;
  /** Known transactions that created coins. */
  readonly previous?: readonly Transaction[] | undefined;
  readonly sighashType?: SighashType | undefined;
};

/** Reviews a raw transaction, and throws if a limit forbids it or the user declines. */
export async function approveByReview(
  signing: RawSigning,
  limits: SigningLimits,
  context: Context,
): Promise<Review> {
  const review = await reviewRaw(signing, limits, context);
  if (signing.signs) {
    await approve(review, limits, context);
    signing.onApproved?.(review);
  }
  return review;
}

/** Reviews a raw transaction before it is signed. */
export async function reviewRaw(
  signing: RawSigning,
  limits: SigningLimits,
  context: Context,
): Promise<Review> {
  const { transaction, coins, previous, provider, sighashType } = signing;
  const { secp256k1 } = context;
  const given = { coins, previous, provider, secp256k1, sighashType };
  const knowsAllCoins = asksForAllCoins(context);
  const subject = transactionSubject(transaction, given);
  return reviewGiven(subject, { ...signing, knowsAllCoins }, limits, context);
}

/**
 * Returns true if `known` comes from a chain that knows all coins and is asked about all inputs of
 * raw transactions.
 */
const asksForAllCoins = ({ chain, findCoins }: Context): boolean =>
  findCoins === undefined && chain?.knowsAllCoins === true;

/** Reviews a raw transaction or a PSBT from what it contains. */
export async function reviewGiven(
  subject: Subject,
  evidence: Omit<Evidence, 'network'>,
  { fees, expectedFeeRate }: SigningLimits,
  context: Context,
): Promise<Review> {
  const { network } = context;
  const ages = await findAges(context, subject.transaction, evidence.ages);
  const now = { time: context.now?.() };
  const known = { ...evidence, network, fees, expectedFeeRate, ages, now };
  return runTask(reviewTask(subject, known, context.pause));
}

/**
 * Returns the ages of coins that a transaction asks to have an age; `undefined` if there are none.
 * `own`: the ages that a wallet knows, which count where the chain knows none. A chain that cannot
 * be reached leaves its own out, because a review is possible without them.
 */
export async function findAges(
  { chain }: Pick<Context, 'chain'>,
  transaction: Transaction,
  own: CoinAges | undefined,
): Promise<CoinAges | undefined> {
  const waiting = transaction.inputs.filter(
    ({ sequence }) => relativeLock(transaction, sequence) !== undefined,
  );
  if (waiting.length === 0) return undefined;
  if (chain === undefined) return own;
  try {
    const { height: tip } = await chain.tip();
    const coins = await chain.findCoins(waiting.map(({ prevout }) => prevout));
    const heights = [...coins].map(([key, { height }]) => [key, height] as const);
    return { tip, heights: new Map([...(own?.heights ?? []), ...heights]) };
  } catch {
    // The chain cannot be reached.
    return own;
  }
}

/** Throws if the limits forbid the transaction or approval is refused. */
export async function approve(
  review: Review,
  limits: SigningLimits,
  context: Context,
): Promise<void> {
  if (limits.reviewed !== undefined && limits.reviewed !== reviewId(review, context.network)) {
    throw notSigned(
      'it is not what was reviewed: the transaction, or what is known of it, has another review id. Review it again',
    );
  }
  // A policy judges the fee among its findings.
  if (context.policy === undefined) checkFee(review, limits);
  await askFor(review, context, limits);
}

/**
 * Returns true if inputs are signed with the sighash types stored in the PSBT. With a policy or a
 * review id, these types were part of the review.
 */
export const signsStoredTypes = (limits: SigningLimits | undefined, { policy }: Context): boolean =>
  limits !== undefined && (policy !== undefined || limits.reviewed !== undefined);

const notSigned = (why: string) => miscError(`Nothing was signed: ${why}`);

/** Throws if approval is refused. */
export async function askFor(
  review: Review,
  context: Context,
  { reviewed }: Partial<Pick<SigningLimits, 'reviewed'>> = {},
): Promise<void> {
  const { approve: ask, policy, network } = context;
  requireRules(policy);
  const bound = policy ?? (reviewed === undefined ? undefined : noPolicy);
  const refused = bound
    ? refusedBy(bound, review, reviewId(review, network))
    : review.findings.filter(isForeignScript);
  const answer = ask === undefined || (await ask(review, refused));
  const confirmed = typeof answer === 'object' ? answer.confirmed : [];
  refuse(refused.filter(({ id }) => !(canConfirm(id) && confirmed.includes(id))));
  if (answer === false) throw notSigned('the transaction was not approved');
}

/**
 * Throws for a policy that names an unknown finding. Checked here and not with the other options,
 * because the catalog of findings is large, and only calls that sign need it.
 */
function requireRules(policy: Policy | undefined): void {
  try {
    requireKnownFindings(policy);
  } catch (error) {
    const { message, hint }: Partial<ColdsignError> = Object(error);
    throw typeError(`The option ${message}`, hint);
  }
}

/** Finds inputs that no key may sign, by any method, because the review says so. */
const isForeignScript = ({ id }: Finding): boolean => id === 'input-foreign-script';

/** Throws if findings are left that forbid signing. */
export function refuse(left: readonly Finding[]): void {
  const hard = left.filter(({ id }) => isHard(id));
  const findingSentence = ({ id, text, advice }: Finding) =>
    isHard(id) ? `${text} ${advice} (${id})` : `${text} (${id})`;
  if (hard.length > 0) {
    throw notSigned(`this cannot be allowed. ${hard.map(findingSentence).join(' ')}`);
  }
  if (left.length > 0) {
    throw notSigned(`the policy does not allow it. ${left.map(findingSentence).join(' ')}`);
  }
}

/** Returns findings about inputs that keys could sign although no descriptor has their scripts. */
export async function foreignScripts(
  subject: Subject,
  findOwners: FindOwners,
  { network, pause }: Context,
): Promise<readonly Finding[]> {
  const transaction = { ...subject.transaction, outputs: [] };
  const inputs = { ...subject, transaction, claims: [] };
  const { findings } = await runTask(reviewTask(inputs, { network, findOwners }, pause));
  return findings.filter(isForeignScript);
}
