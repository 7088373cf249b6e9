import { PrivateKey } from '../crypto/private-key.ts';
import { type Bytes, concatBytes, equalBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { invariant } from '../encoding/invariant.ts';
import type { Network } from '../encoding/network.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import type { SilentScanKeys } from '../silent/keys.ts';
import { decodeSilentText, encodeSilentText } from '../silent/silent-address.ts';
import { addChecksum, checkChecksum } from './checksum.ts';
import { derivePrivatePath } from './derive.ts';
import { allKeys, isRange } from './descriptor.ts';
import { expand, expandPrivate } from './expand.ts';
import { type ExtendedPrivateKey, fingerprint, HARDENED, requireMaster } from './extended-key.ts';
import { formatKeyPath } from './key-path.ts';
import { parseDescriptor } from './parse.ts';
import type { DescriptorContext } from './parser.ts';
import { privateKeyLookup } from './private-keys.ts';

/**
 * A silent payment descriptor (BIP392): keys that find payments, and optionally a key that spends.
 */
export type SilentDescriptor = SilentScanKeys & {
  /** The private spend key; `undefined` if the descriptor only finds payments. */
  readonly spendPrivateKey: PrivateKey | undefined;
  /** The origin of the spend key; four zeros and no path if it is unknown. */
  readonly origin: KeyOrigin;
  /**
   * `sp(spscan1…)` or `sp(tspscan1…)` without a checksum. It contains the scan key, but neither the
   * private spend key nor the extended keys that the two were derived from.
   */
  readonly watching: string;
};

type Read = SilentDescriptor | { readonly error: string };

/** Returns true if a text starts like a silent payment descriptor. */
export const isSilentDescriptor = (text: string): boolean => text.startsWith('sp(');

/** Parses `sp(KEY)` with an encoded key, or `sp(KEY,KEY)` (BIP392). */
export function parseSilentDescriptor(
  text: string,
  context: DescriptorContext,
  { requireChecksum = false } = {},
): Read {
  const checked = checkChecksum(text, requireChecksum);
  if ('error' in checked) return checked;
  const [, inner] = /^sp\((.*)\)$/.exec(checked.payload) ?? [];
  if (inner === undefined)
    return { error: 'A silent payment descriptor is sp(KEY) or sp(KEY,KEY)' };
  const parts = splitKeys(inner);
  const [first = '', second] = parts;
  if (first === '' || parts.length > 2) return { error: 'sp() takes one or two keys' };
  const read = second === undefined ? readEncoded(first, context) : readTwo(first, second, context);
  return 'error' in read || !isOneKey(read, context) ? read : { error: ONE_KEY };
}

const ONE_KEY =
  'The two keys of sp() are the same key, so everyone who finds its payments could spend them. Use two keys';

/** Returns true if the scan key, or its negation, is the private spend key too. */
const isOneKey = ({ scanKey, spendKey }: SilentScanKeys, { secp256k1 }: DescriptorContext) =>
  equalBytes(scanKey.publicKey(secp256k1).subarray(1), spendKey.subarray(1));

/** BIP352, "Key Derivation": the steps from an account to its scan key and its spend key. */
const SCAN_STEPS = [1 + HARDENED, 0];
const SPEND_STEPS = [HARDENED, 0];

/** Returns the descriptor of an account of a root key: `m/352h/coin_type/account` (BIP352). */
export function deriveSilentDescriptor(
  root: ExtendedPrivateKey,
  account: number,
  { network, secp256k1 }: Pick<DescriptorContext, 'network' | 'secp256k1'>,
): SilentDescriptor {
  requireMaster('deriveSilentDescriptor', root);
  const coin = network.name === 'main' ? 0 : 1;
  const path = [352, coin, account].map((step) => step + HARDENED);
  const keyAt = (steps: readonly number[]): PrivateKey => {
    const derived = derivePrivatePath(root, [...path, ...steps], secp256k1);
    invariant(derived !== undefined, 'one path in 2^127 has no key');
    return derived.privateKey;
  };
  const [scanKey, spendPrivateKey] = [keyAt(SCAN_STEPS), keyAt(SPEND_STEPS)];
  const origin = {
    fingerprint: fingerprint(root.privateKey.publicKey(secp256k1)),
    path: [...path, ...SPEND_STEPS],
  };
  const spendKey = spendPrivateKey.publicKey(secp256k1);
  return withText({ scanKey, spendKey, spendPrivateKey, origin }, network);
}

type SilentKeys = Omit<SilentDescriptor, 'watching' | 'origin'> &
  Partial<Pick<SilentDescriptor, 'origin'>>;

function withText(keys: Omit<SilentDescriptor, 'watching'>, network: Network): SilentDescriptor {
  const text = formatSilentDescriptor(keys, { network }, { watching: true });
  return { ...keys, watching: text.slice(0, text.indexOf('#')) };
}

/**
 * Writes the descriptor with its checksum; `watching` omits the private spend key. The origin names
 * the account if the keys have the paths that BIP352 recommends.
 */
export function formatSilentDescriptor(
  { scanKey, spendKey, spendPrivateKey, origin = NO_ORIGIN }: SilentKeys,
  { network }: Pick<DescriptorContext, 'network'>,
  { watching = false } = {},
): string {
  const test = network.name === 'main' ? '' : 't';
  const secret = watching ? undefined : spendPrivateKey;
  const name = `${test}${secret ? 'spspend' : 'spscan'}`;
  const payload = concatBytes(scanKey.reveal(), secret?.reveal() ?? spendKey);
  const key = encodeSilentText(name, payload);
  payload.fill(0);
  return addChecksum(`sp(${accountOrigin(origin)}${key})`);
}

/**
 * Returns the origin that the text of a descriptor keeps: that of a spend key with the steps that
 * BIP352 recommends. Any other origin counts as unknown.
 */
export function writtenOrigin(origin: KeyOrigin): KeyOrigin {
  const steps = origin.path.slice(-SPEND_STEPS.length);
  return SPEND_STEPS.some((step, i) => step !== steps[i]) ? NO_ORIGIN : origin;
}

/** Returns `[fingerprint/path]` of the account, or nothing if it is unknown (BIP392). */
function accountOrigin(origin: KeyOrigin): string {
  const { fingerprint: parent, path } = writtenOrigin(origin);
  if (path.length === 0) return '';
  const account = formatKeyPath(path.slice(0, -SPEND_STEPS.length));
  return `[${encodeHex(parent)}${account}]`;
}

/** Splits keys at commas outside brackets, because musig() has commas too. */
function splitKeys(text: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts;
}

function readEncoded(text: string, context: DescriptorContext): Read {
  const [, origin = '', key = ''] = /^(\[[^\]]*\])?(.*)$/.exec(text) ?? [];
  const decoded = decodeSilentText(key);
  const test = context.network.name === 'main' ? '' : 't';
  const isSpend = decoded?.hrp === `${test}spspend`;
  if (decoded === undefined || (!isSpend && decoded.hrp !== `${test}spscan`)) {
    return { error: `sp() with one key takes ${test}spscan1… or ${test}spspend1…` };
  }
  const { version, payload } = decoded;
  if (version !== 0 || payload.length !== (isSpend ? 64 : 65)) {
    return { error: 'The key in sp() has a wrong version or length' };
  }
  const scanKey = PrivateKey.from(payload.subarray(0, 32), true);
  const spendPrivateKey = isSpend ? PrivateKey.from(payload.subarray(32), true) : undefined;
  const spendKey = isSpend ? spendPrivateKey?.publicKey(context.secp256k1) : payload.slice(32);
  const isPoint = spendKey !== undefined && context.secp256k1.isPublicKey(spendKey);
  if (!scanKey || !spendKey || !isPoint) return { error: 'A key in sp() is not valid' };
  const account = origin === '' ? undefined : readOrigin(origin, spendKey, context);
  if (account !== undefined && 'error' in account) return account;
  const known = account ? { ...account, path: [...account.path, ...SPEND_STEPS] } : NO_ORIGIN;
  return withText({ scanKey, spendKey, spendPrivateKey, origin: known }, context.network);
}

