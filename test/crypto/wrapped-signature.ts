import { affineOf, multiplyAndAdd } from '../../src/crypto/curve/ecmult.ts';
import { invert, mod, N, numberToBytes, P } from '../../src/crypto/curve/field.ts';
import { encodePoint, liftX, type Point } from '../../src/crypto/curve/point.ts';
import type { SignatureCheck } from '../../src/crypto/secp256k1.ts';

/**
 * Makes a valid ECDSA signature whose R has an x of n or above, so that r = x - n. No private key
 * can be used for this: s and the digest are chosen, and the public key follows, Q = (s*R - h*G) /
 * r.
 */
export function wrappedSignature(): SignatureCheck {
  const point = firstPointFrom(N + 1n);
  const [r, s, h] = [point.x - N, 5n, 7n];
  const inverse = invert(r, N);
  const key = affineOf(multiplyAndAdd(mod(-h * inverse, N), mod(s * inverse, N), point));
  const signature = new Uint8Array(64);
  signature.set(numberToBytes(r));
  signature.set(numberToBytes(s), 32);
  return {
    kind: 'ecdsa',
    signature,
    digest: numberToBytes(h),
    publicKey: encodePoint(key ?? point, true),
    nonceY: numberToBytes(point.y),
  };
}

function firstPointFrom(start: bigint): Point {
  for (let x = start; x < P; x++) {
    const point = liftX(x, false);
    if (point !== undefined) return point;
  }
  throw new Error('half of all x are on the curve');
}
