import { aes256Ofb, openPaddedCbc } from '../../crypto/cipher.ts';
import { pbkdf2HmacSha1 } from '../../crypto/hash.ts';
import { decodeBase58 } from '../../encoding/base58.ts';
import { decodeBase64 } from '../../encoding/base64.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { decodeUtf8, encodeUtf8 } from '../../encoding/utf8.ts';
import { findMember, type JsonObject } from '../../json/json.ts';
import { isCipherText } from '../../keys/key-text.ts';
import { countAt, objectAt, objectsAt, readObject, textAt } from '../json-file.ts';
import { type Stretch, stretchNow } from '../stretch.ts';
import { type FormatFailure, failure, type ReadContext, type WalletParts } from '../wallet-file.ts';
import { BOTH, damagedFault, sealedFault, wrongPassword } from './faults.ts';
import { readHdFile } from './multibit-hd.ts';
import { openExtended, wifOfAddress } from './own-key.ts';
import { passwordPairs } from './password-pairs.ts';

const NAME = 'blockchain.info';
const UNNAMED = 'blockchain.info or MultiBit HD';
/** Rounds of files that do not name them. */
const USUAL_ROUNDS = 10;
const MOST_ROUNDS = 1_000_000;

/** Reads a wallet of blockchain.info (`wallet.aes.json`, versions 0 to 4), encrypted or not. */
export function readBlockchain(
  text: string,
  context: ReadContext,
): WalletParts | FormatFailure | undefined {
  const file = readObject(text);
  if (file !== undefined && isWallet(file)) return readDecrypted(file, context);
  const payload = file && textAt(file, 'payload');
  if (file !== undefined && payload === undefined) return undefined;
  const inner = payload === undefined ? undefined : readObject(payload);
  if (inner !== undefined) return readBlockchain(payload ?? '', context);
  const rounds = file && countAt(file, 'pbkdf2_iterations');
  const version = file && countAt(file, 'version');
  if (file !== undefined && version === undefined && !/"(guid|sharedKey|extra_seed)"/.test(text)) {
    return undefined;
  }
  if ((version ?? 0) > 4 || (rounds ?? 1) > MOST_ROUNDS || rounds === 0) return failure(NEWER);
  const bytes = sealedBytes(payload ?? text);
  if (bytes === undefined) return file === undefined ? undefined : damagedFault(NAME);
  const { password } = context;
  if (password === undefined) return sealedFault(file === undefined ? UNNAMED : NAME);
  return openSealed(bytes, rounds, context) ?? wrongPassword(file === undefined ? UNNAMED : NAME);
}

/** Reads a file without encryption, or with a second password only. */
function readDecrypted(file: JsonObject, context: ReadContext): WalletParts | FormatFailure {
  const found = readPlain(file, context, context.password);
  return found === BOTH ? wrongPassword(NAME) : found;
}

const NEWER = 'this wallet of blockchain.info is of a newer version. Export its seed words there';

/** Decodes base64 that has nothing else in it, and looks encrypted. */
function sealedBytes(text: string): Bytes | undefined {
  const compact = text.replace(/[\s\\]+/g, '');
  const isHex = /^[0-9a-f]*$/i.test(compact);
  const bytes =
    isHex || /^(QklF|U2FsdGVk|cHNidP)/.test(compact) ? undefined : decodeBase64(compact);
  return bytes !== undefined && isCipherText(bytes) ? bytes : undefined;
}

function openSealed(
  bytes: Bytes,
  rounds: number | undefined,
  context: ReadContext,
): WalletParts | FormatFailure | undefined {
  let opened: FormatFailure | undefined;
  for (const [first, second] of passwordPairs(context.password ?? '')) {
    for (const plain of plainOf(bytes, first, rounds, context.stretch ?? stretchNow)) {
      const wallet = readObject(plain);
      const found = wallet && isWallet(wallet) ? readPlain(wallet, context, second) : undefined;
      if (found !== undefined && found !== BOTH) return found;
      opened ??= found;
    }
  }
  return opened ?? (rounds === undefined ? readHdFile(bytes, context) : undefined);
}

/** Lists what a password may open: version 0 had three schemes. */
function* plainOf(
  sealed: Bytes,
  password: string,
  rounds: number | undefined,
  stretch: Stretch,
): Generator<string> {
  const phrase = encodeUtf8(password);
  const counts = rounds === undefined ? [USUAL_ROUNDS, 1] : [rounds];
  for (const count of counts) {
    for (const open of rounds === undefined && count === 1 ? [openCbc, openOfb] : [openCbc]) {
      const text = open(sealed, phrase, count, stretch);
      if (text !== undefined) yield text;
    }
  }
  phrase.fill(0);
}

type OpenText = (
  sealed: Bytes,
  phrase: Bytes,
  rounds: number,
  stretch: Stretch,
) => string | undefined;

