import { type Bytes, compareBytes, concatBytes, equalBytes } from '../encoding/bytes.ts';
import { multiplyAndAdd } from './curve/double-multiply.ts';
import { toPoints } from './curve/jacobian.ts';
import { bytesToScalar, decodePoint, encodePoint, type Point } from './curve/point.ts';
import { sumPoints } from './curve/point-rows.ts';
import { taggedHash } from './hash.ts';

const hashList = taggedHash('KeyAgg list');
const hashCoefficient = taggedHash('KeyAgg coefficient');

/**
 * BIP327, KeySort and KeyAgg: the aggregate of compressed public keys as 33 bytes. `undefined` without keys, for a key that
 * is no point, and for the sum that is infinity.
 */
export function aggregateMusigKeys(publicKeys: readonly Bytes[]): Bytes | undefined {
  // "The algorithm KeySort(pk1..u)": in lexicographical order.
  const keys = publicKeys.toSorted(compareBytes);
  // "Let pkk = GetSecondKey(pk1..u)": "the first key that is different from pk1".
  const second = keys.find((key) => !equalBytes(key, keys[0] ?? key));
  // "HashKeys(pk1..u): Return hashKeyAgg list(pk1 || pk2 || ... || pku)".
  const list = hashList(concatBytes(...keys));
  const terms: Point[] = [];
  for (const key of keys) {
    const point = decodePoint(key);
    if (point === undefined || key.length !== 33) return undefined;
    // "If pk' = pk2: Return 1. Return int(hashKeyAgg coefficient(L || pk')) mod n".
    const isSecond = second !== undefined && equalBytes(key, second);
    const coefficient = isSecond ? 1n : bytesToScalar(hashCoefficient(list, key));
    terms.push(...toPoints([multiplyAndAdd(0n, coefficient, point)]));
  }
  // "Let Q = a1*P1 + a2*P2 + ... + au*Pu. Fail if is_infinite(Q)."
  const sum = sumPoints(terms);
  return sum && encodePoint(sum, true);
}
