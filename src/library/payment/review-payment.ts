import { refuseMore } from '../../arguments/count-arguments.ts';
import { appCurve } from '../../crypto/app-curve.ts';
import type { Curve } from '../../crypto/secp256k1.ts';
import { argumentError } from '../../encoding/coldsign-error.ts';
import { copyValue } from '../../encoding/copy-value.ts';
import type { Network, NetworkName } from '../../encoding/network.ts';
import { pauseFor } from '../../encoding/next-turn.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import type { Evidence, KnownCoin } from '../../review/evidence.ts';
import { reviewId } from '../../review/id.ts';
import { pastCoins } from '../../review/past.ts';
import { refusedBy, requireKnownFindings, screenPolicy } from '../../review/policy.ts';
import type { Policy } from '../../review/policy-kinds.ts';
import { psbtSubjectTask } from '../../review/psbt-subject.ts';
import { reviewTask } from '../../review/review.ts';
import { type Pause, runNow, runTask, type Task } from '../../signing/task.ts';
import { checkExpected } from '../../transaction/fee-messages.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { findNetwork } from './account-sides.ts';
import { checkArgument } from './arguments.ts';
import { checkOtherParts, checkPsbt, lockTimes, partOf } from './checked-psbt.ts';
import { type ApprovedSigner, checkSigningKeys, type SigningKey } from './keys.ts';
import { paymentOwners } from './payment-owners.ts';
import { type PaymentHistory, type PaymentReview, refusal } from './reviewed.ts';
import type { Account, AccountCoin } from './types.ts';

/** Options of `review`. */
export type ReviewOptions = Pick<Evidence, 'knownScripts' | 'now' | 'fees' | 'expectedFeeRate'> & {
  /**
   * The account that pays; several if coins of several are spent. May be left out with `keys`, of
   * which then everything counts as yours.
   */
  readonly account?: Account | readonly Account[] | undefined;
  /**
   * The option `keys` of `sign`. Every coin that these keys can sign for is yours in the review.
   * If the account does not have its script, it gets the finding `input-other-account`. Absent:
   * only coins of the account are yours.
   */
  readonly keys?: SigningKey | readonly SigningKey[] | undefined;
  /** The network of the addresses. Default: that of the account, or `main`. */
  readonly network?: NetworkName | Network | undefined;
  /** Rules for what may be signed. Default: `screenPolicy`, for a person who reads the findings. */
  readonly policy?: Policy | undefined;
  /** Payments that were signed before, to find a coin that is spent twice. */
  readonly history?: PaymentHistory | undefined;
  /** Coins as your own backend reports them: their amounts count as known. */
  readonly coins?: readonly AccountCoin[] | undefined;
  /**
   * Verifies the payment names that a PSBT contains (BIP353):
   * `(psbt) => judgeNames(psbt, { network, now })`, with `judgeNames` of `coldsign/review`. Absent:
   * names are neither verified nor shown.
   */
  readonly judgeNames?: ((psbt: Psbt) => NonNullable<Evidence['names']>) | undefined;
  /** Default: the curve in pure JavaScript. */
  readonly secp256k1?: Curve | undefined;
};

/** Options of `reviewFirst`. */
export type ReviewFirstOptions = ReviewOptions & {
  /** Shows the review to a person, and answers if the payment is to be signed. Default: true. */
  readonly confirm?: ((review: PaymentReview) => boolean | Promise<boolean>) | undefined;
};

/**
 * Reviews a payment: payees, change, the fee and if it is proven, and everything that is wrong or
 * unusual. Signs nothing. Runs in one piece, some milliseconds for each input
 * (docs/guide/threads.md); `reviewFirst` lets other work run.
 *
 * @param psbt - Signed, unsigned or partly signed.
 * @param options - `account`: whose change and coins count as yours; `keys`: what will sign;
 *   `policy`: what may be signed.
 * @throws `ColdsignError`: `WRONG_ARGUMENT`, `LOCK_TIMES`. Findings are in the result.
 */
export function review(psbt: Psbt, options: ReviewOptions): PaymentReview {
  refuseMore('review', arguments, 2, 'Write review(psbt, { account, policy }).');
  return runNow(reviewPayment(psbt, options));
}

