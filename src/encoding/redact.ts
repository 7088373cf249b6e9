export const REDACTED = '[redacted]';

/** The origin of a text, which determines its other secrets. */
export type RedactOptions = {
  /**
   * Texts that an error may repeat. Any eight consecutive words of them count as a seed. If absent,
   * eight words count as a seed unless one of them occurs only in sentences.
   */
  readonly given?: Iterable<string> | undefined;
  /**
   * Keeps hexadecimal keys, which look like ids of transactions and blocks, and possibly mistyped
   * ids and addresses.
   */
  readonly keepsIds?: boolean | undefined;
};

/**
 * Replaces secrets by `[redacted]`: WIF and extended private keys (BIP32, SLIP-132, BIP38),
 * hexadecimal keys, seed words of any language, SeedQR digits, and URs of keys. This includes
 * mistyped, truncated, split and URL-encoded secrets, and any case. Every error passes through this
 * function. It does not know word lists or checksums, so it also replaces texts that only look like
 * a secret.
 */
export function redactSecrets(text: string, options: RedactOptions = {}): string {
  return text
    .split(FINGERPRINT)
    .map((part, i) => (i % 3 === 2 ? part : redactPart(part, options)))
    .join('');
}

/** Matches the fingerprint of a key that signs snapshots. */
const FINGERPRINT = /(^|[^\w-])((?:[0-9a-f]{4}-){7}[0-9a-f]{4})(?![\w-])/;

function redactPart(text: string, options: RedactOptions): string {
  const withoutKeys = text
    .replace(EXTENDED_KEY, REDACTED)
    .replace(UR_OF_KEY, REDACTED)
    .replace(RUN, (run, at: number) => (isSecretRun(run, at, text, options) ? REDACTED : run))
    .replace(BYTES, (bytes) => (isInOrder(bytes) ? bytes : REDACTED))
    .replace(BASE64, REDACTED)
    .replace(GROUPS, (groups) => (isKeyInGroups(groups) ? REDACTED : groups))
    .replace(LINES, (lines) =>
      options.keepsIds !== true && isKeyInGroups(lines) ? REDACTED : lines,
    );
  const withoutRows = joinParts(withoutKeys)
    .replace(WORDS_WITH_SLASHES, `$1${REDACTED}`)
    .replace(LONG_WORD, (word) => (HEX.test(word) ? word : REDACTED));
  return redactWords(withoutRows, options.given);
}

/** Extended private keys of BIP32, and of SLIP-132 with other letters. */
const EXTENDED_KEY = /[a-z]prv[a-z0-9]{6,}/gi;
const UR_OF_KEY = /ur:[a-z0-9-]*(?:seed|hdkey|eckey|sskr)[^\s'"]*/gi;
const RUN = /[A-Za-z0-9]{20,}/g;
const HEX = /^[0-9a-f]+$/i;
const PUBLIC_HEX = /^(?:0[23].{64}|04.{128}|.{40})$/;
const BECH32 = /^(?:bc|tb|bcrt|sp|tsp)1[a-z0-9]+$/i;
const EXTENDED_PUBLIC = /^[a-z]pub.{0,120}$/i;
const WIF_START = /^[5KL9cS6]/;
const DIGIT = /\d/g;

const isMixed = (text: string): boolean =>
  /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);

/** Returns true for letters and digits that may be a key, or a part of one. */
function isSecretRun(run: string, at: number, text: string, { keepsIds }: RedactOptions): boolean {
  if (/^(?:\d{48}|\d{96})$/.test(run)) return true;
  if (HEX.test(run)) return keepsIds !== true && isHexKey(run, at, text);
  if (EXTENDED_PUBLIC.test(run) || BECH32.test(run)) return false;
  const digits = (run.match(DIGIT) ?? []).length;
  if (digits === 0) return false;
  // Base58 addresses have at most 35 characters; one more may be a typo.
  const longest = keepsIds === true ? 39 : /^[123mn]/.test(run) ? 36 : 30;
  if (isMixed(run)) return run.length > longest || WIF_START.test(run);
  const isLong = run.length >= 49 && run.length <= 54;
  return isLong || (keepsIds !== true && run.length > 30 && digits >= 6);
}

/**
 * Returns true for a hex private key. Public keys and hashes are excluded, and ids by their context
 * (`transaction ID`, `ID:vout`).
 */
function isHexKey(run: string, at: number, text: string): boolean {
  if (run.length < 24 || PUBLIC_HEX.test(run)) return false;
  if (run.length !== 64) return true;
  const isNamed = /(?:transactions?|txid|blocks?|header|hash)\W{1,3}$/i.test(text.slice(0, at));
  return !isNamed && !/^:\d/.test(text.slice(at + run.length));
}

/** Groups of equal length, as people write down keys. */
const GROUPS = new RegExp(
  [1, 2, 3, 4, 5, 6, 8, 10]
    .map((n) => `\\b(?:[A-Za-z0-9]{${n}}[\\s_-]+){${Math.ceil(30 / n) - 1},}[A-Za-z0-9]{1,${n}}\\b`)
    .join('|'),
  'g',
);
/** Separated bytes: in hexadecimal, or as numbers that are not in order. */
const BYTES = /\b[0-9a-f]{2}(?:[:,.;|][0-9a-f]{2}){15,}\b|\b\d{1,3}(?:,\s?\d{1,3}){15,}\b/gi;
const isInOrder = (bytes: string): boolean =>
  bytes.split(',').every((byte, i, all) => i === 0 || Number(byte) > Number(all[i - 1])) &&
  bytes.includes(',');
