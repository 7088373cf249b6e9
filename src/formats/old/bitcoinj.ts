import { openAesCbc } from '../../crypto/cipher.ts';
import { isUsableCost } from '../../crypto/passphrase.ts';
import { derivePrivatePath, masterKeyFromSeed } from '../../descriptor/derive.ts';
import { encodeExtendedPrivateKey, HARDENED } from '../../descriptor/extended-key.ts';
import { formatKeyPath } from '../../descriptor/key-path.ts';
import { decodeBase64 } from '../../encoding/base64.ts';
import { type Bytes, emptyBytes, equalBytes } from '../../encoding/bytes.ts';
import { decodeUtf8 } from '../../encoding/utf8.ts';
import { isTestNetwork } from '../../keys/slip132.ts';
import { seedOfWords } from '../../seed/bip39.ts';
import { stretchNow } from '../stretch.ts';
import {
  type DescriptorPart,
  type FormatFailure,
  failure,
  type ReadContext,
  type WalletParts,
} from '../wallet-file.ts';
import { BOTH, damagedFault, OTHER_COIN, sealedFault, wrongPassword } from './faults.ts';
import { ofOtherNetwork, publicKeyOf, utf16Of, wifOf } from './own-key.ts';
import { numbersIn, type ProtobufField, readProtobuf } from './protobuf.ts';

const NAME = 'bitcoinj';

/** Detects a wallet of bitcoinj, which begins with the name of its network. */
export function isBitcoinj(bytes: Bytes): boolean {
  const length = bytes[1] ?? 0;
  const start = decodeUtf8(bytes.subarray(2, 6));
  return bytes[0] === 0x0a && length > 4 && length < 64 && start === 'org.';
}

/** Reads a wallet of bitcoinj in base64; `undefined` for other texts. */
export function readBase64Bitcoinj(
  text: string,
  context: ReadContext,
): WalletParts | FormatFailure | undefined {
  const bytes = /^C[gh][A-Z]vcmcu/.test(text) ? decodeBase64(text.replace(/\s+/g, '')) : undefined;
  return bytes && isBitcoinj(bytes) ? readBitcoinj(bytes, context) : undefined;
}

type Fields = readonly ProtobufField[];
const fieldOf = (fields: Fields, id: number): ProtobufField | undefined =>
  fields.find((field) => field.id === id);
const bytesOf = (fields: Fields, id: number): Bytes | undefined => fieldOf(fields, id)?.bytes;
const messagesOf = (fields: Fields, id: number): readonly Fields[] =>
  fields.filter((field) => field.id === id).map(({ bytes }) => readProtobuf(bytes) ?? []);

/** Numbers of Key.Type. */
const [SINGLE, SEALED, WORDS, DERIVED] = [1, 2, 3, 4] as const;
/** Number of OutputScriptType. */
const P2WPKH = 2;

/** Opens bytes with the key of the wallet's password. */
type Open = (sealed: Fields) => Bytes | undefined;

/**
 * Reads a wallet of bitcoinj, as MultiBit and Bitcoin Wallet for Android wrote it: single keys, and
 * chains of keys from seed words (BIP32). `isInner`: the file around it had a password too.
 */
export function readBitcoinj(
  bytes: Bytes,
  context: ReadContext,
  { isInner = false }: { readonly isInner?: boolean } = {},
): WalletParts | FormatFailure {
  const wallet = readProtobuf(bytes);
  const network = decodeUtf8(bytesOf(wallet ?? [], 1) ?? emptyBytes);
  if (wallet === undefined || network === undefined) return damagedFault(NAME);
  const isMain = network === 'org.bitcoin.production';
  if (!isMain && !/^org\.bitcoin\.(test|regtest|signet|unittest)$/.test(network)) {
    return OTHER_COIN;
  }
  if (isMain === isTestNetwork(context.network)) return ofOtherNetwork(context);
  const keys = messagesOf(wallet, 3);
  const isSealed = keys.some((key) => bytesOf(key, 6) ?? bytesOf(key, 9));
  if (isSealed && context.password === undefined) return isInner ? BOTH : sealedFault(NAME);
  const open = isSealed ? opener(wallet, context) : () => undefined;
  if (typeof open !== 'function') return open;
  const singles = keys.flatMap((key) => singleOf(key, open, context));
  const chains = chainsOf(keys).flatMap((chain) => chainOf(chain, open, context));
  const all = [...singles, ...chains];
  if (all.includes(WRONG)) {
    return !isSealed ? damagedFault(NAME) : isInner ? BOTH : wrongPassword(NAME);
  }
  const parts = all.flatMap((each) => (each === WRONG ? [] : [each]));
  if (parts.length === 0) return failure('this wallet (bitcoinj) has no private keys');
  return {
    format: 'descriptors',
    program: NAME,
    descriptors: parts.map(
      (text): DescriptorPart => ({ text: isDescriptor(text) ? text : `pkh(${text})` }),
    ),
    secrets: parts,
  };
}

const isDescriptor = (text: string): boolean => text.includes('(');
/** Marks a key that the password does not open, or that has another public key. */
const WRONG = 'wrong' as const;

