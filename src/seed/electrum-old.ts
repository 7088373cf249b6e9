import { hash256, sha256 } from '../crypto/hash.ts';
import { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { concatBytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { oldElectrumWords } from './electrum-old-words.ts';
import { normalizeElectrum } from './electrum-text.ts';

/**
 * Decodes an Electrum seed from before version 2: 12 or 24 words of its own list, without a
 * checksum. Returns its number in hexadecimal; `undefined` for other texts.
 */
export function readOldElectrum(text: string): string | undefined {
  const words = normalizeElectrum(text).split(' ');
  const places = words.map((word) => oldElectrumWords.indexOf(word));
  if (![12, 24].includes(words.length) || places.includes(-1)) return undefined;
  const n = oldElectrumWords.length;
  const digits = Array.from({ length: words.length / 3 }, (_, i) => {
    const [first = 0, second = 0, third = 0] = places.slice(3 * i);
    // In mn_decode, each word is relative to the previous one.
    const number = first + n * ((second - first + n) % n) + n * n * ((third - second + n) % n);
    return number.toString(16).padStart(8, '0');
  });
  return digits.join('');
}

/** Rounds of Old_KeyStore.stretch_key. */
const ROUNDS = 100_000;

/**
 * Derives the first `count` private keys of each branch of an old Electrum wallet. They are
 * uncompressed, with P2PKH addresses. Returns `undefined` for one seed in 2^127.
 */
export function oldElectrumKeys(
  seed: string,
  count: number,
  secp256k1: Secp256k1,
): readonly (readonly PrivateKey[])[] | undefined {
  const salt = encodeUtf8(seed);
  let stretched = salt;
  for (let i = 0; i < ROUNDS; i++) stretched = sha256(concatBytes(stretched, salt));
  const master = PrivateKey.from(stretched, false);
  salt.fill(0);
  stretched.fill(0);
  if (master === undefined) return undefined;
  const publicKey = master.publicKey(secp256k1).subarray(1);
  const keyAt = (branch: number, index: number): PrivateKey | undefined => {
    const tweak = hash256(concatBytes(encodeUtf8(`${index}:${branch}:`), publicKey));
    const bytes = secp256k1.tweakPrivateKey(master.reveal(), tweak);
    const key = bytes && PrivateKey.from(bytes, false);
    bytes?.fill(0);
    return key;
  };
  const branches = [0, 1].map((branch) =>
    Array.from({ length: count }, (_, index) => keyAt(branch, index)).flatMap((key) => key ?? []),
  );
  master.wipe();
  return branches;
}
