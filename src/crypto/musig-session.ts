import { type Bytes, bigEndian, concatBytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { sumPoints } from './curve/batch-sum.ts';
import { multiplyGenerator } from './curve/ecmult-gen.ts';
import { bytesToNumber, N, numberToBytes, writeNumber } from './curve/field.ts';
import { bytesToScalar, encodePoint, G, hasEvenY, type Point } from './curve/point.ts';
import { challenge } from './curve/verify-one.ts';
import { taggedHash } from './hash.ts';
import { type KeyAggregation, readPoint, sumOfMultiples } from './musig.ts';
import { isZeroSumByNoble } from './noble-single.ts';
import { isPrivateScalar } from './order.ts';
import { ComputationFault } from './own-signatures.ts';
import type { Secp256k1 } from './secp256k1.ts';

const hashAux = taggedHash('MuSig/aux');
const hashNonce = taggedHash('MuSig/nonce');
const hashDeterministic = taggedHash('MuSig/deterministic/nonce');
const hashNonceCoefficient = taggedHash('MuSig/noncecoef');

/**
 * A nonce of one signer for one signature. The secret part has two scalars and the signer's public
 * key. It reveals the private key if it is used twice or others see it.
 */
export type MusigNonce = {
  /** 97 bytes. */
  readonly secret: Bytes;
  /** 66 bytes: two points. */
  readonly publicNonce: Bytes;
};

export type MusigNonceOptions = {
  /** 33 bytes. */
  readonly publicKey: Bytes;
  /** 32 fresh random bytes. */
  readonly random: Bytes;
  /** Optional in BIP327. This and the next members reduce the harm of bad randomness. */
  readonly privateKey?: Bytes | undefined;
  /** X-only. */
  readonly aggregate?: Bytes | undefined;
  readonly message?: Bytes | undefined;
  readonly extra?: Bytes | undefined;
};

/**
 * Creates a nonce (BIP327, NonceGen). Returns `undefined` if there is none, which never happens
 * with random bytes.
 */
export function createMusigNonce(
  options: MusigNonceOptions,
  curve: Secp256k1,
): MusigNonce | undefined {
  const { publicKey, random, privateKey, message } = options;
  const { aggregate = new Uint8Array(0), extra = new Uint8Array(0) } = options;
  const rand = privateKey ? maskedKey(privateKey, random) : random;
  // "If the optional argument m is not present: Let m_prefixed = bytes(1, 0).
  // Else: Let m_prefixed = bytes(1, 1) || bytes(8, len(m)) || m".
  const prefixed = message
    ? concatBytes(Uint8Array.of(1), bigEndian(message.length, 8), message)
    : Uint8Array.of(0);
  // "Let ki = int(hashMuSig/nonce(rand || bytes(1, len(pk)) || pk || bytes(1, len(aggpk)) ||
  // aggpk || m_prefixed || bytes(4, len(extra_in)) || extra_in || bytes(1, i - 1))) mod n
  // for i = 1,2".
  const hashes = [0, 1].map((i) =>
    hashNonce(
      rand,
      ...[Uint8Array.of(publicKey.length), publicKey],
      ...[Uint8Array.of(aggregate.length), aggregate],
      prefixed,
      ...[bigEndian(extra.length, 4), extra],
      Uint8Array.of(i),
    ),
  );
  if (privateKey) rand.fill(0);
  return nonceOf(hashes, publicKey, curve);
}

/** Masks a private key: "Let rand be the byte-wise xor of sk and hashMuSig/aux(rand')". */
function maskedKey(privateKey: Bytes, random: Bytes): Bytes {
  const masked = hashAux(random);
  privateKey.forEach((byte, i) => {
    masked[i] = (masked[i] ?? 0) ^ byte;
  });
  return masked;
}

/** Makes the nonce of two digests, and overwrites these. */
function nonceOf(
  hashes: readonly Bytes[],
  publicKey: Bytes,
  curve: Secp256k1,
): MusigNonce | undefined {
  const scalars = hashes.map(bytesToScalar);
  for (const secret of hashes) secret.fill(0);
  if (scalars.includes(0n)) return undefined;
  const points = multiplyGenerator(scalars);
  const publicNonce = concatBytes(...points.map((point) => encodePoint(point, true)));
  const secret = new Uint8Array(64 + publicKey.length);
  for (const [i, scalar] of scalars.entries()) writeNumber(scalar, secret, 32 * i);
  secret.set(publicKey, 64);
  const confirmed = [0, 32].map((at) => curve.publicKey(secret.subarray(at, at + 32), true));
  if (!equalBytes(concatBytes(...confirmed.map((point) => point ?? emptyBytes)), publicNonce)) {
    secret.fill(0);
    throw new ComputationFault('public nonce');
  }
  return { secret, publicNonce };
}

/**
 * Aggregates nonces to 66 bytes (BIP327, NonceAgg). Returns `undefined` if a nonce is not two
 * points.
 */
export function aggregateMusigNonces(
  publicNonces: readonly Bytes[],
  curve: Secp256k1,
): Bytes | undefined {
  const halves: Bytes[] = [];
  for (const start of [0, 33]) {
    const points: Point[] = [];
    for (const nonce of publicNonces) {
      const point =
        nonce.length === 66 ? readPoint(nonce.subarray(start, start + 33), curve) : undefined;
      if (point === undefined) return undefined;
      points.push(point);
    }
    // "cbytes_ext(P): Return bytes(33, 0) if is_infinite(P)".
    const sum = sumPoints(points);
    halves.push(sum ? encodePoint(sum, true) : new Uint8Array(33));
  }
  return concatBytes(...halves);
}

/** Values that all signers of a message share. */
export type MusigSession = {
  readonly aggregation: KeyAggregation;
  readonly b: bigint;
  readonly e: bigint;
  /** The nonce R of the signature. */
  readonly nonce: Point;
};

/**
 * Decodes a point or infinity: "Let cpoint_ext(x): if x = bytes(33, 0): Return the point at
 * infinity". Returns `undefined` for other bytes.
 */
function decodeExtended(
  bytes: Bytes,
  curve: Secp256k1,
): { readonly point: Point | undefined } | undefined {
  if (bytes.every((byte) => byte === 0)) return { point: undefined };
  const point = readPoint(bytes, curve);
  return point && { point };
}

/**
 * Opens a session (BIP327, GetSessionValues) after the tweaks. Returns `undefined` if the aggregate
 * nonce is not two points.
 */
export function openMusigSession(
  aggregation: KeyAggregation,
  aggregateNonce: Bytes,
  message: Bytes,
  curve: Secp256k1,
): MusigSession | undefined {
  const key = numberToBytes(aggregation.point.x);
  // "Let b = int(hashMuSig/noncecoef(aggnonce || xbytes(Q) || m)) mod n".
  const b = bytesToScalar(hashNonceCoefficient(aggregateNonce, key, message));
  const first = decodeExtended(aggregateNonce.subarray(0, 33), curve);
  const second = decodeExtended(aggregateNonce.subarray(33), curve);
  if (aggregateNonce.length !== 66 || !first || !second) return undefined;
  // "Let R' = R1 + b*R2. If is_infinite(R'): Let final nonce R = G".
  const product = second.point && sumOfMultiples(0n, b, second.point, curve);
  const nonce = sumPoints([first.point, product].filter((point) => point !== undefined)) ?? G;
  // "Let e = int(hashBIP0340/challenge((xbytes(R) || xbytes(Q) || m))) mod n".
  return { aggregation, b, e: challenge(numberToBytes(nonce.x), key, message), nonce };
}

/** Returns "Let g = 1 if has_even_y(Q), otherwise let g = -1 mod n", times gacc. */
function signOf({ aggregation: { point, gacc } }: MusigSession): bigint {
  return ((hasEvenY(point) ? 1n : N - 1n) * gacc) % N;
}

/**
 * Makes a partial signature of 32 bytes (BIP327, Sign). The caller must then discard the secret
 * nonce. Returns `undefined` for a key that belongs to another nonce, or to no participant.
 */
export function signMusigPartially(
  session: MusigSession,
  privateKey: Bytes,
  secretNonce: Bytes,
  curve: Secp256k1,
): Bytes | undefined {
  const [first, second] = [secretNonce.subarray(0, 32), secretNonce.subarray(32, 64)];
  if (![first, second, privateKey].every(isPrivateScalar)) return undefined;
  const publicKey = curve.publicKey(privateKey, true);
  // "Fail if cbytes(P) != secnonce[64:97]".
  if (publicKey === undefined || !equalBytes(publicKey, secretNonce.subarray(64))) return undefined;
  const coefficient = session.aggregation.coefficients.get(encodeHex(publicKey));
  if (coefficient === undefined) return undefined;
  const { b, e, nonce } = session;
  // "Let k1 = k1', k2 = k2' if has_even_y(R), otherwise let k1 = n - k1', k2 = n - k2'".
  const [k1, k2] = [first, second].map((bytes) => {
    const k = bytesToNumber(bytes);
    return hasEvenY(nonce) ? k : N - k;
  });
  // "Let d = g*gacc*d' mod n". "Let s = (k1 + b*k2 + e*a*d) mod n".
  const d = (signOf(session) * bytesToNumber(privateKey)) % N;
  return numberToBytes(((k1 ?? 0n) + b * (k2 ?? 0n) + e * coefficient * d) % N);
}

/** Reads the arguments of BIP327's PartialSigVerify; `undefined` if they are invalid. */
function readPartial(
  session: MusigSession,
  partialSignature: Bytes,
  publicNonce: Bytes,
  publicKey: Bytes,
  curve: Secp256k1,
) {
  const s = bytesToNumber(partialSignature);
  const first = readPoint(publicNonce.subarray(0, 33), curve);
  const second = readPoint(publicNonce.subarray(33), curve);
  const point = readPoint(publicKey, curve);
  const coefficient = session.aggregation.coefficients.get(encodeHex(publicKey));
  if (partialSignature.length !== 32 || s >= N || publicNonce.length !== 66) return undefined;
  if (!first || !second || !point || coefficient === undefined) return undefined;
  // "(e*a*g' mod n)".
  return { s, first, second, point, factor: (session.e * coefficient * signOf(session)) % N };
}

/**
 * Verifies a partial signature that was just made. Computes every term of PartialSigVerify again,
 * with arithmetic that signing did not use. Signing runs in JavaScript, without the kernel.
 */
export function confirmMusigPartial(
  session: MusigSession,
  partialSignature: Bytes,
  publicNonce: Bytes,
  publicKey: Bytes,
  curve: Secp256k1,
): boolean {
  if (curve.name === 'kernel') {
    return verifyMusigPartial(session, partialSignature, publicNonce, publicKey, curve);
  }
  const read = readPartial(session, partialSignature, publicNonce, publicKey, curve);
  if (read === undefined) return false;
  const { s, first, second, point, factor } = read;
  const { b, nonce } = session;
  // s*G - (e*a*g')*P - Re is infinity.
  const sign = hasEvenY(nonce) ? N - 1n : 1n;
  return isZeroSumByNoble([
    { scalar: s, point: G },
    { scalar: (N - factor) % N, point },
    { scalar: sign, point: first },
    { scalar: (sign * b) % N, point: second },
  ]);
}

/** Verifies the partial signature of one signer (BIP327, PartialSigVerify). */
export function verifyMusigPartial(
  session: MusigSession,
  partialSignature: Bytes,
  publicNonce: Bytes,
  publicKey: Bytes,
  curve: Secp256k1,
): boolean {
  const read = readPartial(session, partialSignature, publicNonce, publicKey, curve);
  if (read === undefined) return false;
  const { s, first, second, point, factor } = read;
  const { b, nonce } = session;
  // "Let Re* = R*,1 + b*R*,2". "Let Re = Re* if has_even_y(R), otherwise let Re = -Re*".
  const product = sumOfMultiples(0n, b, second, curve);
  const effective = sumPoints(product ? [first, product] : [first]);
  // "Fail if s*G != Re + (e*a*g' mod n)*P".
  const right = sumOfMultiples(s, (N - factor) % N, point, curve);
  if (effective === undefined || right === undefined) return effective === right;
  return right.x === effective.x && (right.y === effective.y) === hasEvenY(nonce);
}

/**
 * Aggregates partial signatures to the 64 bytes of a BIP340 signature (BIP327, PartialSigAgg).
 * Returns `undefined` if a number is not below n.
 */
export function aggregateMusigPartials(
  { aggregation: { point, tacc }, e, nonce }: MusigSession,
  partialSignatures: readonly Bytes[],
): Bytes | undefined {
  const numbers = partialSignatures.map(bytesToNumber);
  if (numbers.some((s) => s >= N)) return undefined;
  // "Let g = 1 if has_even_y(Q), otherwise let g = -1 mod n". "Let s = s1 + ... + su + e*g*tacc mod
  // n".
  const g = hasEvenY(point) ? 1n : N - 1n;
  const s = numbers.reduce((sum, number) => (sum + number) % N, (e * g * tacc) % N);
  // "Return sig = xbytes(R) || bytes(32, s)".
  return concatBytes(numberToBytes(nonce.x), numberToBytes(s));
}

export type DeterministicMusigOptions = {
  /** The aggregation after the tweaks. */
  readonly aggregation: KeyAggregation;
  /** NonceAgg of the nonces of all other signers, 66 bytes. */
  readonly otherNonces: Bytes;
  readonly message: Bytes;
  readonly privateKey: Bytes;
  /** 32 bytes against faults and side channels, which need not be random. */
  readonly random?: Bytes | undefined;
};

/**
 * Signs as the last signer without stored nonces (BIP327, DeterministicSign): the nonce is derived
 * from the key, the message and all other nonces. Returns `undefined` if a nonce or key is not a
 * point, or the key belongs to no participant. Throws a `ComputationFault` if the signature is
 * invalid.
 */
export function signMusigLast(
  { aggregation, otherNonces, message, privateKey, random }: DeterministicMusigOptions,
  curve: Secp256k1,
): { readonly publicNonce: Bytes; readonly partialSignature: Bytes } | undefined {
  const publicKey = curve.publicKey(privateKey, true);
  if (publicKey === undefined) return undefined;
  // "If the optional argument rand is present: Let sk' be the byte-wise xor of sk and
  // hashMuSig/aux(rand). Else: Let sk' = sk".
  const key = random ? maskedKey(privateKey, random) : privateKey.slice();
  // "Let ki = int(hashMuSig/deterministic/nonce(sk' || aggothernonce || aggpk || bytes(8, len(m))
  // || m || bytes(1, i - 1))) mod n for i = 1,2".
  const aggregate = numberToBytes(aggregation.point.x);
  const length = bigEndian(message.length, 8);
  const hashes = [0, 1].map((i) =>
    hashDeterministic(key, otherNonces, aggregate, length, message, Uint8Array.of(i)),
  );
  key.fill(0);
  const nonce = nonceOf(hashes, publicKey, curve);
  if (nonce === undefined) return undefined;
  const { secret, publicNonce } = nonce;
  const all = aggregateMusigNonces([publicNonce, otherNonces], curve);
  const session = all && openMusigSession(aggregation, all, message, curve);
  const partialSignature = session && signMusigPartially(session, privateKey, secret, curve);
  secret.fill(0);
  if (session === undefined || partialSignature === undefined) return undefined;
  if (confirmMusigPartial(session, partialSignature, publicNonce, publicKey, curve)) {
    return { publicNonce, partialSignature };
  }
  throw new ComputationFault('partial signature');
}
