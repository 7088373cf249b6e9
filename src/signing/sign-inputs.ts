import type { Secp256k1, SignatureCheck } from '../crypto/secp256k1.ts';
import type { Produced } from './assemble.ts';
import type { BatchSigner } from './batch-signer.ts';
import type { SigningSession } from './job.ts';
import { learnLegacyDigests } from './legacy-digest-requests.ts';
import { type Answers, type InputToSign, planInput, requestKey } from './plan.ts';
import { checkOf, encodeSignature, keyFor } from './sign.ts';
import type { SignatureRequest } from './signature-request.ts';
import { awaited, type Task } from './task.ts';

/** An input with all signatures that could be had. */
export type AssembledInput = Produced & {
  readonly index: number;
  /** The signatures that were made, each found valid. */
  readonly verified: readonly SignatureCheck[];
};

/** An input on its way. */
type Work = {
  readonly input: InputToSign;
  readonly answers: Answers;
  readonly verified: SignatureCheck[];
  produced: Produced | undefined;
};

/**
 * The one way in which inputs are signed, of raw transactions and of PSBTs: which signatures they
 * need is planned, these are made all together, and the inputs are assembled with them. An input
 * that needs others where some could not be had goes round again. Whether scripts hold is for
 * `verifyInputs`. Answers in the order of `inputs`.
 */
export function* signInputs(
  inputs: readonly InputToSign[],
  session: SigningSession,
  signer: BatchSigner,
): Task<readonly AssembledInput[]> {
  yield* learnLegacyDigests(inputs, session.cache, signer);
  const works = inputs.map(
    (input): Work => ({
      input,
      answers: new Map(),
      verified: [],
      produced: undefined,
    }),
  );
  let open: readonly Work[] = works;
  for (let step: 'plan' | 'assemble' = 'plan'; open.length > 0; step = 'assemble') {
    const requested = planOrAssemble(open, step, session);
    yield* makeSignatures(requested, session.secp256k1, signer);
    open = open.filter(({ produced }) => produced === undefined);
  }
  return works.flatMap(({ input: { index }, verified, produced }) =>
    produced ? [{ ...produced, index, verified }] : [],
  );
}

type Requested = { readonly work: Work; readonly request: SignatureRequest };

/** What is still to be signed; an input that needs nothing more is assembled. */
function planOrAssemble(
  open: readonly Work[],
  step: 'plan' | 'assemble',
  session: SigningSession,
): readonly Requested[] {
  const requested: Requested[] = [];
  for (const [i, work] of open.entries()) {
    const { requests, produced } = planInput(work.input, work.answers, session);
    if (requests.length === 0) work.produced = produced;
    for (const request of requests) requested.push({ work, request });
    session.onProgress?.({ step, done: i + 1, total: open.length });
  }
  return requested;
}

/** By whoever can make them. What is there then is known to hold. */
function* makeSignatures(
  requested: readonly Requested[],
  curve: Secp256k1,
  signer: BatchSigner,
): Task<void> {
  if (requested.length === 0) return;
  const requests = requested.map(({ request }) => request);
  const keys = requested.map(({ request, work }) => keyFor(request, work.input.provider));
  const made = yield* awaited(signer.sign(requests, keys));
  for (const [i, { request, work }] of requested.entries()) {
    const one = made[i];
    work.answers.set(requestKey(request), one && encodeSignature(request, one.signature));
    const check = one && checkOf(request, one, curve);
    if (check) work.verified.push(check);
  }
}
