import { decodeBase58Check } from '../crypto/base58check.ts';
import type { Json } from '../json/json.ts';
import { textsOf } from '../json/texts.ts';
import type { Profile } from './context.ts';
import { RpcError } from './error.ts';
import { profileRules } from './profile.ts';

const REDACTED = '[redacted]';

/** 32 bytes behind a version byte, with or without the mark of a compressed public key. */
const WIF_LENGTHS = [33, 34];
const EXTENDED_KEY_LENGTH = 78;

const RUN = /[1-9A-HJ-NP-Za-km-z]{50,}/g;
/** BIP32, and SLIP-132 with its other letters. */
const EXTENDED_KEY = /[a-zA-Z]prv[1-9A-HJ-NP-Za-km-z]{50,}/g;
/** Main chain and test chains; one letter too few or too many is still nearly the key. */
const WIF_LIKE = /^[5KL9c](?=.*[a-z])(?=.*[A-Z])(?=.*\d).{49,52}$/;
const WIF_STARTS = /[5KL9c]/g;

/**
 * What must not be read by others becomes `[redacted]`: an error may repeat an argument that was
 * put in the wrong place. Private keys of any network, mistyped ones too, and seed words of any
 * language: twelve or more in a row that stand so in a text that was `given`.
 */
export function redactSecrets(text: string, given: Iterable<string> = []): string {
  const withoutKeys = text
    .replace(EXTENDED_KEY, REDACTED)
    .replace(RUN, (run) => (isPrivateKey(run) || WIF_LIKE.test(run) ? REDACTED : cutKeys(run)));
  return redactWords(withoutKeys, given);
}

function isPrivateKey(word: string): boolean {
  const payload = decodeBase58Check(word, EXTENDED_KEY_LENGTH);
  if (payload === undefined) return false;
  // BIP32: a private key is serialised behind a zero byte.
  if (payload.length === EXTENDED_KEY_LENGTH) return payload[45] === 0;
  return WIF_LENGTHS.includes(payload.length);
}

/** Keys between other letters, such as two without a space. */
function cutKeys(run: string): string {
  for (const { index } of run.matchAll(WIF_STARTS)) {
    for (const length of [51, 52]) {
      const end = index + length;
      if (end > run.length || !isPrivateKey(run.slice(index, end))) continue;
      return run.slice(0, index) + REDACTED + cutKeys(run.slice(end));
    }
  }
  return run;
}

const FEWEST_WORDS = 12;
/**
 * What BIP39's lists are written in: Latin with its accents, composed or not, kana, Han, Hangul.
 * Not every engine knows \p{Script}.
 */
const LATIN = 'A-Za-z\\u00C0-\\u024F\\u0300-\\u036F';
const EAST_ASIAN = '\\u3041-\\u30FF\\u4E00-\\u9FFF\\u1100-\\u11FF\\uAC00-\\uD7A3';
/** Accents that stand apart count as letters: a word of eight letters is longer then. */
const ONE = `(?:[${LATIN}]{3,12}|[${EAST_ASIAN}]{1,16})`;
const WORDS = new RegExp(`${ONE}(?:[^${LATIN}${EAST_ASIAN}]{1,4}${ONE}){11,}`, 'g');
const WORD = new RegExp(`[${LATIN}${EAST_ASIAN}]+`, 'g');

function redactWords(text: string, given: Iterable<string>): string {
  if (text.search(WORDS) === -1) return text;
  const known = new Set<string>();
  for (const one of given) for (const [words] of one.matchAll(WORDS)) addRows(words, known);
  return text.replace(WORDS, (words) => cutRows(words, known));
}

function addRows(text: string, rows: Set<string>): void {
  const words = text.toLowerCase().match(WORD) ?? [];
  for (let i = 0; i + FEWEST_WORDS <= words.length; i++) rows.add(rowAt(words, i));
}

function rowAt(words: readonly string[], i: number): string {
  return words.slice(i, i + FEWEST_WORDS).join(' ');
}

function cutRows(text: string, known: ReadonlySet<string>): string {
  const found = [...text.matchAll(WORD)];
  const words = found.map(([word]) => word.toLowerCase());
  let result = '';
  let copied = 0;
  for (let i = 0; i + FEWEST_WORDS <= words.length; i++) {
    const last = found[i + FEWEST_WORDS - 1];
    const start = found[i]?.index ?? 0;
    if (last === undefined || !known.has(rowAt(words, i))) continue;
    if (start >= copied) result += text.slice(copied, start) + REDACTED;
    copied = last.index + last[0].length;
  }
  return result + text.slice(copied);
}

/**
 * The error as it may leave, where the profile does not keep Core's words; `secrets`: what the call
 * said in confidence.
 */
export function withoutSecrets(
  error: RpcError,
  call: Json,
  profile: Profile,
  secrets: readonly string[] = [],
): RpcError {
  if (!profileRules(profile).redactsSecrets) return error;
  const redact = (text: string) => {
    const redacted = redactSecrets(text, textsOf(call));
    return secrets.reduce((rest, secret) => rest.split(secret).join(REDACTED), redacted);
  };
  const { code, message, hint } = error;
  return new RpcError(code, redact(message), hint === undefined ? undefined : redact(hint));
}
