import type { Secp256k1, SignatureCheck } from '../crypto/secp256k1.ts';
import type { SighashCache } from '../sighash/cache.ts';
import type { Steps, Work } from './job.ts';
import { type PlanOptions, planInput, requestKey } from './plan.ts';
import type { Produced } from './produce.ts';
import type { SigningProvider } from './provider.ts';
import { checkOf, encodeSignature, keysFor, type MadeSignature } from './sign.ts';
import type { SignatureData } from './signature-data.ts';
import type { SignatureRequest } from './signature-request.ts';
import { type InputToVerify, verifyInput, verifyProvisionally } from './verify.ts';

/** The signatures in the order of the requests, by whoever can make them. */
export function* askForSignatures(
  requests: readonly SignatureRequest[],
  provider: SigningProvider,
): Steps<readonly (MadeSignature | undefined)[]> {
  let signatures: readonly (MadeSignature | undefined)[] = [];
  const give = (given: typeof signatures) => {
    signatures = given;
  };
  yield { kind: 'sign', requests, keys: keysFor(requests, provider), give };
  return signatures;
}

export function learnSignature(
  request: SignatureRequest,
  made: MadeSignature | undefined,
  { answers, facts }: Pick<Work, 'answers' | 'facts'>,
  curve: Secp256k1,
): void {
  answers.set(requestKey(request), made && encodeSignature(request, made.signature));
  const check = made && checkOf(request, made, curve);
  if (check) facts.push(check);
}

/** Plans one input and signs until nothing more is asked for. What is made becomes a fact for verifying. */
export function* produceInput(
  options: PlanOptions,
  index: number,
  known: SignatureData,
  facts: SignatureCheck[],
): Steps<Produced> {
  const work: Pick<Work, 'answers' | 'facts'> = { answers: new Map(), facts };
  for (;;) {
    const { requests, produced } = planInput(options, index, known, work.answers);
    if (requests.length === 0) return produced;
    const signatures = yield* askForSignatures(requests, options.provider);
    for (const [i, request] of requests.entries()) {
      learnSignature(request, signatures[i], work, options.secp256k1);
    }
  }
}

/** Whether the scripts of one input hold. */
export function* inputHolds(
  input: InputToVerify,
  cache: SighashCache,
  curve: Secp256k1,
): Steps<boolean> {
  const { failure, checks } = verifyProvisionally(input, cache, curve);
  if (checks.length === 0) return failure === undefined;
  let allValid = false;
  if (failure === undefined) {
    const give = (answer: boolean) => {
      allValid = answer;
    };
    yield { kind: 'verify', checks, give };
  }
  // A signature that was taken for granted may be wrong, and then it failed first.
  return allValid || verifyInput(input, cache, curve) === undefined;
}
