import { type Bytes, concatBytes, emptyBytes } from '../encoding/bytes.ts';
import { sumPoints } from './curve/batch-sum.ts';
import { bytesToNumber, N, numberToBytes } from './curve/field.ts';
import { bytesToScalar, encodePoint, G, type Point } from './curve/point.ts';
import { taggedHash } from './hash.ts';
import { readPoint, sumOfMultiples } from './musig.ts';
import { isPrivateScalar } from './order.ts';
import { ComputationFault } from './own-signatures.ts';
import type { Secp256k1 } from './secp256k1.ts';
import { sharedPoints } from './shared-points.ts';

const hashAux = taggedHash('BIP0374/aux');
const hashNonce = taggedHash('BIP0374/nonce');
const hashChallenge = taggedHash('BIP0374/challenge');

/**
 * The secret of a proof: `privateKey` is the discrete logarithm of a public key, and of the share
 * for `base`.
 */
export type DleqSecret = {
  /** 32 bytes. */
  readonly privateKey: Bytes;
  readonly base: Point;
  /** 32 bytes, fresh for each proof. */
  readonly auxiliary: Bytes;
  /** 32 bytes to include in the hash. Default: none, as in BIP375. */
  readonly message?: Bytes | undefined;
  /** The generator. Default: that of secp256k1. */
  readonly generator?: Point | undefined;
};

/**
 * Returns the share and its verified proof (BIP374, GenerateProof). Returns `undefined` for an
 * invalid private key, or if there is no nonce.
 */
export function proveDleq(
  { privateKey, base, auxiliary, message = emptyBytes, generator = G }: DleqSecret,
  curve: Secp256k1,
): { readonly share: Point; readonly proof: Bytes } | undefined {
  if (!isPrivateScalar(privateKey) || auxiliary.length !== 32) return undefined;
  const [publicKey, share] = multiples(privateKey, [generator, base], curve);
  // "Let t be the byte-wise xor of bytes(32, a) and hashBIP0374/aux(r)."
  const mask = hashAux(auxiliary).map((byte, i) => byte ^ (privateKey[i] ?? 0));
  const hash = hashNonce(mask, encodePoint(publicKey, true), encodePoint(share, true), message);
  const nonce = numberToBytes(bytesToScalar(hash));
  if (!isPrivateScalar(nonce)) return undefined;
  const [first, second] = multiples(nonce, [generator, base], curve);
  const points = [publicKey, base, share, generator, first, second];
  const challenge = challengeOf(points, message);
  const response =
    (bytesToNumber(nonce) + bytesToScalar(challenge) * bytesToNumber(privateKey)) % N;
  for (const secret of [mask, hash, nonce]) secret.fill(0);
  const proof = concatBytes(challenge, numberToBytes(response));
  const claim = { publicKey, base, share, proof, message, generator };
  // "If VerifyProof(A, B, C, proof, G, m) returns failure, abort."
  if (!verifyDleq(claim, curve)) throw new ComputationFault('signature');
  return { share, proof };
}

/** Multiplies a secret number by two points. */
function multiples(
  secret: Bytes,
  points: readonly [Point, Point],
  curve: Secp256k1,
): readonly [Point, Point] {
  const keys = points.map((point) => encodePoint(point, true));
  const [first, second] = sharedPoints(secret, keys, curve).map((key) =>
    key === undefined ? undefined : readPoint(key, curve),
  );
  if (first === undefined || second === undefined) throw new ComputationFault('public key');
  return [first, second];
}

const challengeOf = (points: readonly Point[], message: Bytes): Bytes =>
  hashChallenge(concatBytes(...points.map((each) => encodePoint(each, true))), message);

/** The claim that one number `a` gives `publicKey` = a * G and `share` = a * `base`. */
export type DleqClaim = {
  readonly publicKey: Point;
  readonly base: Point;
  readonly share: Point;
  /** 64 bytes: challenge e, response s, both big-endian. */
  readonly proof: Bytes;
  /** 32 bytes that the prover included in the hash. Default: none, as in BIP375. */
  readonly message?: Bytes | undefined;
  /** The generator. Default: that of secp256k1. */
  readonly generator?: Point | undefined;
};

/** Verifies that both points have the same discrete logarithm (BIP374, VerifyProof). */
export function verifyDleq(claim: DleqClaim, curve: Secp256k1): boolean {
  const { publicKey, base, share, proof, message = emptyBytes, generator = G } = claim;
  if (proof.length !== 64) return false;
  const challenge = bytesToNumber(proof.subarray(0, 32));
  const response = bytesToNumber(proof.subarray(32));
  if (response >= N) return false;
  const difference = (left: Point, right: Point): Point | undefined => {
    const terms = [
      multiply(response, left, curve),
      multiply((N - (challenge % N)) % N, right, curve),
    ];
    return sumPoints(terms.flatMap((term) => term ?? []));
  };
  const first = difference(generator, publicKey);
  const second = difference(base, share);
  if (first === undefined || second === undefined) return false;
  const points = [publicKey, base, share, generator, first, second];
  return bytesToNumber(challengeOf(points, message)) === challenge;
}

/** Returns scalar * point; `undefined` for infinity. For public numbers only. */
export function multiply(scalar: bigint, point: Point, curve: Secp256k1): Point | undefined {
  return sumOfMultiples(0n, scalar % N, point, curve);
}
