import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { MAX_MONEY } from '../../../encoding/amount.ts';
import type { Bytes } from '../../../encoding/bytes.ts';
import { keyOwners, openedOwners } from '../../../keys/open-ring.ts';
import { combineCopies } from '../../../psbt/combine-copies.ts';
import { decodePsbt } from '../../../psbt/decode.ts';
import { encodePsbt, isFinalized } from '../../../psbt/encode.ts';
import { extractTransaction } from '../../../psbt/extract.ts';
import { finalizePsbt } from '../../../psbt/finalize.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../../psbt/psbt.ts';
import { signPsbtTask } from '../../../psbt/sign-psbt.ts';
import { signaturesIn, silentWorkIn } from '../../../psbt/signature-count.ts';
import type { FindingId } from '../../../review/catalog.ts';
import { rawSignatures } from '../../../review/check.ts';
import type { Review } from '../../../review/model.ts';
import { pastCoins } from '../../../review/past.ts';
import { findKnownCoins } from '../../../rpc/chain.ts';
import type { Context } from '../../../rpc/context.ts';
import { incompleteWords } from '../../../rpc/shape/psbt-details.ts';
import { reviewRaw } from '../../../rpc/signing/approve.ts';
import { approvePsbt, reviewPsbt } from '../../../rpc/signing/approve-psbt.ts';
import type { SigningLimits } from '../../../rpc/signing/fee-limits.ts';
import { addUtxos, psbtError, silentSigningOf } from '../../../rpc/signing/process-approved.ts';
import { runSigning } from '../../../rpc/signing/signers.ts';
import { emptyProvider } from '../../../signing/provider.ts';
import { encodeTransaction } from '../../../transaction/codec.ts';
import { decodeAnyTransaction } from '../../../transaction/decode-any.ts';
import { defaultFeeTiers } from '../../../transaction/fee-bounds.ts';
import type { Transaction } from '../../../transaction/transaction.ts';
import { transactionId } from '../../../transaction/txid.ts';
import { judgeNamesIn } from './names.ts';
import { ownKeysOf } from './own-provider.ts';
import {
  cancellable,
  failure,
  contextOf as plainContextOf,
  ringContext,
  ringOf,
  type Session,
} from './session.ts';
import { type ReviewView, viewReview } from './view-review.ts';

/** The signed PSBT or transaction. */
export type SignedView = {
  readonly kind: 'psbt' | 'transaction';
  readonly bytes: Bytes;
  readonly isComplete: boolean;
  /** Only nonces were added: the first of MuSig2's two rounds. */
  readonly isNonce?: true;
  /** Only shares for silent payments were added: the first of two rounds. */
  readonly isShare?: true;
  /** Id of the transaction, once it is complete. */
  readonly txid?: string;
  /** Parts that a PSBT still lacks, in sentences. */
  readonly lacks?: string;
  /** Signatures of others only: the open keys have not signed. */
  readonly isJoined?: true;
};

/** Reviews verify the payment names that outputs show. */
const contextOf = (session: Session): Context => ({
  ...plainContextOf(session),
  judgeNames: async (psbt) => judgeNamesIn(session, psbt),
});

type Subject = { readonly psbt: Psbt } | { readonly transaction: Transaction };

const hasSignature = ({ inputs }: Transaction) =>
  inputs.some(({ scriptSig, witness }) => scriptSig.length > 0 || witness.length > 0);

/** A raw transaction without signatures is reviewed and signed as a PSBT. */
async function openSubject(session: Session): Promise<Subject> {
  const { subject } = session;
  if (subject === undefined) throw failure('Open a PSBT or a transaction first.');
  if (subject.kind === 'transaction') {
    const transaction = decodeAnyTransaction(subject.bytes, { witness: true, legacy: true });
    if (transaction === undefined) throw failure('This transaction is damaged. Copy it again.');
    if (hasSignature(transaction)) return { transaction };
    return { psbt: await filled(createPsbt(transaction, 0), session) };
  }
  return { psbt: await filled(psbtOf(subject.bytes), session) };
}

/** Adds the coins that the snapshot knows. */
const filled = (psbt: Psbt, session: Session): Promise<Psbt> =>
  addUtxos(psbt, emptyProvider, contextOf(session));

/** PSBTs by their bytes, so that one with thousands of inputs is decoded once. */
const decoded = new WeakMap<Bytes, Psbt>();