/** Returns the function that decrypts keys. */
function opener(
  wallet: Fields,
  { password = '', stretch = stretchNow }: ReadContext,
): Open | FormatFailure {
  const [costs = []] = messagesOf(wallet, 6);
  const salt = bytesOf(costs, 1) ?? emptyBytes;
  const of = (id: number, usual: number): number => fieldOf(costs, id)?.number ?? usual;
  const cost = { n: of(2, 16384), r: of(3, 8), p: of(4, 1) };
  if (!isUsableCost(cost)) return damagedFault(NAME);
  const phrase = utf16Of(password);
  const key = stretch({ password: phrase, salt, scrypt: cost, length: 32 });
  phrase.fill(0);
  return (sealed) =>
    openAesCbc(bytesOf(sealed, 2) ?? emptyBytes, key, bytesOf(sealed, 1) ?? emptyBytes);
}

/** Returns the secret of a key, decrypted if it must be. `id`: the field of the plain bytes. */
function secretOf(key: Fields, [id, sealedId]: readonly [number, number], open: Open) {
  const plain = bytesOf(key, id);
  if (plain !== undefined) return plain.slice();
  const [sealed] = messagesOf(key, sealedId);
  return sealed === undefined ? undefined : (open(sealed) ?? WRONG);
}

function singleOf(key: Fields, open: Open, context: ReadContext): readonly string[] {
  const type = fieldOf(key, 1)?.number;
  if (type !== SINGLE && type !== SEALED) return [];
  const secret = secretOf(key, [2, 6], open);
  if (secret === undefined) return [];
  if (secret === WRONG) return [WRONG];
  const bytes = new Uint8Array(32);
  // Some versions wrote a zero before the number, or left it out.
  bytes.set(secret.slice(-32), 32 - Math.min(32, secret.length));
  const publicKey = bytesOf(key, 3);
  const compressed = publicKey?.length !== 65;
  const own = publicKeyOf(bytes, compressed, context);
  const isIt = own !== undefined && (publicKey === undefined || equalBytes(own, publicKey));
  const wif = isIt ? wifOf(bytes, compressed, context) : undefined;
  for (const each of [secret, bytes]) each.fill(0);
  return [wif ?? WRONG];
}

/** Seed words, and the keys derived from them. */
type Chain = { readonly words: Fields; readonly derived: readonly Fields[] };

function chainsOf(keys: readonly Fields[]): readonly Chain[] {
  const chains: { words: Fields; derived: Fields[] }[] = [];
  for (const key of keys) {
    const type = fieldOf(key, 1)?.number;
    if (type === WORDS) chains.push({ words: key, derived: [] });
    if (type === DERIVED) chains[chains.length - 1]?.derived.push(key);
  }
  return chains;
}

const pathOf = (key: Fields): readonly number[] => numbersIn(messagesOf(key, 7)[0] ?? [], 2);

/** Returns the private descriptor of a chain, whose keys are below /0 and /1 of its account. */
function chainOf({ words, derived }: Chain, open: Open, context: ReadContext): readonly string[] {
  const seed = seedOf(words, open);
  if (seed === undefined) return [];
  if (seed === WRONG) return [WRONG];
  const root = masterKeyFromSeed(seed);
  seed.fill(0);
  const paths = derived.map(pathOf);
  const hardened = paths.filter((path) => path.every((step) => step >= HARDENED));
  const [longest = [HARDENED]] = [...hardened].sort((a, b) => b.length - a.length);
  const given = numbersIn(words, 10);
  const account = given.length > 0 ? given : longest.length > 0 ? longest : [HARDENED];
  const isIt = root !== undefined && derived.every((key) => isFitting(key, root, account, context));
  const path = formatKeyPath(account).replace(/^m?\/?/, '/');
  const wrap = fieldOf(words, 11)?.number === P2WPKH ? 'wpkh' : 'pkh';
  const text = root && encodeExtendedPrivateKey(root, context.network);
  root?.privateKey.wipe();
  return [isIt && text !== undefined ? `${wrap}(${text}${path}/<0;1>/*)` : WRONG];
}

/** Checks the public keys of the account, and of the first key on each branch. */
function isFitting(
  key: Fields,
  root: NonNullable<ReturnType<typeof masterKeyFromSeed>>,
  account: readonly number[],
  { secp256k1 }: ReadContext,
): boolean {
  const path = pathOf(key);
  const isChecked = path.length <= account.length || path[path.length - 1] === 0;
  const publicKey = bytesOf(key, 3);
  if (!isChecked || publicKey === undefined) return true;
  const derivedKey = derivePrivatePath(root, path, secp256k1);
  const own = derivedKey?.privateKey.publicKey(secp256k1);
  if (derivedKey !== root) derivedKey?.privateKey.wipe();
  return own !== undefined && equalBytes(own, publicKey);
}

/** Returns the seed of words, from the file or by BIP39 without a passphrase. */
function seedOf(words: Fields, open: Open): Bytes | typeof WRONG | undefined {
  const seed = secretOf(words, [8, 9], open);
  if (seed !== undefined) return seed;
  const text = secretOf(words, [2, 6], open);
  if (text === undefined || text === WRONG) return text;
  const phrase = decodeUtf8(text);
  text.fill(0);
  return phrase === undefined ? WRONG : seedOfWords(phrase.trim().split(/\s+/), '');
}