/** Bytes in base64: 16, 32 or 64. */
const BASE64 = /[A-Za-z0-9+/]{22}==|[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==/g;
const LINES = /\b\w{12,}\r?\n\w{12,}/g;
const isKeyInGroups = (groups: string): boolean => (groups.match(DIGIT) ?? []).length >= 4;

const isPart = (text: string): boolean => isMixed(text) || /[a-z][A-Z].*[a-z][A-Z]/.test(text);

/** Redacts parts of a key next to a redacted part, after a space or a line break. */
function joinParts(text: string, times = 9): string {
  const joined = text
    .replace(/\b(\w{4,})\s+\[redacted\]/g, (all, part) => (isPart(part) ? REDACTED : all))
    .replace(/\[redacted\]\s+([A-Za-z0-9]{4,})/g, (all, part) => (isPart(part) ? REDACTED : all));
  return joined === text || times === 0 ? joined : joinParts(joined, times - 1);
}

const FEWEST_WORDS = 8;
/**
 * Letters of BIP39's lists: Latin with accents, composed or not, kana, Han, Hangul. Some engines do
 * not support \p{Script}.
 */
const LATIN = 'A-Za-z\\u00C0-\\u024F\\u0300-\\u036F';
const EAST_ASIAN = '\\u3041-\\u30FF\\u4E00-\\u9FFF\\u1100-\\u11FF\\uAC00-\\uD7A3';
/** A word. Separate accents count as letters; a digit in a word is a typo. */
const ONE = `(?:[${LATIN}]{0,2}[${EAST_ASIAN}][${EAST_ASIAN}${LATIN}]{0,24}|[${LATIN}][${LATIN}0-9]{1,17})`;
const LETTERS = LATIN + EAST_ASIAN;
/**
 * Separators of words: numbers, punctuation, spaces and their URL encodings. Excludes those of
 * paths and calls.
 */
const BETWEEN = `(?:%[0-9A-Fa-f]{2}|[^${LETTERS}0-9(/\\\\%])(?:%[0-9A-Fa-f]{2}|[^${LETTERS}/\\\\%]){0,7}`;
const WORDS = new RegExp(
  `${ONE}(?:${BETWEEN}${ONE}){${FEWEST_WORDS - 1},}|[${EAST_ASIAN}]{${FEWEST_WORDS},}`,
  'g',
);
const WORD = new RegExp(ONE, 'g');
/** Words separated by slashes, except paths of folders, which start or end differently. */
const WORDS_WITH_SLASHES = new RegExp(
  `(^|[^\\w/\\\\.~:])[${LETTERS}]{1,18}(?:/[${LETTERS}]{1,18}){10,}(?![\\w/.])`,
  'g',
);
/** Long words without spaces. Hexadecimal texts were judged before. */
const LONG_WORD = new RegExp(`[${LETTERS}]{36,}`, 'g');
/** Words of sentences that are in no list of seed words, so they end a row. */
const SENTENCE =
  /^(?:the|and|for|not|its|has|had|are|was|were|with|from|which|without|is|it|in|of|to|or|as|at|be|no|if|an|by|on|may|than|does|did|so|we|us|do|but|would|could|cannot|nor|been|these|those|whether|contain|coldsign|wallets?|coins|keys|inputs|outputs|signatures?|descriptor|bytes|txid|psbt|satoshi|anyonecanpay)$/i;

function redactWords(text: string, given: Iterable<string> | undefined): string {
  if (text.search(WORDS) === -1) return text;
  const known = given && rowsOf(given);
  return text.replace(WORDS, (words) => cutRows(words, known));
}

function rowsOf(given: Iterable<string>): ReadonlySet<string> {
  const rows = new Set<string>();
  for (const one of given) {
    for (const [text] of one.matchAll(WORDS)) {
      const words = text.toLowerCase().match(WORD) ?? [];
      for (let i = 0; i + FEWEST_WORDS <= words.length; i++) rows.add(rowAt(words, i));
    }
  }
  return rows;
}

function rowAt(words: readonly string[], i: number): string {
  return words.slice(i, i + FEWEST_WORDS).join(' ');
}

/**
 * Redacts rows of eight words. `known`: rows that may be a seed. If absent, all rows without a word
 * of sentences.
 */
function cutRows(text: string, known: ReadonlySet<string> | undefined): string {
  const found = [...text.matchAll(WORD)];
  const words = found.map(([word]) => word.toLowerCase());
  // This is a language without spaces between words.
  if (words.length < FEWEST_WORDS) return REDACTED;
  const isSeed = (i: number) =>
    known?.has(rowAt(words, i)) ??
    !words.slice(i, i + FEWEST_WORDS).some((word) => SENTENCE.test(word));
  let result = '';
  let copied = 0;
  for (let i = 0; i + FEWEST_WORDS <= words.length; i++) {
    const last = found[i + FEWEST_WORDS - 1];
    const start = found[i]?.index ?? 0;
    if (last === undefined || !isSeed(i)) continue;
    if (start >= copied) result += text.slice(copied, start) + REDACTED;
    copied = last.index + last[0].length;
  }
  return result + text.slice(copied);
}