function psbtOf(bytes: Bytes): Psbt {
  const psbt = decoded.get(bytes) ?? decodePsbt(bytes, kernelSecp256k1);
  if ('error' in psbt) throw failure('This PSBT is cut off or damaged. Export or copy it again.');
  decoded.set(bytes, psbt);
  return psbt;
}

const limitsOf = ({ chain }: Session, reviewed?: string): SigningLimits => ({
  fees: defaultFeeTiers,
  maxBurn: 0n,
  expectedFeeRate: chain?.expectedFeeRate,
  reviewed,
});

/** Reviews the PSBT or transaction that is open. */
export async function reviewSubject(session: Session): Promise<ReviewView> {
  const subject = await openSubject(session);
  const review =
    'psbt' in subject
      ? await reviewOfPsbt(subject.psbt, session)
      : await reviewOfRaw(subject.transaction, session);
  const view = viewReview(review, session);
  if (!('psbt' in subject)) return { ...view, canFinish: true, canSave: true };
  const { inputs } = subject.psbt;
  const isAnySigned = signaturesIn(subject.psbt) > 0 || inputs.some(isFinalized);
  // Without signatures in each input, finishing would only take time.
  const mayFinish = isAnySigned && inputs.every((each) => isFinalized(each) || isSigned(each));
  const canFinish = mayFinish && finalizePsbt(subject.psbt, kernelSecp256k1).complete;
  return { ...view, canFinish, canSave: isAnySigned };
}

const isSigned = (input: PsbtInput): boolean => rawSignatures(input).length > 0;

function signingOf(psbt: Psbt, session: Session) {
  const { keys, subject } = session;
  const ring = ringOf(session);
  const context = ringContext(session);
  const own = ownKeysOf(ring, psbt, context);
  const signing = { psbt, findProvider: () => own.provider };
  if (keys.length === 0) return { own, signing: { ...signing, findOwners: undefined } };
  const { found } = session;
  const findOwners =
    found !== undefined && found.keys === keys && found.subject === subject
      ? found.findOwners
      : openedOwners(ring, psbt, own.named, context);
  session.found = { keys, subject, findOwners };
  return { own, signing: { ...signing, findOwners } };
}

async function reviewOfPsbt(psbt: Psbt, session: Session): Promise<Review> {
  const { own, signing } = signingOf(psbt, session);
  try {
    const context = contextOf(session);
    const known = await knownCoins(psbt, session);
    const review = await reviewPsbt(
      { ...signing, known, spent: session.signedFor, signs: false },
      limitsOf(session),
      context,
    );
    if (review !== undefined) return review;
    throw failure('The inputs’ lock times exclude each other. Spend them apart.');
  } finally {
    for (const key of own.privateKeys) key.wipe();
  }
}

const knownCoins = ({ inputs }: Psbt | Transaction, session: Session) =>
  findKnownCoins(
    contextOf(session),
    inputs.map(({ prevout }) => prevout),
  );

/** Reviews a transaction with signatures, which cannot be signed here any more. */
async function reviewOfRaw(transaction: Transaction, session: Session): Promise<Review> {
  const known = await knownCoins(transaction, session);
  const psbt = createPsbt(unsigned(transaction), 0);
  const findOwners =
    session.keys.length > 0 ? keyOwners(ringOf(session), psbt, ringContext(session)) : undefined;
  const signing = { transaction, coins: known, known, findOwners, signs: false };
  const limits = limitsOf(session);
  return reviewRaw({ ...signing, provider: emptyProvider }, limits, contextOf(session));
}

