import type { Bytes } from '../../encoding/bytes.ts';
import { affineOf, multiplyAndAdd } from './ecmult.ts';
import { invert, N } from './field.ts';
import { bytesToScalar, encodePoint, liftX } from './point.ts';
import { readSignature } from './verify-ecdsa.ts';

/**
 * SEC 1, 4.1.6: the public key under which an ECDSA signature (R || S, a high S too) holds for a
 * digest. `recovery`: bit 0 is the parity of the nonce's y, bit 1 says that its x is n or more.
 * `undefined` where there is none.
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
