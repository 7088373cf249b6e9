import { decodeExtendedPublicKey } from '../descriptor/extended-key.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import { invariant } from '../encoding/invariant.ts';
import { isTestNetwork } from '../keys/slip132.ts';
import {
  encodeArrayHead,
  encodeBoolean,
  encodeByteString,
  encodeMapHead,
  encodeTag,
  encodeUnsigned,
} from '../transport/cbor.ts';
import type { AccountKey } from './standard-wallet.ts';
import { Key, NETWORK, Path } from './ur-key.ts';
import type { FormatContext } from './wallet-file.ts';

/** The tags of 2020 (`crypto-…`), or their successors registered with IANA. */
export type UrTags = 'old' | 'new';

export const urTag = (tag: number, tags: UrTags): Bytes =>
  encodeTag(tags === 'old' ? tag : tag + 40_000);

/** Options for writing a key. */
export type UrKeyForm = {
  readonly tags: UrTags;
  /** Steps such as `/<0;1>/*`; empty for an account key. */
  readonly steps?: string;
  /** Writes the depth even if the path implies it, as in BCR-2020-010. */
  readonly isDeep?: boolean;
};

/** Encodes a CBOR map by member numbers, without `undefined` members. */
export function encodeMembers(
  members: readonly (readonly [member: number, value: Bytes | undefined])[],
): Bytes {
  const there = members.flatMap(([member, value]) =>
    value === undefined ? [] : [encodeUnsigned(member), value],
  );
  return concatBytes(encodeMapHead(there.length / 2), ...there);
}

/** Encodes an hdkey without its tag (BCR-2020-007). */
export function encodeUrKey(
  key: AccountKey,
  { network, secp256k1 }: FormatContext,
  { tags, steps = '', isDeep = false }: UrKeyForm,
): Bytes {
  const decoded = decodeExtendedPublicKey(key.xpub, network, secp256k1);
  invariant(decoded !== undefined, 'the key is in a descriptor that was parsed');
  const path = key.path.split('/').slice(1);
  const source = numberOf(decodeHex(key.fingerprint) ?? new Uint8Array(4));
  const parent = numberOf(decoded.parentFingerprint);
  const isTold = !isDeep && decoded.depth === path.length;
  const origin = encodeMembers([
    [Path.components, encodeComponents(path)],
    [Path.source, source > 0 ? encodeUnsigned(source) : undefined],
    [Path.depth, isTold ? undefined : encodeUnsigned(decoded.depth)],
  ]);
  const coin = encodeMembers([[NETWORK, encodeUnsigned(1)]]);
  const children = encodeMembers([[Path.components, encodeComponents(steps.split('/').slice(1))]]);
  return encodeMembers([
    [Key.data, encodeByteString(decoded.publicKey)],
    [Key.chainCode, encodeByteString(decoded.chainCode)],
    [Key.use, isTestNetwork(network) ? concatBytes(urTag(305, tags), coin) : undefined],
    [Key.origin, concatBytes(urTag(304, tags), origin)],
    [Key.children, steps === '' ? undefined : concatBytes(urTag(304, tags), children)],
    [Key.parent, parent > 0 ? encodeUnsigned(parent) : undefined],
  ]);
}

/** Encodes steps such as `84h`, `0`, `<0;1>` and `*`. */
function encodeComponents(steps: readonly string[]): Bytes {
  const items = steps.flatMap((step): readonly Bytes[] => {
    if (step === '*') return [encodeArrayHead(0), encodeBoolean(false)];
    const pair = /^<(\d+);(\d+)>$/.exec(step);
    if (pair === null) return encodeStep(step);
    return [concatBytes(encodeArrayHead(4), ...pair.slice(1).flatMap(encodeStep))];
  });
  return concatBytes(encodeArrayHead(items.length), ...items);
}

const encodeStep = (step: string): readonly Bytes[] => [
  encodeUnsigned(Number(step.replace('h', ''))),
  encodeBoolean(step.endsWith('h')),
];

const numberOf = (bytes: Bytes): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
