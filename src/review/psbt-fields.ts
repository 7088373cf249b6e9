import { hash160 } from '../crypto/hash.ts';
import { aggregateKeys, aggregateOf, deriveMusigChild } from '../crypto/musig.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createReader } from '../encoding/reader.ts';
import type { MusigParticipants, Psbt, PsbtInput, RawField } from '../psbt/psbt.ts';
import { isSilentField, type PsbtMap } from '../psbt/silent-fields.ts';

/** Returns the names of application fields and the types of unknown fields. */
export function fieldNames(psbt: Psbt): readonly string[] {
  const names = new Set<string>();
  const take = (place: PsbtMap, { proprietary, unknown }: Fields) => {
    for (const { key } of proprietary) names.add(`${proprietaryName(key)} (${place})`);
    for (const field of unknown) {
      if (isSilentField(field, place) || isNameProof(field, place)) continue;
      names.add(`type 0x${encodeHex(field.key.subarray(0, 1))} (${place})`);
    }
  };
  take('global', psbt);
  for (const input of psbt.inputs) take('input', input);
  for (const output of psbt.outputs) take('output', output);
  return [...names];
}

/** Matches proofs of names (BIP353), which `judgeNames` verifies. */
const isNameProof = ({ key }: RawField, place: PsbtMap): boolean =>
  place === 'output' && key.length === 1 && key[0] === 0x35;

type Fields = {
  readonly proprietary: readonly RawField[];
  readonly unknown: readonly RawField[];
};

/**
 * Names an application field. BIP174: "<compact size uint identifier length> <bytes identifier>
 * <compact size uint subtype> <bytes subkeydata>".
 */
function proprietaryName(key: Bytes): string {
  const reader = createReader(key.subarray(1));
  const identifier = reader.varBytes();
  const subtype = reader.compactSize();
  return `proprietary ${printable(identifier)} ${subtype}`;
}

/** Returns bytes as text if they are printable, otherwise as hex. Other programs choose them. */
function printable(bytes: Bytes): string {
  const isText = bytes.length > 0 && bytes.every((byte) => byte > 0x20 && byte < 0x7f);
  return isText ? String.fromCharCode(...bytes.subarray(0, 40)) : encodeHex(bytes.subarray(0, 20));
}

/** A script has one or a few keys of groups; each costs a multiplication for every participant. */
const MOST_GROUPS = 8;

/**
 * Returns the participants of MuSig2 groups that give a key of a taproot script, directly or by
 * derivation (BIP328).
 */
export function musigItems(
  { musigParticipants, tapKeyPaths }: Pick<PsbtInput, 'musigParticipants' | 'tapKeyPaths'>,
  items: readonly Bytes[],
  curve: Secp256k1,
): readonly Bytes[] {
  const isIn = (key: Bytes) => items.some((item) => equalBytes(item, key.subarray(1)));
  const isBelow = ({ aggregate }: MusigParticipants) =>
    tapKeyPaths.some(({ xOnly, origin }) => {
      if (!equalBytes(origin.fingerprint, hash160(aggregate).subarray(0, 4))) return false;
      const child = deriveMusigChild(aggregate, origin.path, curve)?.publicKey;
      return child !== undefined && equalBytes(child.subarray(1), xOnly) && isIn(child);
    });
  return musigParticipants.slice(0, MOST_GROUPS).flatMap((group) => {
    const keys = aggregateKeys(group.participants, curve);
    const isGroup = keys !== undefined && equalBytes(aggregateOf(keys), group.aggregate);
    return isGroup && (isIn(group.aggregate) || isBelow(group)) ? group.participants : [];
  });
}
