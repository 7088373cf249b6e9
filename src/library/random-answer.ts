import { sha256 } from '../crypto/hash.ts';
import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';

type RandomBytes = (length: number) => Uint8Array;

/** The hash of the last answer of each function, because the answer itself may be a secret. */
const answers = new WeakMap<RandomBytes, string>();

/** Fewer bytes may be equal, or the same twice, by chance. */
const FEWEST = 12;

/**
 * Asks a function of the caller for random bytes. Returns what is wrong with the answer, as the end
 * of a sentence about the option `random`, if it is wrong. Bytes that are all equal, or the same as
 * those before, are not random: with them, MuSig2 nonces repeat and reveal private keys.
 */
export function askRandom(
  random: RandomBytes,
  length: number,
): Bytes | { readonly wrong: 'length' | 'constant' } {
  const bytes: unknown = random(length);
  if (!isBytes(bytes) || bytes.length !== length) return { wrong: 'length' };
  if (length < FEWEST) return bytes;
  const hash = encodeHex(sha256(bytes));
  const isRepeated = answers.get(random) === hash;
  answers.set(random, hash);
  const isConstant = bytes.every((byte) => byte === bytes[0]);
  return isRepeated || isConstant ? { wrong: 'constant' } : bytes;
}
