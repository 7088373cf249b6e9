import type { SignatureCheck } from '../crypto/secp256k1.ts';
import { solveScript } from '../script/templates.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { type LegacyDigestRequest, legacyDigestsTogether } from '../sighash/legacy-digests.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import type { Produced } from './assemble.ts';
import type { BatchSigner } from './batch-signer.ts';
import type { SigningSession } from './job.ts';
import { type Answers, type InputToSign, planInput, type SignatureNeed } from './plan.ts';
import { checkOf, encodeSignature } from './sign-locally.ts';
import { awaited, type Task } from './task.ts';

/** An input with all available signatures. */
export type AssembledInput = Produced & {
  readonly index: number;
  /** The new signatures, all of which are valid. */
  readonly verified: readonly SignatureCheck[];
};

/** An input that is being signed. */
type InputTask = {
  readonly input: InputToSign;
  readonly answers: Answers;
  readonly verified: SignatureCheck[];
  produced: Produced | undefined;
};

/**
 * Signs inputs of raw transactions and PSBTs. Plans the signatures, makes them together, and
 * assembles the inputs. If some are unavailable, inputs that then need others are planned again.
 * `verifyInputs` runs the scripts afterwards. Keeps the order of `inputs`.
 */
export function* signInputs(
  inputs: readonly InputToSign[],
  session: SigningSession,
  signer: BatchSigner,
): Task<readonly AssembledInput[]> {
  yield* learnLegacyDigests(inputs, session, signer);
  const works = inputs.map(
    (input): InputTask => ({
      input,
      answers: new Map(),
      verified: [],
      produced: undefined,
    }),
  );
  const run = { session, signer, signatures: { done: 0, total: 0 } };
  let round = newRound('plan', works);
  let started: PendingBatch[] = [];
  for (const piece of piecesOf(works, signer)) started.push(yield* begin(piece, round, run));
  while (started.length > 0) {
    // Work that was started continues while this thread assembles the earlier inputs.
    const next: PendingBatch[] = [];
    round = newRound('assemble', works.filter(isOpen));
    for (const each of started) {
      yield* takeSignatures(each, run);
      const open = each.piece.filter(isOpen);
      if (open.length > 0) next.push(yield* begin(open, round, run));
    }
    started = next;
  }
  return works.flatMap(({ input: { index }, verified, produced }) =>
    produced ? [{ ...produced, index, verified }] : [],
  );
}

const isOpen = ({ produced }: InputTask): boolean => produced === undefined;

/** One step for all open inputs. */
type Round = { readonly step: 'plan' | 'assemble'; readonly total: number; done: number };

const newRound = (step: Round['step'], { length }: readonly InputTask[]): Round => ({
  step,
  total: length,
  done: 0,
});

/** One run of signing; `signatures` counts requested and finished ones. */
type Run = {
  readonly session: SigningSession;
  readonly signer: BatchSigner;
  readonly signatures: { done: number; total: number };
};

type TaskNeed = { readonly work: InputTask; readonly wanted: SignatureNeed };

/** Inputs whose signatures are being made. */
type PendingBatch = {
  readonly piece: readonly InputTask[];
  readonly requested: readonly TaskNeed[];
  readonly made: ReturnType<BatchSigner['sign']>;
};

/** Splits the inputs if workers can sign some while this thread plans the next. */
function piecesOf(
  works: readonly InputTask[],
  { together }: BatchSigner,
): (readonly InputTask[])[] {
  const size = together === undefined ? works.length : Math.max(together, works.length / 4);
  const pieces: (readonly InputTask[])[] = [];
  for (let from = 0; from < works.length; from += Math.ceil(size))
    pieces.push(works.slice(from, from + Math.ceil(size)));
  return pieces;
}

/** Number of inputs that are planned or assembled between pauses. */
const FEW = 8;

/** Requests the missing signatures, and assembles the inputs that need no more. */
function* begin(
  piece: readonly InputTask[],
  round: Round,
  { session, signer, signatures }: Run,
): Task<PendingBatch> {
  const requested: TaskNeed[] = [];
  for (const work of piece) {
    const { wanted, produced } = planInput(work.input, work.answers, session);
    if (wanted.length === 0) work.produced = produced;
    for (const each of wanted) requested.push({ work, wanted: each });
    round.done++;
    if (round.done % FEW === 0 && signer.pause) yield signer.pause();
    // Report progress in phase order, even when phases overlap.
    if (signatures.done < signatures.total && round.step === 'assemble') continue;
    signer.onProgress?.({ step: round.step, done: round.done, total: round.total });
  }
  if (requested.length === 0) return { piece, requested, made: [] };
  const requests = requested.map(({ wanted }) => wanted.request);
  const keys = requested.map(({ wanted }) => wanted.key);
  signatures.total += requests.length;
  const made = signer.sign(requests, keys, (count) => {
    signatures.done += count;
    signer.onProgress?.({ step: 'sign', ...signatures });
  });
  return { piece, requested, made };
}

/** Stores the requested signatures, which have been verified. */
function* takeSignatures({ requested, made }: PendingBatch, { session, signer }: Run): Task<void> {
  const signatures = yield* awaited(made);
  for (const [i, { wanted, work }] of requested.entries()) {
    const { request, name } = wanted;
    const one = signatures[i];
    work.answers.set(name, one && encodeSignature(request, one.signature));
    // The check of a taproot key may need a point.
    const check = one && checkOf(request, one, session.secp256k1);
    if (check) work.verified.push(check);
    if (i % FEW === FEW - 1 && signer.pause) yield signer.pause();
  }
}

/** Smallest number of inputs for which digests are computed in advance. */
const FEWEST = 32;

/** Computes the digests of P2PKH inputs in advance if there are many and it is faster. */
export function* learnLegacyDigests(
  inputs: readonly InputToSign[],
  { cache, secp256k1: { hashSpliced } }: SigningSession,
  { legacyDigests }: BatchSigner,
): Task<void> {
  if (inputs.length < FEWEST || (legacyDigests ?? hashSpliced) === undefined) return;
  const requests = inputs.flatMap((input) => requestOf(input, cache));
  if (requests.length < FEWEST) return;
  const { transaction } = cache;
  const digests = legacyDigests
    ? yield* awaited(legacyDigests(transaction, requests))
    : hashSpliced && legacyDigestsTogether(transaction, requests, hashSpliced);
  requests.forEach((request, i) => {
    const digest = digests?.[i];
    if (digest) cache.learnLegacyDigest(request, digest);
  });
}

/** Requests the digest of a P2PKH input if its key is known. Other inputs need none. */
function requestOf(
  { index, provider, sighashType }: InputToSign,
  cache: SighashCache,
): readonly LegacyDigestRequest[] {
  const scriptCode = cache.coins[index]?.scriptPubKey;
  if (scriptCode === undefined) return [];
  const template = solveScript(scriptCode);
  if (template.kind !== 'pubkeyhash' || !provider.canSign(template.hash)) return [];
  const type = sighashType === Sighash.DEFAULT ? Sighash.ALL : sighashType;
  return [{ input: index, scriptCode, type }];
}
