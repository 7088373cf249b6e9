import { parseDerLax } from '../crypto/der.ts';
import { isLowS, isPrivateScalar } from '../crypto/order.ts';
import type { Secp256k1, SignatureCheck } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes, isBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { bisect } from './bisect.ts';
import { requestKey } from './plan.ts';
import { checkOf, type MadeSignature } from './sign-locally.ts';
import type { ExternalSigner, SignatureRequest } from './signature-request.ts';
import { awaited, runTask } from './task.ts';

/** Returns true if all of these signatures are valid. */
export type VerifyAll = (checks: readonly SignatureCheck[]) => boolean | Promise<boolean>;

/** Returns the external signer's answers without invalid ones. */
export async function askSigner(
  signer: ExternalSigner,
  requests: readonly SignatureRequest[],
  curve: Secp256k1,
  verifyAll: VerifyAll,
): Promise<readonly (MadeSignature | undefined)[]> {
  // Callers without types may answer with anything.
  const answers: unknown = await signer(requests);
  const candidates = requests.map((request, i) => {
    const answer: unknown = Array.isArray(answers) ? answers[i] : undefined;
    // A copy: what leaves is what is verified, whatever the signer does with its bytes later.
    const signature = isBytes(answer)
      ? readSignature(request, new Uint8Array(answer), curve)
      : undefined;
    return signature && checkOf(request, { signature }, curve);
  });
  const checks = candidates.filter((check) => check !== undefined);
  const wrong = new Set(await runTask(bisect(checks, (some) => awaited(verifyAll(some)))));
  return candidates.map((check) =>
    check && !wrong.has(check) ? { signature: check.signature } : undefined,
  );
}

/** A signer that is asked for each signature once: asked again, its first answer counts. */
export function asksOnce(signer: ExternalSigner): ExternalSigner {
  const answers = new Map<string, Bytes | undefined>();
  const nameOf = (request: SignatureRequest) =>
    `${request.input}:${encodeHex(request.digest)}:${requestKey(request.publicKey, request)}`;
  return async (requests) => {
    const fresh = requests.filter((request) => !answers.has(nameOf(request)));
    // Callers without types may answer with anything.
    const given: unknown = fresh.length > 0 ? await signer(fresh) : [];
    const list: readonly (Bytes | undefined)[] = Array.isArray(given) ? given : [];
    for (const [i, request] of fresh.entries()) answers.set(nameOf(request), list[i]);
    return requests.map((request) => answers.get(nameOf(request)));
  };
}

/**
 * R || S of what an external signer handed in: 64 bytes, or for ECDSA DER; S made low. `undefined`:
 * unusable.
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
  // n - S: the same sum as for a private key.
  return isLowS(compact) ? compact : concatBytes(r, curve.negatePrivateKey(s));
}
