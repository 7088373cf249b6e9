import { hash160 } from '../crypto/hash.ts';
import { type Bytes, compareBytes, concatBytes } from '../encoding/bytes.ts';
import { compareLeaves } from '../signing/taproot-output.ts';
import type { GlobalXpub, MusigField, Psbt, PsbtInput, PsbtOutput } from './psbt.ts';

// Core keeps the records of a map in sorted containers (psbt.h), so they have one order.

function sortedBy<T>(items: readonly T[], key: (item: T) => Bytes): readonly T[] {
  if (items.length < 2) return items;
  return items
    .map((item) => ({ item, bytes: key(item) }))
    .sort((a, b) => compareBytes(a.bytes, b.bytes))
    .map(({ item }) => item);
}

const byPublicKey = ({ publicKey }: { readonly publicKey: Bytes }) => publicKey;
const byDigest = ({ digest }: { readonly digest: Bytes }) => digest;

const NO_LEAF = new Uint8Array(32);
const byAggregateAndLeaf = ({ aggregate, leafHash, participant }: MusigField) =>
  concatBytes(aggregate, leafHash ?? NO_LEAF, participant);

/** Returns the unique bytes of a record, for each list of records in a map. */
type RecordKeys<Fields> = {
  readonly [F in keyof Fields as Fields[F] extends readonly unknown[]
    ? Exclude<F, 'finalWitness' | 'tapTree'>
    : never]: (item: Fields[F] extends readonly (infer Item)[] ? Item : never) => Bytes;
};

/** Record keys of any map. */
export type Keys = Readonly<Record<string, (item: never) => Bytes>>;

export const rawKeys: RecordKeys<Pick<Psbt, 'proprietary' | 'unknown'>> = {
  proprietary: ({ key }) => key,
  unknown: ({ key }) => key,
};

export const outputKeys: RecordKeys<PsbtOutput> = {
  ...rawKeys,
  keyPaths: byPublicKey,
  tapKeyPaths: ({ xOnly }) => xOnly,
  musigParticipants: ({ aggregate }) => aggregate,
};

export const inputKeys: RecordKeys<PsbtInput> = {
  ...outputKeys,
  partialSignatures: byPublicKey,
  ripemd160: byDigest,
  sha256: byDigest,
  hash160: byDigest,
  hash256: byDigest,
  tapScriptSignatures: ({ xOnly, leafHash }) => concatBytes(xOnly, leafHash),
  tapLeaves: ({ script, leafVersion }) => concatBytes(script, Uint8Array.of(leafVersion)),
  musigPubNonces: byAggregateAndLeaf,
  musigPartialSignatures: byAggregateAndLeaf,
};

function sortLists<Fields extends { readonly [name: string]: unknown }>(
  fields: Fields,
  keys: Keys,
): Fields {
  const sorted: { [name: string]: readonly never[] } = {};
  for (const name in keys) {
    const [list, key] = [fields[name], keys[name]];
    // Sound: only lists of records have a key.
    if (key && Array.isArray(list)) sorted[name] = sortedBy(list as never[], key);
  }
  return { ...fields, ...sorted };
}

/** Returns a PSBT with all lists in Core's order. */
export function orderPsbt(psbt: Psbt): Psbt {
  const inputOrder: RecordKeys<PsbtInput> = {
    ...inputKeys,
    partialSignatures: ({ publicKey }) => hash160(publicKey),
  };
  return {
    ...sortLists(psbt, rawKeys),
    xpubs: orderXpubs(psbt.xpubs),
    inputs: psbt.inputs.map((input) => ({
      ...sortLists(input, inputOrder),
      tapLeaves: [...input.tapLeaves].sort(compareLeaves),
    })),
    outputs: psbt.outputs.map((output) => sortLists(output, outputKeys)),
  };
}

/** Sorts xpubs. Of equal ones the first is kept, whatever its depth and parent. */
function orderXpubs(xpubs: readonly GlobalXpub[]): readonly GlobalXpub[] {
  return [...xpubs].sort(compareXpubs).filter((xpub, i, sorted) => {
    const before = i === 0 ? undefined : sorted[i - 1];
    return before === undefined || compareXpubs(before, xpub) !== 0;
  });
}

/** Compares by origin (fingerprint, path length, path; script/keyorigin.h), then by the key. */
function compareXpubs(a: GlobalXpub, b: GlobalXpub): number {
  const byFingerprint = compareBytes(a.origin.fingerprint, b.origin.fingerprint);
  if (byFingerprint !== 0) return byFingerprint;
  const byLength = a.origin.path.length - b.origin.path.length;
  if (byLength !== 0) return byLength;
  for (const [i, index] of a.origin.path.entries()) {
    const difference = index - (b.origin.path[i] ?? 0);
    if (difference !== 0) return difference;
  }
  // CExtPubKey::operator< compares the public key, then the chain code.
  const key = ({ xpub }: GlobalXpub) => concatBytes(xpub.subarray(45), xpub.subarray(13, 45));
  return compareBytes(key(a), key(b));
}