const NO_ORIGIN: KeyOrigin = { fingerprint: new Uint8Array(4), path: [] };

/** Parses `[fingerprint/path]` by Core's rules for keys. */
function readOrigin(
  origin: string,
  publicKey: Bytes,
  context: DescriptorContext,
): KeyOrigin | { readonly error: string } {
  const parsed = parseDescriptor(`wpkh(${origin}${encodeHex(publicKey)})`, context);
  if ('error' in parsed) return parsed;
  const [key] = allKeys(parsed.descriptors[0]);
  return key?.kind === 'origin' ? key.origin : NO_ORIGIN;
}

function readTwo(scanText: string, spendText: string, context: DescriptorContext): Read {
  const scan = readKey(scanText, context);
  if ('error' in scan) return scan;
  if (scan.privateKey === undefined) {
    return { error: 'The first key of sp() must be private: it finds the payments' };
  }
  const spend = readKey(spendText, context);
  if ('error' in spend) return spend;
  const { publicKey: spendKey, privateKey: spendPrivateKey, origin } = spend;
  const keys = { scanKey: scan.privateKey, spendKey, spendPrivateKey, origin };
  return withText(keys, context.network);
}

type OneKey = {
  readonly publicKey: Bytes;
  readonly privateKey: PrivateKey | undefined;
  readonly origin: KeyOrigin;
};

/** Parses one compressed key as the key of an ordinary descriptor. */
function readKey(text: string, context: DescriptorContext): OneKey | { readonly error: string } {
  const form = text.startsWith('musig(') ? 'rawtr' : 'wpkh';
  const parsed = parseDescriptor(`${form}(${text})`, context);
  if ('error' in parsed) return parsed;
  const { descriptors, privateKeys } = parsed;
  const [descriptor, ...more] = descriptors;
  if (more.length > 0 || isRange(descriptor)) return { error: 'sp() takes single keys' };
  const source = {
    secp256k1: context.secp256k1,
    findPrivateKey: privateKeyLookup(privateKeys),
  };
  const expanded = expand(descriptor, 0, source);
  if (expanded === undefined) return { error: 'A key in sp() cannot be derived' };
  const { flatProvider } = expanded;
  expandPrivate(descriptor, 0, source, flatProvider);
  const [aggregate] = flatProvider.aggregates.keys();
  const [plain] = flatProvider.publicKeys.values();
  const publicKey = form === 'rawtr' ? decodeHex(aggregate ?? '') : plain;
  if (publicKey?.length !== 33) return { error: 'A key in sp() is not compressed' };
  const [privateKey] = form === 'rawtr' ? [] : flatProvider.privateKeys.values();
  const [origin = NO_ORIGIN] = flatProvider.origins.values();
  return { publicKey, privateKey, origin };
}
