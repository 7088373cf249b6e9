import type { Bytes } from './bytes.ts';
import { encodeUtf8 } from './utf8.ts';

/**
 * An encoding with a checksum that can locate mistyped characters: bech32 (BIP173), bech32m
 * (BIP350).
 */
export type Bech32Encoding = 'bech32' | 'bech32m';

export type Bech32 = {
  readonly encoding: Bech32Encoding;
  /** Human-readable part, in lower case. */
  readonly hrp: string;
  /** Five bits each, without the checksum. */
  readonly values: Bytes;
};

/** Maximum length (BIP173): "A Bech32 string is at most 90 characters long". */
export const BECH32_LIMIT = 90;
export const CHECKSUM_LENGTH = 6;
const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** The final constants: 1 in BIP173, 0x2bc830a3 in BIP350. */
export const CHECKSUM_CONSTANT: { readonly [E in Bech32Encoding]: number } = {
  bech32: 1,
  bech32m: 0x2bc830a3,
};

/** Encodes a lower-case `hrp` and `values` of five bits each. */
export function encodeBech32(encoding: Bech32Encoding, hrp: string, values: Bytes): string {
  const padded = new Uint8Array(values.length + CHECKSUM_LENGTH);
  padded.set(values);
  const checksum = residue(hrp, padded) ^ CHECKSUM_CONSTANT[encoding];
  let text = `${hrp}1`;
  for (const value of values) text += CHARSET[value];
  for (let i = 0; i < CHECKSUM_LENGTH; i++) text += CHARSET[(checksum >> (5 * (5 - i))) & 31];
  return text;
}

/**
 * Decodes a text with either checksum; `undefined` if it has neither. `limit`: maximum number of
 * characters. Core: Decode (bech32.cpp).
 */
export function decodeBech32(text: string, limit = BECH32_LIMIT): Bech32 | undefined {
  // Core counts bytes. It makes no difference, because non-ASCII characters are refused below.
  if (text.length > limit || invalidCharacters(encodeUtf8(text)).length > 0) return undefined;
  const separator = text.lastIndexOf('1');
  if (separator < 1 || separator + CHECKSUM_LENGTH >= text.length) return undefined;
  const hrp = text.slice(0, separator).toLowerCase();
  const values = Array.from(text.slice(separator + 1), charsetValue);
  if (values.includes(-1)) return undefined;
  const check = residue(hrp, values);
  const payload = Uint8Array.from(values.slice(0, -CHECKSUM_LENGTH));
  if (check === CHECKSUM_CONSTANT.bech32) return { encoding: 'bech32', hrp, values: payload };
  if (check === CHECKSUM_CONSTANT.bech32m) return { encoding: 'bech32m', hrp, values: payload };
  return undefined;
}

/** Returns the five bits of a character in either case; -1 if there are none. */
export function charsetValue(character: string): number {
  return CHARSET.indexOf(character.toLowerCase());
}

/**
 * Returns the positions of characters that are not printable ASCII, or differ in case from the
 * first letter. Core: CheckCharacters (bech32.cpp).
 */
export function invalidCharacters(text: Bytes): number[] {
  const positions: number[] = [];
  let lower = false;
  let upper = false;
  text.forEach((code, position) => {
    const isLower = code >= 0x61 && code <= 0x7a;
    const isUpper = code >= 0x41 && code <= 0x5a;
    if (code < 33 || code > 126 || (isLower && upper) || (isUpper && lower))
      positions.push(position);
    else if (isLower) lower = true;
    else if (isUpper) upper = true;
  });
  return positions;
}

/**
 * Computes the remainder of the expanded human-readable part and the values (checksum included)
 * modulo the generator, as six groups of five bits. A valid text yields its encoding's constant.
 */
export function residue(hrp: string, values: Iterable<number>): number {
  return polymod(values, residueOf(hrp));
}

/** Cache of the last human-readable part and its remainder, because lists of addresses share it. */
let known = { hrp: '', residue: 0 };

function residueOf(hrp: string): number {
  if (hrp !== known.hrp || hrp === '') {
    const codes = Array.from(hrp, (character) => character.charCodeAt(0));
    // BIP173: "the higher bits of each character's US-ASCII value [...], zero, and then the lower
    // bits of each"
    const head = [...codes.map((c) => c >> 5), 0, ...codes.map((c) => c & 31)];
    known = { hrp, residue: polymod(head, 1) };
  }
  return known.residue;
}

const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;

/** The generator multiplied by each value of five bits. */
const MULTIPLES: Int32Array = /* @__PURE__ */ Int32Array.from({ length: 32 }, (_, top) =>
  GENERATOR.reduce((sum, each, bit) => ((top >> bit) & 1 ? sum ^ each : sum), 0),
);

function polymod(values: Iterable<number>, checksum: number): number {
  for (const value of values) {
    const multiple = MULTIPLES[checksum >> 25] ?? 0;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value ^ multiple;
  }
  return checksum;
}

/**
 * Regroups bits, most significant first. With `pad` the last group is filled with zeros. Otherwise,
 * left-over bits must be zero and fewer than a group of `from`, else it returns `undefined`. Core:
 * ConvertBits (util/strencodings.h).
 */
export function convertBits(
  values: Iterable<number>,
  from: number,
  to: number,
  pad: boolean,
): Bytes | undefined {
  const result: number[] = [];
  let held = 0;
  let bits = 0;
  for (const value of values) {
    held = ((held << from) | value) & 0xffff;
    bits += from;
    for (; bits >= to; ) {
      bits -= to;
      result.push((held >> bits) & ((1 << to) - 1));
    }
  }
  const left = (held << (to - bits)) & ((1 << to) - 1);
  if (pad && bits > 0) result.push(left);
  if (!pad && (bits >= from || left !== 0)) return undefined;
  return new Uint8Array(result);
}
