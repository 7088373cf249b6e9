import { decodeBase58Check } from '../../crypto/base58check.ts';
import { openAesBlocks } from '../../crypto/cipher.ts';
import { hash256, scrypt } from '../../crypto/hash.ts';
import { PrivateKey } from '../../crypto/private-key.ts';
import { type Bytes, concatBytes, equalBytes } from '../../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../encoding/hex.ts';
import { encodeUtf8 } from '../../encoding/utf8.ts';
import { formatAddress } from '../../script/address.ts';
import { p2pkhScript } from '../../script/builders.ts';
import { stretchNow } from '../stretch.ts';
import { type FormatFailure, failure, type ReadContext, type WalletParts } from '../wallet-file.ts';
import { sealedFault, wrongPassword } from './faults.ts';
import { ofOtherNetwork, otherOf, partsOf, wifOf } from './own-key.ts';

/** A text that looks like an encrypted key, also with typing errors. */
const LOOKS = /^6[Pp][0-9A-Za-z]{50,60}$/;
/** An intermediate code, or a confirmation code, which have no private key. */
const CODES = /^(passphrase[1-9A-HJ-NP-Za-km-z]{62}|cfrm38[1-9A-HJ-NP-Za-km-z]{69})$/;

const COST = { n: 16384, r: 8, p: 8 };
const FAST = { n: 1024, r: 1, p: 1 };
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const DAMAGED =
  'this encrypted key (BIP38) is damaged: a letter in it is wrong or missing. Compare it with your backup, also capital letters';
const CODE =
  'this is a code for making encrypted keys (BIP38), and has no private key. Give the encrypted key, which begins with 6P';

type Sealed = {
  readonly isMultiplied: boolean;
  readonly compressed: boolean;
  /** The owner's entropy has a lot and a sequence number. */
  readonly hasLot: boolean;
  /** First bytes of the hash of the address. */
  readonly addressHash: Bytes;
  /** Bytes after the hash of the address. */
  readonly body: Bytes;
};

/** Decrypts a private key of BIP38; `undefined` for other texts. */
export function readBip38(
  given: string,
  context: ReadContext,
): WalletParts | FormatFailure | undefined {
  const text = given.replace(/\s+/g, '');
  if (CODES.test(text)) return failure(CODE);
  if (!LOOKS.test(text)) return undefined;
  const sealed = decode(text);
  if (sealed === undefined) return failure(DAMAGED);
  const { password } = context;
  if (password === undefined) return sealedFault('BIP38');
  const phrase = encodeUtf8(password.normalize('NFC'));
  const bytes = sealed.isMultiplied
    ? openMultiplied(sealed, phrase, context)
    : open(sealed, phrase, context);
  phrase.fill(0);
  const found = bytes && checked(bytes, sealed, context);
  bytes?.fill(0);
  return found ?? wrongPassword('BIP38');
}

function decode(text: string): Sealed | undefined {
  const bytes = decodeBase58Check(text, 39);
  const [first, kind, flags = 0] = bytes ?? [];
  if (bytes?.length !== 39 || first !== 0x01 || (kind !== 0x42 && kind !== 0x43)) return undefined;
  const isMultiplied = kind === 0x43;
  const fixed = isMultiplied ? flags & 0xdb : (flags & 0xdf) ^ 0xc0;
  if (fixed !== 0) return undefined;
  return {
    isMultiplied,
    compressed: (flags & 0x20) !== 0,
    hasLot: (flags & 0x04) !== 0,
    addressHash: bytes.subarray(3, 7),
    body: bytes.subarray(7),
  };
}

const xor = (a: Bytes, b: Bytes): Bytes => a.map((byte, i) => byte ^ (b[i] ?? 0));

function open(
  { addressHash, body }: Sealed,
  password: Bytes,
  { stretch = stretchNow }: ReadContext,
): Bytes {
  const derived = stretch({ password, salt: addressHash, scrypt: COST, length: 64 });
  const key = xor(openAesBlocks(body, derived.subarray(32)), derived);
  derived.fill(0);
  return key;
}

/** Opens a key that someone else made from an intermediate code (EC multiply). */
function openMultiplied(
  { addressHash, hasLot, body }: Sealed,
  password: Bytes,
  { secp256k1, stretch = stretchNow }: ReadContext,
): Bytes | undefined {
  const entropy = body.subarray(0, 8);
  const salt = entropy.subarray(0, hasLot ? 4 : 8);
  const before = stretch({ password, salt, scrypt: COST, length: 32 });
  const factor = hasLot ? hash256(concatBytes(before, entropy)) : before;
  const point = secp256k1.publicKey(factor, true);
  if (point === undefined) return undefined;
  const derived = scrypt(point, concatBytes(addressHash, entropy), FAST, 64);
  const cipherKey = derived.subarray(32);
  const second = xor(openAesBlocks(body.subarray(16), cipherKey), derived.subarray(16, 32));
  const first = concatBytes(body.subarray(8, 16), second.subarray(0, 8));
  const seed = concatBytes(
    xor(openAesBlocks(first, cipherKey), derived.subarray(0, 16)),
    second.subarray(8),
  );
  const product = multiplied(factor, hash256(seed));
  for (const each of [before, factor, derived, second, first, seed]) each.fill(0);
  return product;
}

function multiplied(a: Bytes, b: Bytes): Bytes | undefined {
  const product = (BigInt(`0x${encodeHex(a)}`) * BigInt(`0x${encodeHex(b)}`)) % ORDER;
  return decodeHex(product.toString(16).padStart(64, '0'));
}

/** Compares the hash of the address, which finds a wrong password. */
function checked(
  bytes: Bytes,
  { compressed, addressHash }: Sealed,
  context: ReadContext,
): WalletParts | FormatFailure | undefined {
  const key = PrivateKey.from(bytes, compressed);
  const script = key && p2pkhScript(key.publicKeyHash(context.secp256k1));
  key?.wipe();
  const isOf = (network: ReadContext['network']): boolean => {
    const address = script && formatAddress(script, network);
    const hash = address && hash256(encodeUtf8(address)).subarray(0, 4);
    return hash !== undefined && hash !== '' && equalBytes(hash, addressHash);
  };
  if (!isOf(context.network)) return isOf(otherOf(context)) ? ofOtherNetwork(context) : undefined;
  const wif = wifOf(bytes, compressed, context);
  return wif === undefined ? undefined : partsOf('BIP38', [wif]);
}
