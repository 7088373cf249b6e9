import { sha256 } from '../../crypto/hash.ts';
import { encodeUtf8 } from '../../encoding/utf8.ts';
import { type FormatFailure, failure, type ReadContext, type WalletParts } from '../wallet-file.ts';
import { partsOf, wifOf } from './own-key.ts';

/** A mini private key has 22, 26 or 30 characters of base58, and begins with S. */
const LOOKS = /^[Ss][0-9A-Za-z]{20,30}$/;
const MINI = /^S[1-9A-HJ-NP-Za-km-z]{21}(?:[1-9A-HJ-NP-Za-km-z]{4}){0,2}$/;

const DAMAGED =
  'this looks like a mini private key, as on coins of Casascius, but a letter in it is wrong or missing: it has 22, 26 or 30 letters, the first is a capital S, and it has no 0, O, I or l. Compare it with the coin, also capital letters';

/** Reads a mini private key (Casascius). Its hash is the key of an uncompressed P2PKH address. */
export function readMiniKey(
  given: string,
  context: ReadContext,
): WalletParts | FormatFailure | undefined {
  const text = given.replace(/\s+/g, '');
  if (!LOOKS.test(text) || /^[Ss][a-z]+$/.test(text)) return undefined;
  // "The last character of the string is such that SHA256(string + '?') begins with 00".
  const isOne = MINI.test(text) && sha256(encodeUtf8(`${text}?`))[0] === 0;
  if (!isOne) return failure(DAMAGED);
  const bytes = sha256(encodeUtf8(text));
  const wif = wifOf(bytes, false, context);
  bytes.fill(0);
  if (wif === undefined) return failure(DAMAGED);
  return partsOf('Casascius', [wif]);
}
