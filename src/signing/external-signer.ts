import { parseDerLax } from '../crypto/der.ts';
import { isLowS, isPrivateScalar } from '../crypto/order.ts';
import type { Secp256k1, SignatureCheck } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes, isBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { requestKey } from './plan.ts';
import { checkOf, type MadeSignature } from './sign-locally.ts';
import type { ExternalSigner, SignatureRequest } from './signature-request.ts';
import { awaited, bisect, type Pause, runTask } from './task.ts';

/** Returns true if all of these signatures are valid. */
export type VerifyAll = (checks: readonly SignatureCheck[]) => boolean | Promise<boolean>;

/** Number of answers that are read between pauses. */
const FEW = 16;

/** Returns the external signer's answers without invalid ones. */
export async function askSigner(
  signer: ExternalSigner,
  requests: readonly SignatureRequest[],
  curve: Secp256k1,
  { verifyAll, pause }: { readonly verifyAll: VerifyAll; readonly pause?: Pause | undefined },
): Promise<readonly (MadeSignature | undefined)[]> {
  // Callers without types may return any value.
  const given: unknown = await signer(requests);
  // Copy the bytes, so that the signer cannot change them after verification.
  const answers: readonly unknown[] = Array.isArray(given)
    ? given.map((each) => (isBytes(each) ? new Uint8Array(each) : undefined))
    : [];
  const candidates: (SignatureCheck | undefined)[] = [];
  for (const [i, request] of requests.entries()) {
    const answer = answers[i];
    const signature = isBytes(answer) ? readSignature(request, answer, curve) : undefined;
    candidates.push(signature && checkOf(request, { signature }, curve));
    if (i % FEW === FEW - 1) await pause?.();
  }
  const checks = candidates.filter((check) => check !== undefined);
  const wrong = new Set(await runTask(bisect(checks, (some) => awaited(verifyAll(some)))));
  return candidates.map((check) =>
    check && !wrong.has(check) ? { signature: check.signature } : undefined,
  );
}

/** Wraps a signer so that it gets each request once; repeated requests get the first answer. */
export function asksOnce(signer: ExternalSigner): ExternalSigner {
  const answers = new Map<string, Bytes | undefined>();
  const nameOf = (request: SignatureRequest) =>
    `${request.input}:${encodeHex(request.digest)}:${requestKey(request.publicKey, request)}`;
  return async (requests) => {
    const fresh = requests.filter((request) => !answers.has(nameOf(request)));
    // Callers without types may return any value.
    const given: unknown = fresh.length > 0 ? await signer(fresh) : [];
    const list: readonly (Bytes | undefined)[] = Array.isArray(given) ? given : [];
    for (const [i, request] of fresh.entries()) answers.set(nameOf(request), list[i]);
    return requests.map((request) => answers.get(nameOf(request)));
  };
}

/**
 * Returns R || S of an external signature with a low S. The input has 64 bytes, or is DER for
 * ECDSA. Returns `undefined` if it is unusable.
 */
function readSignature(
  request: SignatureRequest,
  answer: Bytes,
  curve: Secp256k1,
): Bytes | undefined {
  if (request.algorithm === 'schnorr') return answer.length === 64 ? answer : undefined;
  const compact = answer.length === 64 ? answer : parseDerLax(answer);
  if (compact === undefined) return undefined;
  const [r, s] = [compact.subarray(0, 32), compact.subarray(32)];
  if (!isPrivateScalar(r) || !isPrivateScalar(s)) return undefined;
  // Negate S: n - S is computed like the negation of a private key.
  return isLowS(compact) ? compact : concatBytes(r, curve.negatePrivateKey(s));
}