/** The last byte is the length of the padding (ISO 10126). */
const openCbc: OpenText = (sealed, phrase, rounds, stretch) => {
  const [iv, body] = [sealed.subarray(0, 16), sealed.subarray(16)];
  if (body.length === 0 || body.length % 16 !== 0) return undefined;
  const key = stretch({
    password: phrase,
    salt: iv,
    pbkdf2: 'sha1',
    iterations: rounds,
    length: 32,
  });
  const plain = openPaddedCbc(body, key, iv);
  const padding = plain[plain.length - 1] ?? 0;
  const isPadded = padding >= 1 && padding <= 16;
  const text = isPadded ? decodeUtf8(plain.subarray(0, -padding)) : undefined;
  for (const each of [key, plain]) each.fill(0);
  return text;
};

/** The padding is 0x80 and zeros (ISO 7816-4), or there is none. */
const openOfb: OpenText = (sealed, phrase, rounds) => {
  const iv = sealed.subarray(0, 16);
  const key = pbkdf2HmacSha1(phrase, iv, rounds);
  const plain = aes256Ofb(sealed.subarray(16), key, iv);
  let end = plain.length;
  while (plain[end - 1] === 0) end -= 1;
  if (plain[end - 1] === 0x80) end -= 1;
  const text = decodeUtf8(plain.subarray(0, end));
  for (const each of [key, plain]) each.fill(0);
  return text;
};

const isWallet = (file: JsonObject): boolean =>
  textAt(file, 'sharedKey') !== undefined &&
  (findMember(file, 'keys') !== undefined || findMember(file, 'hd_wallets') !== undefined);

/** Opens a private text of a wallet with a second password, or returns it. */
type Open = (text: string) => readonly string[];

function readPlain(
  wallet: JsonObject,
  context: ReadContext,
  second: string | undefined,
): WalletParts | FormatFailure {
  const isDouble = findMember(wallet, 'double_encryption') === true;
  if (isDouble && second === undefined) return sealedFault(`${NAME}, second password`);
  const open = isDouble ? opener(wallet, second ?? '') : (text: string) => [text];
  const wrong = isDouble ? BOTH : damagedFault(NAME);
  const secrets: string[] = [];
  for (const key of objectsAt(wallet, 'keys')) {
    const [sealed, address] = [textAt(key, 'priv'), textAt(key, 'addr')];
    if (sealed === undefined || address === undefined) continue;
    const wif = open(sealed).flatMap((text) => wifOfText(text, address, context) ?? [])[0];
    if (wif === undefined) return wrong;
    secrets.push(wif);
  }
  for (const { xpriv, xpub, wrap } of accountsOf(wallet)) {
    const found = open(xpriv).flatMap((text) => openExtended(text, xpub, context) ?? [])[0];
    if (found === undefined) return wrong;
    if ('error' in found) return found;
    secrets.push(`${wrap}(${found.xprv}/<0;1>/*)`);
  }
  if (secrets.length === 0) return failure('this wallet of blockchain.info has no private keys');
  const descriptors = secrets.map((each) => ({ text: each.includes('(') ? each : `pkh(${each})` }));
  return { format: 'descriptors', program: NAME, descriptors, secrets };
}

function opener(wallet: JsonObject, second: string): Open {
  const options = objectAt(wallet, 'options');
  const named = options && countAt(options, 'pbkdf2_iterations');
  const counts = named === undefined ? [USUAL_ROUNDS, 1] : [named];
  return (text) => {
    const sealed = decodeBase64(text);
    if (sealed === undefined || (named ?? 1) > MOST_ROUNDS) return [];
    const phrase = encodeUtf8(`${textAt(wallet, 'sharedKey')}${second}`);
    // In one piece: each key has a derivation of its own, and turns would start again for each.
    const all = counts.map((rounds) => openCbc(sealed, phrase, rounds, stretchNow));
    all.push(openOfb(sealed, phrase, 1, stretchNow));
    phrase.fill(0);
    return all.flatMap((each) => each ?? []);
  };
}

/** Reads the number of a key in base58, which may lack its first zeros. */
function wifOfText(text: string, address: string, context: ReadContext): string | undefined {
  const bytes = /^[1-9A-HJ-NP-Za-km-z]{38,46}$/.test(text) ? decodeBase58(text, 33) : undefined;
  if (bytes === undefined) return undefined;
  const secretKey = new Uint8Array(32);
  const number = bytes.slice(-32);
  secretKey.set(number, 32 - number.length);
  const wif = wifOfAddress(secretKey, address, context);
  for (const each of [bytes, number, secretKey]) each.fill(0);
  return wif;
}

type Account = { readonly xpriv: string; readonly xpub: string; readonly wrap: 'pkh' | 'wpkh' };

/** Lists the accounts of seeds: version 4 has one for each script. */
function accountsOf(wallet: JsonObject): readonly Account[] {
  return objectsAt(wallet, 'hd_wallets')
    .flatMap((each) => objectsAt(each, 'accounts'))
    .flatMap((account) => [account, ...objectsAt(account, 'derivations')])
    .flatMap((each): readonly Account[] => {
      const [xpriv, xpub] = [textAt(each, 'xpriv'), textAt(each, 'xpub')];
      const wrap = textAt(each, 'type') === 'bech32' ? 'wpkh' : 'pkh';
      return xpriv === undefined || xpub === undefined ? [] : [{ xpriv, xpub, wrap }];
    });
}
