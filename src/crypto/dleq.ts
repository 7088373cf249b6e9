import { type Bytes, concatBytes, emptyBytes } from '../encoding/bytes.ts';
import { sumPoints } from './curve/batch-sum.ts';
import { bytesToNumber, N } from './curve/field.ts';
import { encodePoint, G, type Point } from './curve/point.ts';
import { taggedHash } from './hash.ts';
import { sumOfMultiples } from './musig.ts';
import type { Secp256k1 } from './secp256k1.ts';

const hashChallenge = taggedHash('BIP0374/challenge');

/** The claim that one number `a` gives `publicKey` = a * G and `share` = a * `base`. */
export type DleqClaim = {
  readonly publicKey: Point;
  readonly base: Point;
  readonly share: Point;
  /** 64 bytes: challenge e, response s, both big-endian. */
  readonly proof: Bytes;
  /** 32 bytes that the prover hashed in; absent: none, as in BIP375. */
  readonly message?: Bytes | undefined;
  /** The generator; absent: that of secp256k1. */
  readonly generator?: Point | undefined;
};

/** BIP374, VerifyProof: whether both points have the same discrete logarithm. */
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
  const hash = hashChallenge(
    concatBytes(...points.map((each) => encodePoint(each, true))),
    message,
  );
  return bytesToNumber(hash) === challenge;
}

/** scalar * point; `undefined` for infinity. For public numbers only. */
export function multiply(scalar: bigint, point: Point, curve: Secp256k1): Point | undefined {
  return sumOfMultiples(0n, scalar % N, point, curve);
}
