import type { WordList } from './bip39.ts';
import { splitWords } from './split-words.ts';

/** A secret of another format than BIP39. */
export type ForeignSecret =
  | 'aezeed'
  | 'SLIP39'
  | 'codex32'
  | 'Armory'
  | 'BIP38'
  | 'mini private key'
  | 'private key'
  | 'hexadecimal';

/** An encrypted key (BIP38): 58 letters of base58 after 6P. A typed text may have an error. */
const BIP38 = /^6[Pp][0-9A-Za-z]{50,60}$/;
/** Codes of BIP38 that have no private key. */
const BIP38_CODE = /^(passphrase|cfrm38)[1-9A-HJ-NP-Za-km-z]{60,70}$/;
/** A share of codex32 (BIP93). */
const CODEX32 = /^ms1\d[0-9a-z]{30,}$/i;
/** A mini private key (Casascius), with 22, 26 or 30 letters. It may have an error. */
const MINI = /^(?=.*\d)(?=.*[A-Z].*[A-Z])(?=.*[a-z])[Ss][0-9A-Za-z]{20,30}$/;
/** A private key in WIF, or an extended one. */
const KEY = /^([59KLc][1-9A-HJ-NP-Za-km-z]{50,51}|[a-zA-Z]prv[1-9A-HJ-NP-Za-km-z]{90,})$/;
/** Entropy of 12 to 24 words, or an old Electrum seed. Digits alone may be a SeedQR. */
const HEX = /^(?!\d+$)(?:[0-9a-f]{8}){4,8}$/i;
/** Lines of a paper backup of Armory: 36 letters for hexadecimal digits. */
const ARMORY = /^(?:[asdfghjkwertuion]{36}){1,4}$/;
/** Numbers of words of a SLIP39 share for 128 and 256 bits. */
const SHARE_LENGTHS = [20, 33];

/** Longest text that is joined, because people write keys in groups. */
const MOST_LETTERS = 120;

/** Longest paper backup, with spaces. */
const MOST_ARMORY = 250;

/** Detects a secret that is one text, also with a typing error. */
export function foreignText(given: string): ForeignSecret | undefined {
  const text = given.trim();
  const whole = text.length < MOST_LETTERS ? text.replace(/\s+/g, '') : text;
  if (BIP38.test(whole) || BIP38_CODE.test(whole)) return 'BIP38';
  if (CODEX32.test(whole) || text.split(/\s+/).every((each) => CODEX32.test(each))) {
    return 'codex32';
  }
  if (text.length < MOST_ARMORY && ARMORY.test(text.replace(/\s/g, '').toLowerCase())) {
    return 'Armory';
  }
  if (KEY.test(text)) return 'private key';
  if (HEX.test(text)) return 'hexadecimal';
  return MINI.test(whole) ? 'mini private key' : undefined;
}

/** Longest text that may be shares: 256 of them. */
const MOST_SHARE_LETTERS = 80_000;

/**
 * Splits words that may be shares of SLIP39, all of which have 4 to 8 letters. Shares are in lines,
 * in paragraphs or joined, also with numbers before their words.
 */
export function splitShares(text: string): readonly (readonly string[])[] | undefined {
  if (text.length > MOST_SHARE_LETTERS) return undefined;
  const lines = text.split('\n').filter((line) => !line.trim().startsWith('#'));
  const shown = lines.join('\n');
  for (const end of [/\r?\n/, /\r?\n\s*\n/]) {
    const shares = shown.split(end).flatMap((part) => (part.trim() === '' ? [] : [wordsOf(part)]));
    if (shares.length > 0 && shares.every(isShare)) return shares;
  }
  const words = wordsOf(shown.replace(/\b\d{1,2}\b/g, ' '));
  const length = SHARE_LENGTHS.find((each) => words.length > 0 && words.length % each === 0) ?? 0;
  const count = length && words.length / length;
  const shares = Array.from({ length: count }, (_, i) => words.slice(i * length, (i + 1) * length));
  return shares.length > 0 && shares.every(isShare) ? shares : undefined;
}

function wordsOf(text: string): readonly string[] {
  const split = splitWords(text);
  return 'error' in split ? [] : split.words;
}

const isShare = (words: readonly string[]): boolean =>
  SHARE_LENGTHS.includes(words.length) && words.every((word) => /^[a-z]{4,8}$/.test(word));

/** Detects shares of SLIP39. Words that are all on one list of BIP39 are none. */
export function areShares(text: string, lists: readonly Pick<WordList, 'words'>[]): boolean {
  const words = splitShares(text)?.flat();
  return (
    words !== undefined &&
    lists.every((list) => !words.every((word) => list.words.some((each) => each.startsWith(word))))
  );
}

/**
 * Checks if the numbers of 24 words of the English list are a seed of LND (aezeed). Such a seed has
 * 33 bytes, and the last four are the CRC-32C of the others.
 */
export function isAezeed(indices: readonly number[]): boolean {
  if (indices.length !== 24) return false;
  const bytes = new Uint8Array(33);
  indices.forEach((index, i) => {
    for (let bit = 0; bit < 11; bit++) {
      const at = i * 11 + bit;
      if ((index >> (10 - bit)) & 1) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (0x80 >> (at & 7));
    }
  });
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(29);
  const isFitting = crc32c(bytes.subarray(0, 29)) === ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  bytes.fill(0);
  return isFitting;
}

/** The polynomial of Castagnoli (RFC 3720), with reversed bits. */
const CASTAGNOLI = 0x82f63b78;

function crc32c(bytes: Uint8Array): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      remainder = remainder & 1 ? (remainder >>> 1) ^ CASTAGNOLI : remainder >>> 1;
    }
  }
  return (remainder ^ 0xffffffff) >>> 0;
}

const TEXTS: { readonly [F in ForeignSecret]: string } = {
  aezeed:
    'These words are a seed of LND (aezeed), not of BIP39, and their checksum is right. coldsign does not read it. Restore it in LND, and export its extended private key',
  SLIP39:
    'This looks like shares of a seed (SLIP39), not like seed words. Use them as -keys=FILE, one share a line',
  codex32:
    'This looks like a seed of codex32 or a share of it, not like seed words. Use it as -keys=FILE',
  Armory:
    'This looks like a paper backup of Armory, which coldsign does not read. Restore it in Armory, and export its keys',
  BIP38: 'This is an encrypted private key (BIP38), not seed words. Use it as -keys=FILE',
  'mini private key':
    'This looks like a mini private key, as on coins of Casascius, not like seed words. Use it as -keys=FILE',
  'private key': 'This is a private key, not seed words. Use it as -keys=FILE',
  hexadecimal:
    'This is hexadecimal, not seed words. With -keys=FILE it is read as their entropy, and as an Electrum seed from before 2014',
};

/** Describes a secret of another format, and how to use it. */
export const describeForeign = (format: ForeignSecret): string => TEXTS[format];
