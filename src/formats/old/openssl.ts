import { decodeBase58Check } from '../../crypto/base58check.ts';
import { openAesCbc } from '../../crypto/cipher.ts';
import { md5 } from '../../crypto/hash.ts';
import { decodeBase64 } from '../../encoding/base64.ts';
import { type Bytes, concatBytes } from '../../encoding/bytes.ts';
import { networks } from '../../encoding/network.ts';
import { decodeUtf8, encodeUtf8 } from '../../encoding/utf8.ts';
import { keysInExport } from '../../keys/exported-keys.ts';
import { type FormatFailure, failure, type ReadContext, type WalletParts } from '../wallet-file.ts';
import { isBitcoinj, readBitcoinj } from './bitcoinj.ts';
import { BOTH, damagedFault, OTHER_COIN, sealedFault, wrongPassword } from './faults.ts';
import { partsOf } from './own-key.ts';
import { passwordPairs } from './password-pairs.ts';

const NAME = 'MultiBit or Bitcoin Wallet for Android';

/** Detects "Salted__" in base64. */
const SEALED = /^U2FsdGVkX1/;

/**
 * Reads what MultiBit and Bitcoin Wallet for Android encrypted with a password, as OpenSSL does
 * (`openssl enc -aes-256-cbc -md md5 -a`): a list of keys, or a wallet. Returns `undefined` for
 * other texts.
 */
export function readOpenssl(
  text: string,
  context: ReadContext,
): WalletParts | FormatFailure | undefined {
  if (!SEALED.test(text)) return undefined;
  const bytes = decodeBase64(text.replace(/\s+/g, ''));
  const [salt, body] = [bytes?.subarray(8, 16), bytes?.subarray(16)];
  if (salt === undefined || body === undefined || body.length % 16 !== 0 || body.length === 0) {
    return damagedFault(NAME);
  }
  const { password } = context;
  let opened: FormatFailure | undefined;
  if (password === undefined) return sealedFault(NAME);
  for (const [first, second] of passwordPairs(password)) {
    for (const phrase of phrasesOf(first)) {
      const plain = open(body, salt, phrase);
      phrase.fill(0);
      const found = plain && readPlain(plain, { ...context, password: second });
      plain?.fill(0);
      if (found !== undefined && found !== BOTH) return found;
      opened ??= found;
    }
  }
  return opened ?? wrongPassword(NAME);
}

/** Returns the bytes of a password: Java's programs cut each character to a byte. */
function phrasesOf(password: string): readonly Bytes[] {
  const low = Uint8Array.from({ length: password.length }, (_, i) => password.charCodeAt(i) & 0xff);
  const isAscii = /^[\0-\x7f]*$/.test(password);
  return isAscii ? [low] : [low, encodeUtf8(password)];
}

function open(body: Bytes, salt: Bytes, phrase: Bytes): Bytes | undefined {
  const salted = concatBytes(phrase, salt);
  const first = md5(salted);
  const second = md5(concatBytes(first, salted));
  const iv = md5(concatBytes(second, salted));
  const key = concatBytes(first, second);
  const plain = openAesCbc(body, key, iv);
  for (const each of [salted, first, second, key]) each.fill(0);
  return plain;
}

/** Reads the decrypted bytes; `undefined` if they are neither keys nor a wallet. */
function readPlain(plain: Bytes, context: ReadContext): WalletParts | FormatFailure | undefined {
  if (isBitcoinj(plain)) return readBitcoinj(plain, context, { isInner: true });
  const text = decodeUtf8(plain);
  const keys = text === undefined ? [] : keysInExport(text);
  if (keys.length > 0) return partsOf('MultiBit', keys);
  if (text !== undefined && isOtherCoin(text)) return OTHER_COIN;
  return text !== undefined && /^# (KEEP|End of)/m.test(text) ? failure(EMPTY) : undefined;
}

/** Detects keys of another coin, such as MultiDoge's: the first byte of their WIF is another. */
function isOtherCoin(text: string): boolean {
  const [key = ''] = /^[1-9A-HJ-NP-Za-km-z]{50,53}(?=\s|$)/m.exec(text) ?? [];
  const bytes = decodeBase58Check(key, 34) ?? decodeBase58Check(key, 33);
  const version = bytes?.[0];
  bytes?.fill(0);
  return version !== undefined && version !== networks.main.wif && version !== networks.test.wif;
}

const EMPTY = 'this export of keys has no keys. Export them again';
