import { hash160 } from '../crypto/hash.ts';
import { aggregateKeys, aggregateOf, deriveMusigChild } from '../crypto/musig.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import type { MusigParticipants, PsbtInput } from '../psbt/psbt.ts';

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
