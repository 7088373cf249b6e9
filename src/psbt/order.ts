import { hash160 } from '../crypto/hash.ts';
import { type Bytes, compareBytes, concatBytes } from '../encoding/bytes.ts';
import { compareLeaves } from '../signing/taproot-output.ts';
import type {
  GlobalXpub,
  MusigField,
  Psbt,
  PsbtInput,
  PsbtOutput,
  RawField,
  TapScriptSignature,
} from './psbt.ts';

// Core keeps the records of a map in sorted containers (psbt.h): written and shown they have one
// order, however they came.

function sortedBy<T>(items: readonly T[], key: (item: T) => Bytes): readonly T[] {
  if (items.length < 2) return items;
  return items
    .map((item) => ({ item, bytes: key(item) }))
    .sort((a, b) => compareBytes(a.bytes, b.bytes))
    .map(({ item }) => item);
}

export const byKey = ({ key }: RawField) => key;
export const byPublicKey = ({ publicKey }: { readonly publicKey: Bytes }) => publicKey;
export const byXOnly = ({ xOnly }: { readonly xOnly: Bytes }) => xOnly;
export const byAggregate = ({ aggregate }: { readonly aggregate: Bytes }) => aggregate;
export const byDigest = ({ digest }: { readonly digest: Bytes }) => digest;

export const byXOnlyAndLeaf = ({ xOnly, leafHash }: TapScriptSignature) =>
  concatBytes(xOnly, leafHash);

const NO_LEAF = new Uint8Array(32);
export const byAggregateAndLeaf = ({ aggregate, leafHash, participant }: MusigField) =>
  concatBytes(aggregate, leafHash ?? NO_LEAF, participant);

/** A PSBT with all lists in Core's order. */
export function orderPsbt(psbt: Psbt): Psbt {
  return {
    ...psbt,
    xpubs: orderXpubs(psbt.xpubs),
    inputs: psbt.inputs.map(orderInput),
    outputs: psbt.outputs.map(orderOutput),
    proprietary: sortedBy(psbt.proprietary, byKey),
    unknown: sortedBy(psbt.unknown, byKey),
  };
}

function orderInput(input: PsbtInput): PsbtInput {
  return {
    ...input,
    partialSignatures: sortedBy(input.partialSignatures, ({ publicKey }) => hash160(publicKey)),
    keyPaths: sortedBy(input.keyPaths, byPublicKey),
    ripemd160: sortedBy(input.ripemd160, byDigest),
    sha256: sortedBy(input.sha256, byDigest),
    hash160: sortedBy(input.hash160, byDigest),
    hash256: sortedBy(input.hash256, byDigest),
    tapScriptSignatures: sortedBy(input.tapScriptSignatures, byXOnlyAndLeaf),
    tapLeaves: [...input.tapLeaves].sort(compareLeaves),
    tapKeyPaths: sortedBy(input.tapKeyPaths, byXOnly),
    musigParticipants: sortedBy(input.musigParticipants, byAggregate),
    musigPubNonces: sortedBy(input.musigPubNonces, byAggregateAndLeaf),
    musigPartialSignatures: sortedBy(input.musigPartialSignatures, byAggregateAndLeaf),
    proprietary: sortedBy(input.proprietary, byKey),
    unknown: sortedBy(input.unknown, byKey),
  };
}

function orderOutput(output: PsbtOutput): PsbtOutput {
  return {
    ...output,
    keyPaths: sortedBy(output.keyPaths, byPublicKey),
    tapKeyPaths: sortedBy(output.tapKeyPaths, byXOnly),
    musigParticipants: sortedBy(output.musigParticipants, byAggregate),
    proprietary: sortedBy(output.proprietary, byKey),
    unknown: sortedBy(output.unknown, byKey),
  };
}

/** Sorts xpubs; of equal ones the first stays, whatever its depth and parent. */
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
  // CExtPubKey::operator<: the public key, then the chain code.
  const key = ({ xpub }: GlobalXpub) => concatBytes(xpub.subarray(45), xpub.subarray(13, 45));
  return compareBytes(key(a), key(b));
}
