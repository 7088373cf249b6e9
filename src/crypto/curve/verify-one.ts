import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import { taggedHash } from '../hash.ts';
import { affineOf, hasX, multiplyAndAdd } from './ecmult.ts';
import { bytesToNumber, invert, N, numberToBytes, P } from './field.ts';
import { bytesToScalar, decodePoint, encodePoint, hasEvenY, liftX } from './point.ts';

/**
 * Verifies a signature (SEC 1, 4.1.4). `signature` is R || S, each from 1 to n - 1; a high S is
 * accepted.
 */
export function verifyEcdsa(signature: Bytes, digest: Bytes, publicKey: Bytes): boolean {
  const numbers = readSignature(signature);
  if (numbers === undefined || digest.length !== 32) return false;
  const point = decodePoint(publicKey);
  if (point === undefined) return false;
  const { r, s } = numbers;
  const inverse = invert(s, N);
  const sum = multiplyAndAdd((bytesToScalar(digest) * inverse) % N, (r * inverse) % N, point);
  // x(R) mod n = r means that x is r or, for the few r below p - n, r + n.
  return hasX(sum, r) || (r + N < P && hasX(sum, r + N));
}

export function readSignature(
  signature: Bytes,
): { readonly r: bigint; readonly s: bigint } | undefined {
  if (signature.length !== 64) return undefined;
  const r = bytesToNumber(signature.subarray(0, 32));
  const s = bytesToNumber(signature.subarray(32));
  return r > 0n && r < N && s > 0n && s < N ? { r, s } : undefined;
}

/**
 * Returns the public key for which an ECDSA signature (R || S, also with a high S) is valid (SEC 1,
 * 4.1.6). `recovery`: bit 0 is the parity of the nonce's y; bit 1 means that its x is n or more.
 * Returns `undefined` if there is none.
 */
export function recoverPublicKey(
  signature: Bytes,
  digest: Bytes,
  recovery: number,
  compressed: boolean,
): Bytes | undefined {
  const numbers = readSignature(signature);
  if (numbers === undefined || digest.length !== 32) return undefined;
  const { r, s } = numbers;
  const nonce = liftX((recovery & 2) === 0 ? r : r + N, (recovery & 1) === 1);
  if (nonce === undefined) return undefined;
  const inverse = invert(r, N);
  const ofGenerator = (N - ((bytesToScalar(digest) * inverse) % N)) % N;
  const key = affineOf(multiplyAndAdd(ofGenerator, (s * inverse) % N, nonce));
  return key && encodePoint(key, compressed);
}

const hashChallenge = taggedHash('BIP0340/challenge');

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