const unsigned = (transaction: Transaction): Transaction => ({
  ...transaction,
  inputs: transaction.inputs.map((input) => ({
    ...input,
    scriptSig: new Uint8Array(0),
    witness: [],
  })),
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
  const subject = await openSubject(session);
  if (!('psbt' in subject)) throw failure('This transaction is already signed.');
  const { psbt } = subject;
  session.cancellation.begin();
  const { own, signing } = signingOf(psbt, session);
  try {
    const context = { ...contextOf(session), approve: () => ({ confirmed }) };
    const known = await knownCoins(psbt, session);
    const limits = limitsOf(session, reviewed);
    let approved: Review | undefined;
    const onApproved = (review: Review) => {
      approved = review;
    };
    const asked = { ...signing, known, spent: session.signedFor, signs: true, onApproved };
    await approvePsbt(asked, limits, context);
    const { provider } = own;
    const { secp256k1 } = context;
    const { onProgress, nonces } = session;
    const musig = context.random && { random: context.random, nonces, signsLast: true };
    const working = { ...context, onProgress, workers: cancellable(session) };
    const silent = silentSigningOf(context);
    const how = { storedTypes: true, finalize: true, secp256k1, musig, silent };
    const done = await runSigning(working, (signer) =>
      signPsbtTask({ psbt, provider, ...how }, signer),
    );
    if ('error' in done) throw psbtError(done.error);
    const hasShare = silentWorkIn(done.psbt) > silentWorkIn(psbt);
    const isShare = signaturesIn(done.psbt) <= signaturesIn(psbt) && hasShare;
    if (isShare) return { ...viewSigned(done.psbt, done.complete, session), isShare };
    if (signaturesIn(done.psbt) <= signaturesIn(psbt)) {
      const hasNonces = psbt.inputs.some(({ musigPubNonces }) => musigPubNonces.length > 0);
      throw failure(hasNonces ? NONCE_GONE : NOTHING_SIGNED);
    }
    const isNonce = partsIn(done.psbt) <= partsIn(psbt);
    if (approved !== undefined && !isNonce) rememberSigned(session, approved);
    return { ...viewSigned(done.psbt, done.complete, session), ...(isNonce && { isNonce }) };
  } finally {
    for (const key of own.privateKeys) key.wipe();
  }
}

/** Lets later reviews notice that a coin was signed for, until the keys are locked. */
function rememberSigned(session: Session, review: Review): void {
  const coins = [...pastCoins(review, true)].map(
    ([key, coin]) => [key, [...(session.signedFor.get(key) ?? []), coin]] as const,
  );
  session.signedFor = new Map([...session.signedFor, ...coins]);
}

/** Signatures and parts of them, without the nonces of MuSig2's first round. */
const partsIn = (psbt: Psbt): number =>
  signaturesIn({ ...psbt, inputs: psbt.inputs.map((each) => ({ ...each, musigPubNonces: [] })) });

const NOTHING_SIGNED = 'Nothing was signed. None of the keys that this PSBT needs are unlocked.';

const NONCE_GONE =
  'Nothing was signed. This PSBT has MuSig2 nonces, but the secret half of your nonce was used or is missing. Unlock the right keys, or start again with the PSBT as it was before the nonces.';

function viewSigned(psbt: Psbt, isComplete: boolean, session: Session): SignedView {
  const transaction = isComplete
    ? extractTransaction(psbt, { maxFeeRate: 0, maxFee: MAX_MONEY }, kernelSecp256k1)
    : undefined;
  if (transaction !== undefined && !('error' in transaction)) return viewFinal(transaction);
  const lacks = incompleteWords(psbt, contextOf(session));
  return { kind: 'psbt', bytes: encodePsbt(psbt) ?? new Uint8Array(0), isComplete, lacks };
}

const viewFinal = (transaction: Transaction): SignedView => ({
  kind: 'transaction',
  bytes: encodeTransaction(transaction, { witness: true }),
  isComplete: true,
  txid: transactionId(transaction),
});

/**
 * Returns the complete transaction of a PSBT that has all signatures, without any key; otherwise
 * the PSBT with the signatures that it has.
 */
export async function finishSubject(session: Session): Promise<SignedView> {
  const subject = await openSubject(session);
  if (!('psbt' in subject)) return viewFinal(subject.transaction);
  const { psbt, complete } = finalizePsbt(subject.psbt, kernelSecp256k1);
  const view = viewSigned(complete ? psbt : subject.psbt, complete, session);
  return { ...view, isJoined: true };
}

/** Adds the signatures of a copy that was signed elsewhere; each is verified first. */
export function combineSubject(session: Session): void {
  const { subject, carried } = session;
  if (subject?.kind !== 'psbt') throw failure('Open a PSBT first.');
  if (carried?.kind !== 'psbt') throw failure('Open a copy of the same PSBT.');
  const taken = combineCopies([psbtOf(subject.bytes), psbtOf(carried.bytes)], kernelSecp256k1);
  if ('error' in taken) throw failure(COMBINE_FAULTS[taken.error]);
  const bytes = encodePsbt(taken.psbt);
  if (bytes !== undefined) session.subject = { kind: 'psbt', bytes };
}

const COMBINE_FAULTS = {
  'other transaction': 'This PSBT is for another transaction. Open a copy of the same one.',
  'lock times': 'The lock times of the inputs exclude each other.',
  'bad signature': 'A signature in this copy is invalid, so nothing was added.',
  'silent payment':
    'The silent payments in this copy are not what their addresses ask for, so nothing was added.',
  'other sighash type': 'A signature in this copy has another sighash type, so nothing was added.',
} as const;
