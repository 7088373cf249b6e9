import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { messageOf } from '../../../psbt/answer-fault.ts';
import { readAnswerTransaction } from '../../../psbt/answer-transaction.ts';
import { encodePsbt } from '../../../psbt/encode.ts';
import { finalizePsbt } from '../../../psbt/finalize.ts';
import { isFinalized, type Psbt, type PsbtInput } from '../../../psbt/psbt.ts';
import { rawSignatures, signaturesIn } from '../../../psbt/signature-count.ts';
import { combineCopies } from '../../../psbt/take-signatures.ts';
import type { FindingId } from '../../../review/catalog.ts';
import type { Review } from '../../../review/model.ts';
import { pastCoins } from '../../../review/past.ts';
import { waitsForOthers } from '../../../review/turn.ts';
import type { Context } from '../../../rpc/context.ts';
import { incompleteMessages, outcomeOf } from '../../../rpc/explain/outcome.ts';
import {
  type KeySessionFacts,
  reviewByKeys,
  reviewRawByKeys,
  signByKeys,
} from '../../../rpc/signing/key-session.ts';
import { addUtxos } from '../../../rpc/signing/process-approved.ts';
import { emptyProvider } from '../../../signing/miniscript-provider.ts';
import { cancellable } from './cancellation.ts';
import { failure, outcomeRefusal } from './failures.ts';
import { judgeNamesIn } from './names.ts';
import { openSubject, psbtIn, readPsbt } from './open-subject.ts';
import { endReview, ringOf, type Session, setSubject } from './session.ts';
import { contextOf as plainContextOf } from './session-context.ts';
import { type SignedView, viewFinal, viewSigned } from './signed-view.ts';
import { type ReviewView, viewReview } from './view-review.ts';

/** Reviews verify the payment names that outputs show. */
const contextOf = (session: Session) => ({
  ...plainContextOf(session),
  judgeNames: async (psbt: Psbt) => judgeNamesIn(session, psbt),
});

/** Reviews the PSBT or transaction that is open. */
export async function reviewSubject(session: Session): Promise<ReviewView> {
  const subject = openSubject(session);
  if (!('psbt' in subject)) {
    const review = await reviewRawByKeys(
      subject,
      ringOf(session),
      factsOf(session),
      contextOf(session),
    );
    return { ...viewReview(review, session), canFinish: true, canSave: true };
  }
  const facts = factsOf(session);
  const opened = session.found;
  const found = await reviewByKeys(subject.psbt, ringOf(session), facts, contextOf(session));
  if (found === undefined)
    throw failure('The inputs’ lock times exclude each other. Spend them apart.');
  const { psbt, findOwners, review } = found;
  // Messages that arrived meanwhile may have changed the facts.
  const isSame = opened !== undefined && session.found === opened;
  if (isSame) session.found = { ...opened, findOwners, review };
  const isAnySigned = signaturesIn(psbt) > 0 || psbt.inputs.some(isFinalized);
  // Without signatures in each input, finishing would only take time.
  const mayFinish = isAnySigned && psbt.inputs.every((each) => isFinalized(each) || isSigned(each));
  const canFinish = mayFinish && finalizePsbt(psbt, kernelSecp256k1).complete;
  return { ...viewReview(found.review, session), canFinish, canSave: isAnySigned };
}

const isSigned = (input: PsbtInput): boolean => rawSignatures(input).length > 0;

const factsOf = ({ found, signedFor: spent }: Session): KeySessionFacts => ({
  findOwners: found?.findOwners,
  spent,
});

/**
 * Signs only what the review with this id was about. `confirmed` has the stops that the person has
 * confirmed.
 */
export async function signSubject(
  session: Session,
  reviewed: string,
  confirmed: readonly FindingId[] = [],
): Promise<SignedView> {
  const subject = openSubject(session);
  if (!('psbt' in subject)) throw failure('This transaction is already signed.');
  const { psbt } = subject;
  const started = contextOf(session);
  const context: Context = {
    ...started,
    approve: () => ({ confirmed }),
    musigNonces: session.nonces,
    musigSignsLast: true,
    onProgress: session.onProgress,
    workers: cancellable(started.pause),
  };
  const shown = session.found?.review;
  if (shown !== undefined && waitsForOthers(shown)) {
    throw outcomeRefusal('signed-before');
  }
  const facts = { ...factsOf(session), reviewed, shown };
  const done = await signByKeys(psbt, ringOf(session), facts, context);
  const outcome = outcomeOf(psbt, done, kernelSecp256k1);
  if (outcome.needs === undefined) throw outcomeRefusal(outcome.id);
  const hasSigned = outcome.id === 'complete' || outcome.id === 'signed';
  if (done.review !== undefined && hasSigned) rememberSigned(session, done.review);
  return viewSigned(done, outcome);
}

/** Lets later reviews notice that a coin was signed for, until the keys are locked. */
function rememberSigned(session: Session, review: Review): void {
  const coins = [...pastCoins(review, true)].map(
    ([key, coin]) => [key, [...(session.signedFor.get(key) ?? []), coin]] as const,
  );
  session.signedFor = new Map([...session.signedFor, ...coins]);
  endReview(session);
}

/**
 * Returns the complete transaction of a PSBT that has all signatures, without any key; otherwise
 * the PSBT with the signatures that it has.
 */
export async function finishSubject(session: Session): Promise<SignedView> {
  const subject = openSubject(session);
  const id = 'combined';
  if (!('psbt' in subject)) return viewFinal(subject.transaction, id);
  const filled = await addUtxos(subject.psbt, emptyProvider, contextOf(session));
  const { psbt, complete } = finalizePsbt(filled, kernelSecp256k1);
  if (complete) return viewSigned({ psbt, complete }, { id, needs: [] });
  const needs = incompleteMessages(filled, kernelSecp256k1);
  return viewSigned({ psbt: filled, complete }, { id, needs });
}

/** Adds the signatures of a copy that was signed elsewhere; each is verified first. */
export function combineSubject(session: Session): void {
  const { subject, payload } = session;
  if (subject?.kind !== 'psbt') throw failure('Open a PSBT first.');
  const copy =
    payload?.kind === 'transaction'
      ? readAnswerTransaction(payload.bytes)
      : payload?.kind === 'psbt' && readPsbt(payload.bytes);
  if (!copy) throw failure('Open a copy of the same PSBT.');
  const taken = combineCopies([psbtIn(session, subject.bytes), copy], kernelSecp256k1);
  if ('error' in taken) {
    throw outcomeRefusal('nothing-added', messageOf(taken).reason);
  }
  const bytes = encodePsbt(taken.psbt);
  if (bytes !== undefined) setSubject(session, { kind: 'psbt', bytes });
}
