import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import { taggedHash } from '../hash.ts';
import { isPrivateScalar } from '../order.ts';
import type { NewSignature, SchnorrSigning } from '../secp256k1.ts';
import { affineOf, multiplyAndAdd } from './ecmult.ts';
import { multiplyGenerator } from './ecmult-gen.ts';
import { bytesToNumber, N, numberToBytes, P, writeNumber } from './field.ts';
import { bytesToScalar, hasEvenY, liftX, type Point } from './point.ts';

const hashAux = taggedHash('BIP0340/aux');
const hashNonce = taggedHash('BIP0340/nonce');
const hashChallenge = taggedHash('BIP0340/challenge');

/** A scalar and its point, which has an even y for BIP340. */
type Pair = { readonly scalar: bigint; readonly point: Point };

/** Negates scalars where necessary: "Let d = d' if has_even_y(P), otherwise let d = n - d'". */
function evenPairs(scalars: readonly bigint[]): Pair[] {
  return multiplyGenerator(scalars).map((point, i) => {
    const scalar = scalars[i] ?? 0n;
    const { x, y } = point;
    return hasEvenY(point) ? { scalar, point } : { scalar: N - scalar, point: { x, y: P - y } };
  });
}

/**
 * Signs by BIP340's default algorithm with shared inversions, except for its last step,
 * verification. Returns `undefined` for a bad key, or auxiliary data that does not have 32 bytes.
 */
export function signSchnorrMany(requests: readonly SchnorrSigning[]): (NewSignature | undefined)[] {
  const usable = requests.filter(isUsable);
  const keys = evenPairs(usable.map(({ privateKey }) => bytesToNumber(privateKey)));
  const nonces = evenPairs(
    usable.map((request, i) =>
      nonceOf(request, keys[i] ?? { scalar: 0n, point: { x: 0n, y: 0n } }),
    ),
  );
  let next = 0;
  return requests.map((request) => {
    if (!isUsable(request)) return undefined;
    const [key, nonce] = [keys[next], nonces[next++]];
    return key && nonce && finish(request.digest, key, nonce);
  });
}

const isUsable = ({ privateKey, auxiliary }: SchnorrSigning): boolean =>
  isPrivateScalar(privateKey) && auxiliary.length === 32;

function nonceOf({ digest, auxiliary }: SchnorrSigning, key: Pair): bigint {
  // "Let t be the byte-wise xor of bytes(d) and hash_BIP0340/aux(a)."
  const t = numberToBytes(key.scalar ^ bytesToNumber(hashAux(auxiliary)));
  // "Let rand = hash_BIP0340/nonce(t || bytes(P) || m)."
  const random = hashNonce(t, numberToBytes(key.point.x), digest);
  t.fill(0);
  // "Let k' = int(rand) mod n. Fail if k' = 0." No rand is known for which it is.
  const nonce = bytesToScalar(random);
  random.fill(0);
  return nonce;
}

function finish(digest: Bytes, key: Pair, nonce: Pair): NewSignature {
  const signature = new Uint8Array(64);
  writeNumber(nonce.point.x, signature, 0);
  // "Let e = int(hash_BIP0340/challenge(bytes(R) || bytes(P) || m)) mod n."
  const e = challenge(signature.subarray(0, 32), numberToBytes(key.point.x), digest);
  // "Let sig = bytes(R) || bytes((k + ed) mod n)."
  writeNumber((nonce.scalar + e * key.scalar) % N, signature, 32);
  return {
    signature,
    nonceY: numberToBytes(nonce.point.y),
    keyY: numberToBytes(key.point.y),
  };
}

export function challenge(r: Bytes, publicKey: Bytes, message: Bytes): bigint {
  return bytesToScalar(hashChallenge(r, publicKey, message));
}

/** Verifies a signature (BIP340, Verification). */
export function verifySchnorr(signature: Bytes, message: Bytes, publicKey: Bytes): boolean {
  if (signature.length !== 64 || publicKey.length !== 32) return false;
  // "Let P = lift_x(int(pk)); fail if that fails."
  const point = liftX(bytesToNumber(publicKey), false);
  const r = signature.subarray(0, 32);
  const s = bytesToNumber(signature.subarray(32));
  // "fail if s >= n"; an r that is not below p is no point's x.
  if (point === undefined || s >= N) return false;
  const e = challenge(r, publicKey, message);
  // "Let R = s*G - e*P."
  const sum = multiplyAndAdd(s, (N - e) % N, point);
  // "Fail if is_infinite(R)."
  const nonce = affineOf(sum);
  if (nonce === undefined) return false;
  // "Fail if not has_even_y(R)." "Fail if x(R) != r."
  return hasEvenY(nonce) && equalBytes(numberToBytes(nonce.x), r);
}
