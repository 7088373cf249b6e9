import { PrivateKey } from '../crypto/private-key.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import { decodeSilentText, encodeSilentText } from '../silent/address.ts';
import type { SilentScanKeys } from '../silent/keys.ts';
import { addChecksum, checkChecksum } from './checksum.ts';
import { allKeys, isRange } from './descriptor.ts';
import { expand, expandPrivate } from './expand.ts';
import { formatDescriptor } from './format.ts';
import { formatKey } from './format-key.ts';
import { parseDescriptor } from './parse.ts';
import type { DescriptorContext } from './parser.ts';
import { privateKeyLookup } from './private-keys.ts';

/**
 * A silent payment descriptor (BIP392): keys that find payments, and optionally a key that spends.
 */
export type SilentDescriptor = SilentScanKeys & {
  /** `undefined`: it only finds payments. */
  readonly spendPrivateKey: PrivateKey | undefined;
  /** The origin of the spend key; four zeros and no path if it is unknown. */
  readonly origin: KeyOrigin;
  /** The text without the private spend key, and without a checksum. It contains the scan key. */
  readonly watching: string;
};

type Read = SilentDescriptor | { readonly error: string };

/** Returns true if a text is meant as a silent payment descriptor. */
export const isSilentDescriptor = (text: string): boolean => text.startsWith('sp(');

/** BIP392: `sp(KEY)` with an encoded key, or `sp(KEY,KEY)`. */
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
  return second === undefined ? readEncoded(first, context) : readTwo(first, second, context);
}

/** Writes the descriptor with its checksum; `watching`: without the private spend key. */
export function formatSilentDescriptor(
  {
    scanKey,
    spendKey,
    spendPrivateKey,
  }: Pick<SilentDescriptor, 'scanKey' | 'spendKey' | 'spendPrivateKey'>,
  { network }: Pick<DescriptorContext, 'network'>,
  { watching = false, origin = '' } = {},
): string {
  const test = network.name === 'main' ? '' : 't';
  const secret = watching ? undefined : spendPrivateKey;
  const name = `${test}${secret ? 'spspend' : 'spscan'}`;
  const payload = concatBytes(scanKey.reveal(), secret?.reveal() ?? spendKey);
  const key = encodeSilentText(name, payload);
  payload.fill(0);
  return addChecksum(`sp(${origin}${key})`);
}

/** Commas within brackets, as musig() has them, do not part keys. */
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
  const known = origin === '' ? NO_ORIGIN : readOrigin(origin, spendKey, context);
  if ('error' in known) return known;
  const keys = { scanKey, spendKey, spendPrivateKey, origin: known };
  const [watching = ''] = formatSilentDescriptor(keys, context, {
    watching: true,
    origin,
  }).split('#');
  return { ...keys, watching };
}

const NO_ORIGIN: KeyOrigin = { fingerprint: new Uint8Array(4), path: [] };

/** `[fingerprint/path]`, by Core's rules for keys. */
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

/** `[fingerprint/path]`; empty: it is not given. */
export function writeOrigin(
  publicKey: Bytes,
  origin: KeyOrigin,
  context: DescriptorContext,
): string {
  if (origin.path.length === 0) return '';
  const key = { kind: 'constant', index: 0, publicKey, xOnly: false } as const;
  const text = formatKey({ kind: 'origin', index: 0, origin, apostrophe: false, key }, context);
  return text.slice(0, text.indexOf(']') + 1);
}

function readTwo(scanText: string, spendText: string, context: DescriptorContext): Read {
  const scan = readKey(scanText, context);
  if ('error' in scan) return scan;
  if (scan.privateKey === undefined) {
    return { error: 'The first key of sp() must be private: it finds the payments' };
  }
  const spend = readKey(spendText, context);
  if ('error' in spend) return spend;
  return {
    scanKey: scan.privateKey,
    spendKey: spend.publicKey,
    spendPrivateKey: spend.privateKey,
    origin: spend.origin,
    watching: `sp(${scanText},${spend.text})`,
  };
}

type OneKey = {
  readonly publicKey: Bytes;
  readonly privateKey: PrivateKey | undefined;
  readonly origin: KeyOrigin;
  /** The key expression without private keys. */
  readonly text: string;
};

/** One compressed key: read as the key of an ordinary descriptor. */
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
  const [, inner = ''] = /^\w+\((.*)\)#/.exec(formatDescriptor(descriptor, context)) ?? [];
  const [aggregate] = flatProvider.aggregates.keys();
  const [plain] = flatProvider.publicKeys.values();
  const publicKey = form === 'rawtr' ? decodeHex(aggregate ?? '') : plain;
  if (publicKey?.length !== 33) return { error: 'A key in sp() is not compressed' };
  const [privateKey] = form === 'rawtr' ? [] : flatProvider.privateKeys.values();
  const [origin = NO_ORIGIN] = flatProvider.origins.values();
  return { publicKey, privateKey, origin, text: inner };
}
