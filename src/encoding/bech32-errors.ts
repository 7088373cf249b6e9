import {
  BECH32_LIMIT,
  type Bech32Encoding,
  CHECKSUM_CONSTANT,
  CHECKSUM_LENGTH,
  charsetValue,
  invalidCharacters,
  residue,
} from './bech32.ts';
import { encodeUtf8 } from './utf8.ts';

/** Core's error, empty if there is none, and the suspected byte positions. */
export type Bech32Fault = { readonly error: string; readonly positions: readonly number[] };

/**
 * Finds out why a text is not bech32 or bech32m, and the positions of up to two wrong characters.
 * Assumes the encoding with fewer wrong characters. Core: LocateErrors (bech32.cpp).
 */
export function locateBech32Errors(text: string): Bech32Fault {
  const bytes = encodeUtf8(text);
  if (bytes.length > BECH32_LIMIT) {
    const beyond = Array.from(bytes.subarray(BECH32_LIMIT), (_, i) => BECH32_LIMIT + i);
    return { error: 'Bech32 string too long', positions: beyond };
  }
  const invalid = invalidCharacters(bytes);
  if (invalid.length > 0) return { error: 'Invalid character or mixed case', positions: invalid };
  const separator = text.lastIndexOf('1');
  if (separator < 0) return { error: 'Missing separator', positions: [] };
  if (separator === 0 || separator + CHECKSUM_LENGTH >= text.length) {
    return { error: 'Invalid separator position', positions: [separator] };
  }
  const values = Array.from(text.slice(separator + 1), charsetValue);
  const foreign = values.indexOf(-1);
  if (foreign >= 0) {
    return { error: 'Invalid Base 32 character', positions: [separator + 1 + foreign] };
  }
  return checksumFault(text.slice(0, separator).toLowerCase(), values, text.length);
}

function checksumFault(hrp: string, values: readonly number[], length: number): Bech32Fault {
  const remainder = residue(hrp, values);
  let meant: Bech32Encoding | undefined;
  let positions: number[] = [];
  for (const encoding of ['bech32', 'bech32m'] as const) {
    const difference = remainder ^ CHECKSUM_CONSTANT[encoding];
    if (difference === 0) return { error: '', positions: [] };
    const found = locateInCodeword(difference, values.length).map(
      (fromEnd) => length - 1 - fromEnd,
    );
    if (positions.length === 0 || (found.length > 0 && found.length < positions.length)) {
      positions = found;
      if (found.length > 0) meant = encoding;
    }
  }
  const name = meant === undefined ? '' : meant === 'bech32' ? 'Bech32 ' : 'Bech32m ';
  return { error: `Invalid ${name}checksum`, positions };
}

// The checksum is a BCH code: its generator has the roots e^997, e^998 and e^999, where e generates
// GF(1024). The error E(x) that wrong characters add to a codeword is therefore visible in the
// three syndromes s_j = E(e^j). GF(32) is taken modulo x^5 + x^3 + 1 and GF(1024) = GF(32)[e]
// modulo e^2 + 9e + 23, as high * 32 + low.

const ORDER = 1023;

let tables: ReturnType<typeof createTables> | undefined;

/** Returns the tables, which are made for the first wrong address. */
function gf1024(): ReturnType<typeof createTables> {
  tables ??= createTables();
  return tables;
}

function multiply32(a: number, b: number): number {
  let product = 0;
  for (let bit = 4; bit >= 0; bit--) {
    product <<= 1;
    if (product & 32) product ^= 0b101001;
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

function createTables(): { readonly exp: readonly number[]; readonly log: readonly number[] } {
  const exp: number[] = [];
  const log: number[] = Array.from({ length: ORDER + 1 }, () => -1);
  let power = 1;
  for (let i = 0; i < ORDER; i++) {
    exp.push(power);
    log[power] = i;
    const high = power >> 5;
    power = ((multiply32(high, 9) ^ (power & 31)) << 5) | multiply32(high, 23);
  }
  return { exp, log };
}

/** Returns e^exponent for a non-negative exponent. */
const power = (exponent: number): number => gf1024().exp[exponent % ORDER] ?? 0;
/** Returns the discrete logarithm to the base e; -1 for zero. */
const log = (element: number): number => gf1024().log[element] ?? -1;
/** Returns element * e^exponent. */
const shift = (element: number, exponent: number): number =>
  element === 0 ? 0 : power(log(element) + exponent);
/**
 * Returns true for a logarithm in GF(32), which the error of a character must have. GF(32) without
 * zero is the 31 powers of e^33.
 */
const isCharacterError = (logarithm: number): boolean => logarithm % 33 === 0;

/** Returns E(e^j), from E(x) modulo the generator. */
function syndrome(difference: number, j: number): number {
  let sum = 0;
  for (let k = 0; k < 6; k++) sum ^= shift((difference >> (5 * k)) & 31, j * k);
  return sum;
}

/**
 * Returns the distances from the end of one or two wrong characters, the left one first. Empty if
 * there are more.
 */
function locateInCodeword(difference: number, length: number): number[] {
  const s = [997, 998, 999].map((j) => syndrome(difference, j));
  const [s0 = 0, s1 = 0, s2 = 0] = s;
  const [l0 = 0, l1 = 0, l2 = 0] = s.map(log);
  // A single error e1 * x^p has s1 / s0 = s2 / s1 = e^p.
  if (s0 !== 0 && s1 !== 0 && s2 !== 0 && (2 * l1 - l2 - l0 + 2 * ORDER) % ORDER === 0) {
    const p = (l1 - l0 + ORDER) % ORDER;
    return p < length && isCharacterError(l0 + (ORDER - 997) * p) ? [p] : [];
  }
  for (let p1 = 0; p1 < length; p1++) {
    const p2 = secondError(s0, s1, s2, p1, length);
    if (p2 !== undefined) return p1 > p2 ? [p1, p2] : [p2, p1];
  }
  return [];
}

/** Returns the position of the other error if one is at `p1`; `undefined` if there is none. */
function secondError(
  s0: number,
  s1: number,
  s2: number,
  p1: number,
  length: number,
): number | undefined {
  // s0 = e1 * e^(997 p1) + e2 * e^(997 p2), and so on. The first error cancels out of both of
  // these, and their quotient is e^p2.
  const upper = s2 ^ shift(s1, p1);
  const lower = s1 ^ shift(s0, p1);
  if (upper === 0 || lower === 0) return undefined;
  const p2 = (log(upper) - log(lower) + ORDER) % ORDER;
  if (p2 >= length || p1 === p2) return undefined;
  const other = s1 ^ shift(s0, p2);
  if (other === 0) return undefined;
  const inverse = ORDER - log(power(p1) ^ power(p2));
  const e2 = log(lower) + inverse + (ORDER - 997) * p2;
  const e1 = log(other) + inverse + (ORDER - 997) * p1;
  return isCharacterError(e1) && isCharacterError(e2) ? p2 : undefined;
}
