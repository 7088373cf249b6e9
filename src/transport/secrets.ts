import { decodeWif } from '../crypto/wif.ts';
import { networks } from '../encoding/network.ts';
import type { Carried } from './carried.ts';

/**
 * Extended private keys of BIP32 and SLIP-132, anywhere in a text: in descriptors and wallet files
 * too.
 */
const EXTENDED = /[a-zA-Z]prv[1-9A-HJ-NP-Za-km-z]{90,}/;
const WIF = /\b[59KLc][1-9A-HJ-NP-Za-km-z]{50,51}\b/g;
/** Of any script: nothing of ASCII that is no letter. */
const LETTERS = /^[^\0-@[-`{-\x7f]{1,12}$/;
const MOST_TOKENS = 100;

/** BIP39. */
const WORD_COUNTS: readonly number[] = [12, 15, 18, 21, 24];

/** Bytes of the entropy of so many words (CompactSeedQR). */
export const isEntropyLength = (length: number): boolean => WORD_COUNTS.includes(length * 0.75);

/**
 * A private key or a seed. A text that only looks like one counts too: a key with a typing error is
 * nearly a key. Nothing of it is in the answer.
 */
export function detectSecret(text: string): Carried | undefined {
  if (EXTENDED.test(text) || holdsWif(text)) return { kind: 'private-key' };
  if (isSeedQr(text)) return { kind: 'seed', form: 'SeedQR' };
  const words = text.length > 400 ? [] : text.split(/[\s\u3000]+/);
  const looksLikeWords = words.every((word) => LETTERS.test(word));
  return WORD_COUNTS.includes(words.length) && looksLikeWords
    ? { kind: 'seed', form: `${words.length} words` }
    : undefined;
}

function holdsWif(text: string): boolean {
  const tokens = text.match(WIF) ?? [];
  if (tokens[0] === text) return true;
  return tokens.slice(0, MOST_TOKENS).some((token) =>
    [networks.main, networks.test].some((network) => {
      const key = decodeWif(token, network);
      key?.wipe();
      return key !== undefined;
    }),
  );
}

/** Four digits for each word, from 0, also typed apart. */
function isSeedQr(text: string): boolean {
  const digits = text.length > 400 ? '' : text.replace(/\s/g, '');
  const numbers = /^\d+$/.test(digits) ? (digits.match(/\d{1,4}/g) ?? []) : [];
  const isWhole = digits.length === 4 * numbers.length && WORD_COUNTS.includes(numbers.length);
  return isWhole && numbers.every((number) => Number(number) < 2048);
}
