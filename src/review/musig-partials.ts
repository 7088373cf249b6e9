import { hash160 } from '../crypto/hash.ts';
import { deriveMusigChild } from '../crypto/musig.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { MusigField, MusigParticipants, PsbtInput } from '../psbt/psbt.ts';
import { tapTweakHash } from '../script/taproot.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import type { Contributions, MusigRequest } from '../signing/creator.ts';
import { wrongPartials } from '../signing/musig-creator.ts';

/**
 * Returns the wrong MuSig2 partial signatures of an input (BIP327, PartialSigVerify). Signatures
 * that cannot be judged yet, because a nonce or the group is missing, are left out.
 */
export function wrongMusigPartials(
  input: PsbtInput,
  cache: SighashCache,
  index: number,
  curve: Secp256k1,
): readonly MusigField[] {
  const { musigPartialSignatures: partials, musigPubNonces, sighashType } = input;
  return partials.filter((partial) => {
    const { aggregate, leafHash, participant } = partial;
    const isBeside = (each: MusigField) =>
      equalBytes(each.aggregate, aggregate) &&
      encodeHex(each.leafHash ?? NONE) === encodeHex(leafHash ?? NONE);
    const nonces = contributions(musigPubNonces.filter(isBeside));
    const digest = cache.taprootDigest(
      index,
      sighashType ?? Sighash.DEFAULT,
      leafHash ? { leafHash } : {},
    );
    const request = requestFor(input, partial, curve);
    if (digest === undefined || request === undefined) return false;
    const own = new Map([[encodeHex(participant), partial.value]]);
    return wrongPartials(request, nonces, own, digest, curve).length > 0;
  });
}

const NONE = new Uint8Array(0);

const contributions = (fields: readonly MusigField[]): Contributions =>
  new Map(fields.map(({ participant, value }) => [encodeHex(participant), value]));

/** Finds how a group's key leads to the signing key; `undefined` if it does not. */
function requestFor(
  input: PsbtInput,
  { aggregate: publicKey, leafHash }: MusigField,
  curve: Secp256k1,
): MusigRequest | undefined {
  for (const group of input.musigParticipants) {
    for (const child of childrenOf(group, input, curve)) {
      const request = { ...group, publicKey, leafHash };
      if (equalBytes(child.publicKey, publicKey)) return { ...request, tweaks: child.tweaks };
      const xOnly = child.publicKey.subarray(1);
      const tweak = tapTweakHash(xOnly, input.tapMerkleRoot);
      const output = leafHash ? undefined : curve.tweakXOnlyPublicKey(xOnly, tweak);
      if (output && equalBytes(output.xOnly, publicKey.subarray(1))) {
        return { ...request, tweaks: [...child.tweaks, { tweak, xOnly: true }] };
      }
    }
  }
  return undefined;
}

/** Returns the key and the named keys that derive from it by its fingerprint (BIP373). */
function childrenOf(
  { aggregate }: MusigParticipants,
  { tapKeyPaths }: PsbtInput,
  curve: Secp256k1,
) {
  const master = hash160(aggregate).subarray(0, 4);
  const paths = tapKeyPaths.flatMap(({ origin }) =>
    origin.path.length > 0 && equalBytes(origin.fingerprint, master) ? [origin.path] : [],
  );
  const derived = paths
    .slice(0, MOST_CHILDREN)
    .flatMap((path) => deriveMusigChild(aggregate, path, curve) ?? []);
  return [{ publicKey: aggregate, tweaks: [] }, ...derived];
}

/** Limit on keys that are tried; inputs have one or two. */
const MOST_CHILDREN = 8;
