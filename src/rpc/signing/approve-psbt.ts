import type { Psbt } from '../../psbt/psbt.ts';
import { spentCoins } from '../../psbt/psbt-session.ts';
import { outlineTransaction } from '../../psbt/unsigned-transaction.ts';
import { withKnownScripts } from '../../review/known-scripts.ts';
import type { Review } from '../../review/model.ts';
import { psbtSubjectTask } from '../../review/psbt-subject.ts';
import type { Subject } from '../../review/subject.ts';
import { Sighash, type SighashType } from '../../sighash/sighash-type.ts';
import { estimateSizeTask } from '../../signing/placeholders.ts';
import { runTask } from '../../signing/task.ts';
import type { Coin, Transaction } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { approve, foreignScripts, refuse, reviewGiven, type Signing } from './approve.ts';
import type { SigningLimits } from './fee-limits.ts';
import { doubts } from './judge-cost.ts';

/** A PSBT about to be signed; each input contains its coin. */
export type PsbtSigning = Omit<Signing, 'provider' | 'known'> & {
  readonly psbt: Psbt;
  readonly known?: Signing['known'] | undefined;
  readonly findProvider: (
    transaction: Transaction,
    coins: ReadonlyMap<string, Coin>,
  ) => Signing['provider'] | Promise<Signing['provider']>;
  /** Absent to use the types in the PSBT. */
  readonly sighashType?: SighashType | undefined;
  /** The review of the same PSBT by the same facts, if it was made to be shown. */
  readonly shown?: Review | undefined;
};

/** `approveRaw` for a PSBT. */
export async function approvePsbt(
  signing: PsbtSigning,
  limits: SigningLimits | undefined,
  context: Context,
): Promise<readonly string[]> {
  if (limits === undefined) return [];
  const { shown, signs, findInputOwners } = signing;
  // Signing reports contradicting lock times with its own error.
  const subject = shown === undefined ? await subjectOf(signing, context) : undefined;
  const review = subject ? await reviewSubject(subject, signing, limits, context) : shown;
  if (review === undefined) return [];
  if (signs) {
    if (subject && findInputOwners) {
      refuse(await foreignScripts(subject, findInputOwners, context));
    }
    await approve(review, limits, context);
    signing.onApproved?.(review);
  }
  return doubts(review);
}

/** Reviews a PSBT before it is signed. Returns `undefined` if lock times exclude each other. */
export async function reviewPsbt(
  signing: PsbtSigning,
  limits: SigningLimits,
  context: Context,
): Promise<Review | undefined> {
  const subject = await subjectOf(signing, context);
  return subject && reviewSubject(subject, signing, limits, context);
}

async function reviewSubject(
  subject: Subject,
  signing: PsbtSigning,
  limits: SigningLimits,
  context: Context,
): Promise<Review> {
  const names = await context.judgeNames?.(signing.psbt);
  return reviewGiven(subject, { ...signing, names }, limits, context);
}

async function subjectOf(
  { psbt, findProvider, sighashType, known }: PsbtSigning,
  { secp256k1, pause }: Context,
): Promise<Subject | undefined> {
  const transaction = outlineTransaction(psbt);
  if (transaction === undefined) return undefined;
  const spent = spentCoins(psbt);
  const coins = new Map([...(known ?? []), ...spent]);
  const provider = await findProvider(transaction, coins);
  const scripted = withKnownScripts(psbt, spent, provider);
  const subject = await runTask(psbtSubjectTask(scripted, secp256k1, pause));
  if (subject === undefined) return undefined;
  // The PSBT may name scripts that the signer does not have, and the signer may know paths that the
  // PSBT does not.
  const size = estimateSizeTask(subject.transaction, coins, provider, pause);
  const estimated = await runTask(size);
  const vsize = Math.max(subject.vsize, estimated);
  return withType({ ...subject, vsize }, sighashType);
}

/** Applies the caller's sighash type over the PSBT's; DEFAULT changes none. */
function withType(subject: Subject, sighashType: SighashType | undefined): Subject {
  if (sighashType === undefined || sighashType === Sighash.DEFAULT) return subject;
  return { ...subject, spends: subject.spends.map((spend) => ({ ...spend, sighashType })) };
}
