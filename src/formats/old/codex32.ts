import { masterKeyFromSeed } from '../../descriptor/derive.ts';
import { encodeExtendedPrivateKey } from '../../descriptor/extended-key.ts';
import { type FormatFailure, failure, type ReadContext, type WalletParts } from '../wallet-file.ts';

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const SHARE = /^ms1[02-9][02-9ac-hj-np-z]{5,}$/;
/** Position of the index of a share, and the index of the secret ("s"). */
const [INDEX, SECRET] = [5, 16] as const;
const CHECKSUM = 13;
const MOST = 93;

/** Reads a seed of codex32 (BIP93), or its shares, one a line; `undefined` for other texts. */
export function readCodex32(
  given: string,
  context: ReadContext,
): WalletParts | FormatFailure | undefined {
  if (!/^ms1/i.test(given.trim())) return undefined;
  // A share has no other 1, so each one begins at its prefix, in any groups and lines.
  const shares = given.replace(/\s+/g, '').split(/(?=ms1)/i);
  const values = shares.map(decode);
  const read = values.flatMap((each) => (each === undefined ? [] : [each]));
  const [first] = read;
  if (first === undefined || read.length < shares.length) return failure(DAMAGED);
  if (read.some((each) => each.length > MOST)) return failure(LONG);
  const secret = read.length === 1 && first[INDEX] === SECRET ? first : recover(read);
  if ('error' in secret) return secret;
  const seed = bytesOf(secret.slice(INDEX + 1, -CHECKSUM));
  const root = seed && masterKeyFromSeed(seed);
  seed?.fill(0);
  const text = root && encodeExtendedPrivateKey(root, context.network);
  root?.privateKey.wipe();
  if (text === undefined) return failure(DAMAGED);
  return { format: 'descriptors', program: 'codex32', descriptors: [], secrets: [text] };
}

const DAMAGED =
  'this share (codex32) is damaged: a letter in it is wrong or missing. Compare it with your backup';
const LONG = 'this is a long codex32 seed, which is not read. Restore it with another program';
const MIXED =
  'these shares (codex32) do not belong together: their first eight letters differ, or one is given twice. Use shares of one seed';

/** Returns the values of the letters after the prefix; `undefined` if the checksum is wrong. */
function decode(given: string): readonly number[] | undefined {
  const isOneCase = given === given.toLowerCase() || given === given.toUpperCase();
  const text = given.toLowerCase();
  if (!isOneCase || !SHARE.test(text) || text.length < 48) return undefined;
  const values = [...text.slice(3)].map((letter) => LETTERS.indexOf(letter));
  const isSecret = values[INDEX] === SECRET;
  if (text[3] === '0' && !isSecret) return undefined;
  return values.length > MOST || polymod(values) === 0x10ce0795c2fd1e62an ? values : undefined;
}

const GENERATOR = [
  0x19dc500ce73fde210n,
  0x1bfae00def77fe529n,
  0x1fbd920fffe7bee52n,
  0x1739640bdeee3fdadn,
  0x07729a039cfc75f5an,
];

function polymod(values: readonly number[]): bigint {
  let residue = 0x23181b3n;
  for (const value of values) {
    const top = residue >> 60n;
    residue = ((residue & 0x0fffffffffffffffn) << 5n) ^ BigInt(value);
    GENERATOR.forEach((term, i) => {
      if ((top >> BigInt(i)) & 1n) residue ^= term;
    });
  }
  return residue;
}

/** Recovers the secret from shares, by interpolation in the field of 32 elements. */
function recover(shares: readonly (readonly number[])[]): readonly number[] | FormatFailure {
  const [first = []] = shares;
  const needed = Number(LETTERS[first[0] ?? 0]);
  const isOne = shares.every(
    (share) =>
      share.length === first.length &&
      share.slice(0, INDEX).join() === first.slice(0, INDEX).join(),
  );
  const indices = shares.map((share) => share[INDEX] ?? 0);
  if (!isOne || new Set(indices).size < shares.length) return failure(MIXED);
  const at = indices.indexOf(SECRET);
  if (at >= 0) return shares[at] ?? first;
  if (shares.length < needed) {
    return failure(
      `this seed (codex32) needs ${needed} shares, and ${shares.length} is given. Give ${needed} of them, one a line`,
    );
  }
  const used = shares.slice(0, needed);
  const weights = used.map((share) => weightOf(share[INDEX] ?? 0, indices.slice(0, needed)));
  return first.map((_, i) =>
    used.reduce((sum, share, j) => sum ^ multiply(weights[j] ?? 0, share[i] ?? 0), 0),
  );
}

/** Returns the Lagrange coefficient of a share at the secret's index. */
function weightOf(index: number, indices: readonly number[]): number {
  return indices
    .filter((other) => other !== index)
    .reduce(
      (product, other) => multiply(product, multiply(other ^ SECRET, inverse(other ^ index))),
      1,
    );
}

function multiply(a: number, b: number): number {
  let [product, factor] = [0, a];
  for (let i = 0; i < 5; i++) {
    if ((b >> i) & 1) product ^= factor;
    factor <<= 1;
    if (factor & 32) factor ^= 41;
  }
  return product;
}

const inverse = (a: number): number =>
  Array.from({ length: 32 }, (_, b) => b).find((b) => multiply(a, b) === 1) ?? 0;

/** Converts letters of 5 bits to bytes; `undefined` if more than 4 bits are left over. */
function bytesOf(values: readonly number[]): Uint8Array | undefined {
  const bits = values.length * 5;
  if (bits % 8 > 4 || bits < 128) return undefined;
  const bytes = new Uint8Array(Math.floor(bits / 8));
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const isSet = ((values[Math.floor(bit / 5)] ?? 0) >> (4 - (bit % 5))) & 1;
    if (isSet) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  }
  return bytes;
}
