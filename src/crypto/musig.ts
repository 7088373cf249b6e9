import { type Bytes, bigEndian, compareBytes, concatBytes, equalBytes } from '../encoding/bytes.ts';
import { hexBytes } from '../encoding/fields.ts';
import { encodeHex } from '../encoding/hex.ts';
import { sumPoints } from './curve/batch-sum.ts';
import { affineOf, multiplyAndAdd } from './curve/ecmult.ts';
import { bytesToNumber, N, numberToBytes } from './curve/field.ts';
import { bytesToScalar, decodePoint, encodePoint, hasEvenY, type Point } from './curve/point.ts';
import { hmacSha512, taggedHash } from './hash.ts';
import { ComputationFault } from './own-signatures.ts';
import type { Secp256k1 } from './secp256k1.ts';

const hashList = taggedHash('KeyAgg list');
const hashCoefficient = taggedHash('KeyAgg coefficient');

/**
 * The aggregate key Q, the tweak data for signing, and each key's coefficient (BIP327, "KeyAgg
 * Context").
 */
export type KeyAggregation = {
  readonly point: Point;
  /** 1 or n - 1. */
  readonly gacc: bigint;
  readonly tacc: bigint;
  /** Coefficients by the hex of a participant's key. */
  readonly coefficients: ReadonlyMap<string, bigint>;
};

/** A tweak of the aggregate key: of its x-only form (taproot), or of the full key (BIP32). */
export type MusigTweak = { readonly tweak: Bytes; readonly xOnly: boolean };

/** Parses a point of 33 bytes. */
export function readPoint(bytes: Bytes, curve: Secp256k1): Point | undefined {
  const both = bytes.length === 33 ? curve.convertPublicKey(bytes, false) : undefined;
  return both && decodePoint(both);
}

/** Returns generator * G + scalar * point; `undefined` for infinity. For public numbers only. */
export function sumOfMultiples(
  generator: bigint,
  scalar: bigint,
  point: Point,
  curve: Secp256k1,
): Point | undefined {
  const { x } = point;
  if (curve.recoverPublicKey === undefined || scalar === 0n || x >= N) {
    return affineOf(multiplyAndAdd(generator, scalar, point));
  }
  // The key recovered from a signature is (s*R - e*G) / r, where r is x of R. This is the sum for R
  // = point, s = scalar * r and e = -generator * r, and many times as fast as in JavaScript.
  const signature = concatBytes(numberToBytes(x), numberToBytes((scalar * x) % N));
  const digest = numberToBytes(((N - generator) * x) % N);
  const key = curve.recoverPublicKey(signature, digest, hasEvenY(point) ? 0 : 1, false);
  if (key === undefined) return undefined;
  const sum = decodePoint(key);
  if (sum === undefined) throw new ComputationFault('public key');
  return sum;
}

/**
 * Aggregates compressed public keys to 33 bytes (BIP327, KeySort and KeyAgg); `undefined` as in
 * `aggregateKeys`.
 */
export function aggregateMusigKeys(
  publicKeys: readonly Bytes[],
  curve: Secp256k1,
): Bytes | undefined {
  // "The algorithm KeySort(pk1..u)": in lexicographical order.
  const aggregation = aggregateKeys([...publicKeys].sort(compareBytes), curve);
  return aggregation && encodePoint(aggregation.point, true);
}

/**
 * Aggregates compressed public keys in this order (BIP327, KeyAgg). Returns `undefined` if there
 * are no keys, a key is not a point, or the sum is infinity.
 */
export function aggregateKeys(
  publicKeys: readonly Bytes[],
  curve: Secp256k1,
): KeyAggregation | undefined {
  // "Let pkk = GetSecondKey(pk1..u)": "the first key that is different from pk1".
  const second = publicKeys.find((key) => !equalBytes(key, publicKeys[0] ?? key));
  // "HashKeys(pk1..u): Return hashKeyAgg list(pk1 || pk2 || ... || pku)".
  const list = hashList(concatBytes(...publicKeys));
  const coefficients = new Map<string, bigint>();
  const terms: Point[] = [];
  for (const key of publicKeys) {
    const point = readPoint(key, curve);
    if (point === undefined) return undefined;
    // "If pk' = pk2: Return 1. Return int(hashKeyAgg coefficient(L || pk')) mod n".
    const isSecond = second !== undefined && equalBytes(key, second);
    const coefficient = isSecond ? 1n : bytesToScalar(hashCoefficient(list, key));
    coefficients.set(encodeHex(key), coefficient);
    const term = isSecond ? point : sumOfMultiples(0n, coefficient, point, curve);
    if (term === undefined) return undefined;
    terms.push(term);
  }
  // "Let Q = a1*P1 + a2*P2 + ... + au*Pu. Fail if is_infinite(Q)." "Let gacc = 1. Let tacc = 0."
  const point = sumPoints(terms);
  return point && { point, gacc: 1n, tacc: 0n, coefficients };
}

/**
 * Applies a tweak (BIP327, ApplyTweak). Returns `undefined` for a tweak not below n, and for
 * infinity.
 */
export function applyTweak(
  { point, gacc, tacc, coefficients }: KeyAggregation,
  { tweak, xOnly }: MusigTweak,
  curve: Secp256k1,
): KeyAggregation | undefined {
  // "If is_xonly_t and not has_even_y(Q): Let g = -1 mod n. Else: Let g = 1."
  const g = xOnly && !hasEvenY(point) ? N - 1n : 1n;
  // "Let t = int(tweak); fail if t >= n".
  const t = bytesToNumber(tweak);
  if (tweak.length !== 32 || t >= N) return undefined;
  // "Let Q' = g*Q + t*G. Fail if is_infinite(Q')".
  const tweaked = sumOfMultiples(t, g, point, curve);
  if (tweaked === undefined) return undefined;
  // "Let gacc' = g*gacc mod n. Let tacc' = t + g*tacc mod n".
  return { point: tweaked, gacc: (g * gacc) % N, tacc: (t + g * tacc) % N, coefficients };
}

/** Returns the aggregate key as 33 bytes. */
export function aggregateOf({ point }: KeyAggregation): Bytes {
  return encodePoint(point, true);
}

/** Returns BIP328's chain code: "the chaincode is the SHA256 of the string MuSig2MuSig2MuSig2". */
export const musigChainCode = (): Bytes =>
  hexBytes('868087ca02a6f974c4598924c36b57762d32cb45717167e300622c7167e38965');

export type MusigChild = { readonly publicKey: Bytes; readonly tweaks: readonly MusigTweak[] };

/**
 * Returns the child of an aggregate key's synthetic extended key, and the tweaks that lead to it
 * (BIP328): "the I_L value computed in CKDpub is the tweak used at each derivation step". Returns
 * `undefined` for hardened steps, and for steps without a key.
 */
export function deriveMusigChild(
  aggregate: Bytes,
  path: readonly number[],
  curve: Secp256k1,
): MusigChild | undefined {
  let publicKey = aggregate;
  let code = musigChainCode();
  const tweaks: MusigTweak[] = [];
  for (const index of path) {
    if (index >= 0x80000000) return undefined;
    const digest = hmacSha512(code, concatBytes(publicKey, bigEndian(index, 4)));
    const tweak = digest.subarray(0, 32);
    const child = curve.tweakPublicKey(publicKey, tweak);
    if (child === undefined) return undefined;
    tweaks.push({ tweak, xOnly: false });
    [publicKey, code] = [child, digest.subarray(32)];
  }
  return { publicKey, tweaks };
}