/** Reviews as `review` does, and lets other work run. The PSBT must not change meanwhile. */
function* reviewPayment(psbt: Psbt, options: ReviewOptions, pause?: Pause): Task<PaymentReview> {
  checkPsbt(pause ? partOf(psbt) : psbt);
  const {
    account = [],
    keys,
    policy = screenPolicy,
    history,
    coins = [],
    judgeNames,
    ...evidence
  } = checkArgument('options', options, 'ReviewOptions', 'Write review(psbt, { account }).');
  requireKnownFindings(policy);
  checkExpected('options', evidence);
  const accounts: readonly Account[] = Array.isArray(account) ? account : [account];
  if (accounts.length === 0 && keys === undefined) {
    throw argumentError('Neither account nor keys are given', 'Write review(psbt, { account }).');
  }
  const network = findNetwork(evidence.network ?? accounts[0]?.network ?? 'main');
  requireAccountsOn(network, accounts);
  const secp256k1 = appCurve(evidence.secp256k1);
  const context = { network, secp256k1, pause };
  if (pause) {
    yield pause();
    yield* checkOtherParts(psbt, pause);
  }
  const subject = yield* psbtSubjectTask(psbt, secp256k1, pause);
  if (subject === undefined) throw lockTimes();
  const known = {
    ...evidence,
    network,
    findOwners: yield* paymentOwners({ accounts, keys }, psbt, context),
    ...(coins.length > 0 && { known: new Map(coins.map(knownCoin)) }),
    ...(history !== undefined && { past: history }),
    ...(judgeNames !== undefined && { names: namesOf(judgeNames(psbt)) }),
  };
  const found = yield* reviewTask(subject, known, pause);
  if (pause) yield pause();
  const id = reviewId(found, network);
  if (pause) yield pause();
  return {
    ...found,
    id,
    refused: refusedBy(policy, found, id),
    history: new Map([...(history ?? []), ...pastCoins(found, true)]),
  };
}

/** Refuses accounts of another network. Addresses would be shown for the wrong one. */
function requireAccountsOn({ name }: Network, accounts: readonly Account[]): void {
  const other = accounts.find((account) => account.network.name !== name);
  if (other === undefined) return;
  throw argumentError(
    `review: an account is of ${other.network.name}, and the network is ${name}`,
    'Leave out the option network, or open the account with the same network.',
  );
}

/** Returns verdicts on names. A promise would be read as if there were none. */
function namesOf(names: NonNullable<Evidence['names']>): NonNullable<Evidence['names']> {
  if (Array.isArray(names)) return names;
  throw argumentError(
    'judgeNames must return a list',
    'Write (psbt) => judgeNames(psbt, { network, now }), without await.',
  );
}

const knownCoin = (coin: AccountCoin): [string, KnownCoin] => [
  outPointKey(coin),
  { value: coin.value, scriptPubKey: coin.scriptPubKey, height: coin.height },
];

/**
 * Makes the option `approve` of `sign`: a payment is reviewed first, and signed only if the policy
 * has no objection and `confirm`, if given, answers true. The review knows the keys that `sign`
 * got, so every coin that they would sign is yours in it. It answers the review, by which `sign`
 * keeps to the coins that are yours.
 *
 * @param options - Those of `review`, and `confirm`, which shows the review to a person.
 * @throws at signing, `ColdsignError`: `REVIEW_REFUSED`, with the findings in `details`.
 */
export function reviewFirst(
  options: ReviewFirstOptions,
): (psbt: Psbt, signer?: ApprovedSigner) => Promise<PaymentReview | false> {
  const usage = 'Write reviewFirst({ account, confirm }).';
  // A second one would be ignored, and the person would not be asked.
  refuseMore('reviewFirst', arguments, 1, usage);
  const { confirm = () => true, ...reviewing } = checkArgument(
    'options',
    options,
    'ReviewFirstOptions',
    usage,
  );
  requireKnownFindings(reviewing.policy);
  checkExpected('options', reviewing);
  if (reviewing.network !== undefined) findNetwork(reviewing.network);
  checkSigningKeys(reviewing.keys);
  return async (psbt, { keys = reviewing.keys, signal } = {}) => {
    // Other work runs during the review, and may change what it reads.
    const kept = copyValue(psbt);
    const task = reviewPayment(kept, { ...reviewing, keys }, pauseFor(signal));
    const reviewed = await runTask(task);
    const [first] = reviewed.refused;
    if (first !== undefined) throw refusal(first, reviewed.refused);
    return (await confirm(reviewed)) === true && reviewed;
  };
}
