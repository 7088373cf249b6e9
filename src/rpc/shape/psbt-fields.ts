import { formatKeyPath } from '../../descriptor/key-path.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { createReader } from '../../encoding/reader.ts';
import { type Json, type JsonObject, jsonNumber, jsonObject } from '../../json/json.ts';
import type { KeyPath, MusigParticipants, RawField } from '../../psbt/psbt.ts';
import { formatAsm } from '../../script/asm.ts';
import { solveScript } from '../../script/templates.ts';
import type { KeyOrigin } from '../../signing/provider.ts';
import type { TaprootKeyInfo } from '../../signing/signature-data.ts';

// Parts of decodepsbt's answer that occur in several places of it.

/** Left out when there is nothing. */
export function listUnlessEmpty<T>(
  items: readonly T[],
  shape: (item: T) => Json,
): readonly Json[] | undefined {
  return items.length > 0 ? items.map(shape) : undefined;
}

/** One member an item. */
export function membersOf<T>(
  items: readonly T[],
  shape: (item: T) => readonly [key: string, value: string],
): JsonObject {
  return { members: items.map(shape) };
}

export function membersUnlessEmpty<T>(
  items: readonly T[],
  shape: (item: T) => readonly [key: string, value: string],
): JsonObject | undefined {
  return items.length > 0 ? membersOf(items, shape) : undefined;
}

/** A redeem or witness script. */
export function shapeInnerScript(script: Uint8Array): JsonObject | undefined {
  if (script.length === 0) return undefined;
  return jsonObject({
    asm: formatAsm(script),
    hex: encodeHex(script),
    type: solveScript(script).kind,
  });
}

export function shapeOrigin({ fingerprint, path }: KeyOrigin) {
  return { master_fingerprint: encodeHex(fingerprint), path: `m${formatKeyPath(path)}` };
}

export function shapeKeyPath({ publicKey, origin }: KeyPath): JsonObject {
  return jsonObject({ pubkey: encodeHex(publicKey), ...shapeOrigin(origin) });
}

export function shapeTapKeyPath({ xOnly, leafHashes, origin }: TaprootKeyInfo): JsonObject {
  return jsonObject({
    pubkey: encodeHex(xOnly),
    ...shapeOrigin(origin),
    leaf_hashes: [...leafHashes].sort(),
  });
}

export function shapeMusigParticipants({ aggregate, participants }: MusigParticipants): JsonObject {
  return jsonObject({
    aggregate_pubkey: encodeHex(aggregate),
    participant_pubkeys: participants.map(encodeHex),
  });
}

/**
 * BIP174: "<compact size uint identifier length> <bytes identifier> <compact size uint subtype>
 * <bytes subkeydata>".
 */
export function shapeProprietary({ key, value }: RawField): JsonObject {
  const reader = createReader(key);
  reader.compactSize();
  const identifier = reader.varBytes();
  return jsonObject({
    identifier: encodeHex(identifier),
    subtype: jsonNumber(reader.compactSize()),
    key: encodeHex(key),
    value: encodeHex(value),
  });
}

export function unknownMember({ key, value }: RawField): readonly [string, string] {
  return [encodeHex(key), encodeHex(value)];
}
