import { encodeExtendedPublicKey, HARDENED } from '../descriptor/extended-key.ts';
import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { networks } from '../encoding/network.ts';
import type { CborValue } from '../transport/cbor-value.ts';
import { formatAccountKey } from './standard-wallet.ts';

/** Members of hdkey, keypath and coininfo (BCR-2020-007). */
export const Key = {
  isMaster: 1,
  isPrivate: 2,
  data: 3,
  chainCode: 4,
  use: 5,
  origin: 6,
  children: 7,
  parent: 8,
};
export const Path = { components: 1, source: 2, depth: 3 };
/** Members of coininfo: SLIP-44 coin number, and network. */
const COIN = 1;
export const NETWORK = 2;

export const pairsOf = (
  value: CborValue | undefined,
): ReadonlyMap<number, CborValue> | undefined =>
  typeof value === 'object' && 'pairs' in value ? value.pairs : undefined;

/** Returns the value inside one of these tags, or a value without a tag unchanged. */
export function untag(
  value: CborValue | undefined,
  ...tags: readonly number[]
): CborValue | undefined {
  if (typeof value !== 'object' || !('tag' in value)) return value;
  return tags.includes(value.tag) ? value.value : undefined;
}

/** The master key's fingerprint, for keys that do not contain it. */
export type UrKeyOptions = { readonly fingerprint?: number | undefined };

/**
 * Formats an hdkey or eckey with its origin and steps. Returns `undefined` for other values and
 * private keys. A key without steps gets the branches of an account.
 */
export function readUrKey(
  value: CborValue | undefined,
  { fingerprint }: UrKeyOptions = {},
): { readonly text: string; readonly steps: string } | undefined {
  const pairs = pairsOf(untag(value, 303, 40303, 306, 40306));
  const data = pairs?.get(Key.data);
  if (pairs === undefined || !isBytes(data)) return undefined;
  if (pairs.get(Key.isMaster) === true || pairs.get(Key.isPrivate) === true) return undefined;
  const chainCode = pairs.get(Key.chainCode);
  if (chainCode === undefined) return { text: encodeHex(data), steps: '' };
  const steps = readSteps(pairs.get(Key.children));
  const origin = pathOf(pairs.get(Key.origin));
  if (!isBytes(chainCode) || chainCode.length !== 32 || data.length !== 33) return undefined;
  if (steps === undefined || origin === undefined) return undefined;
  const last = origin.path[origin.path.length - 1] ?? 0;
  const depth = origin.depth ?? origin.path.length;
  const parent = pairs.get(Key.parent);
  const use = pairsOf(untag(pairs.get(Key.use), 305, 40305));
  const network = use?.get(NETWORK) ?? 0;
  const isBitcoin = (use?.get(COIN) ?? 0) === 0 && (network === 0 || network === 1);
  if (!isBitcoin) return undefined;
  const key = {
    depth,
    parentFingerprint: fourBytes(typeof parent === 'number' && depth > 0 ? parent : 0),
    childNumber: depth > 0 ? last : 0,
    chainCode,
    publicKey: data,
  };
  const xpub = encodeExtendedPublicKey(key, network === 1 ? networks.test : networks.main);
  const source = origin.source ?? fingerprint;
  const account = {
    fingerprint: source === undefined ? '00000000' : encodeHex(fourBytes(source)),
    path: origin.path.map(formatStep).join(''),
    xpub,
  };
  return { text: formatAccountKey(account), steps };
}

const fourBytes = (number: number): Bytes =>
  Uint8Array.of(number >>> 24, (number >>> 16) & 0xff, (number >>> 8) & 0xff, number & 0xff);

const formatStep = (step: number): string =>
  step >= HARDENED ? `/${step - HARDENED}h` : `/${step}`;

type UrPath = {
  readonly path: readonly number[];
  readonly source: number | undefined;
  readonly depth: number | undefined;
};

/** Reads "components: [path-component]": numbers, each followed by whether it is hardened. */
function pathOf(value: CborValue | undefined): UrPath | undefined {
  const pairs = pairsOf(untag(value, 304, 40304));
  if (value === undefined) return { path: [], source: undefined, depth: undefined };
  const components = pairs?.get(Path.components);
  if (pairs === undefined || !isList(components)) return undefined;
  const path: number[] = [];
  for (let i = 0; i < components.length; i += 2) {
    const [index, hardened] = components.slice(i, i + 2);
    if (typeof index !== 'number' || index >= HARDENED || typeof hardened !== 'boolean') {
      return undefined;
    }
    path.push(index + (hardened ? HARDENED : 0));
  }
  const [source, depth] = [pairs.get(Path.source), pairs.get(Path.depth)];
  return {
    path,
    source: typeof source === 'number' && source > 0 ? source : undefined,
    depth: typeof depth === 'number' && depth <= 255 ? depth : undefined,
  };
}

const isList = (value: CborValue | undefined): value is readonly CborValue[] =>
  Array.isArray(value);

/** Reads the steps after a key: numbers, a pair for receiving and change, and a wildcard. */
function readSteps(value: CborValue | undefined): string | undefined {
  if (value === undefined) return '/<0;1>/*';
  const components = pairsOf(untag(value, 304, 40304))?.get(Path.components);
  if (!isList(components)) return undefined;
  let steps = '';
  for (let i = 0; i < components.length; i++) {
    const component = components[i];
    if (isList(component) && component.length === 4) {
      const [a, aHard, b, bHard] = component;
      if (typeof a !== 'number' || typeof b !== 'number' || aHard || bHard) return undefined;
      steps += `/<${a};${b}>`;
      continue;
    }
    // Public keys have no hardened children.
    if (components[++i] !== false) return undefined;
    if (isList(component) && component.length === 0) steps += '/*';
    else if (typeof component === 'number') steps += `/${component}`;
    else return undefined;
  }
  return steps;
}
