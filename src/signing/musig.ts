import { hash160 } from '../crypto/hash.ts';
import { deriveMusigChild } from '../crypto/musig.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { tapTweakHash } from '../script/taproot.ts';
import type { Contributions, MusigCreator, MusigWish } from './creator.ts';
import { type Desk, withContribution, withEntry } from './draft.ts';
import { musigKey } from './signature-data.ts';

/** What stands around the key: a leaf, or the key path with BIP341's tweak (the Merkle root, or empty). */
export type MusigPlace = { readonly leafHash?: Bytes; readonly taprootTweak?: Bytes };

const none: Contributions = new Map();

/**
 * Goes as far as it can with each aggregate key that `xOnly` is, or derives from; the signature, where one comes out. Core:
 * SignMuSig2 (script/sign.cpp).
 */
export function signMusig(desk: Desk, xOnly: Bytes, place: MusigPlace): Bytes | undefined {
  const { draft, creator } = desk;
  let signature: Bytes | undefined;
  const aggregates = [...draft.musigParticipants].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, participants] of aggregates) {
    for (const participant of participants) noteParticipant(desk, participant, place.leafHash);
    const aggregate = decodeHex(id);
    if (creator.musig === undefined || aggregate === undefined || participants.length === 0)
      continue;
    const way = wayTo(desk, xOnly, aggregate, place, creator.musig.secp256k1);
    if (way === undefined) continue;
    const wish = { participants, aggregate, leafHash: place.leafHash, ...way };
    signature = takeRound(desk, creator.musig, wish) ?? signature;
  }
  return signature;
}

/** Records where a participant's key comes from. */
function noteParticipant({ provider, draft }: Desk, publicKey: Bytes, leafHash?: Bytes): void {
  const origin = provider.getKeyOrigin(hash160(publicKey));
  if (origin === undefined) return;
  const xOnly = publicKey.subarray(1);
  const id = encodeHex(xOnly);
  const info = draft.taprootPublicKeys.get(id) ?? { xOnly, leafHashes: new Set<string>(), origin };
  if (leafHash !== undefined) info.leafHashes.add(encodeHex(leafHash));
  draft.taprootPublicKeys = withEntry(draft.taprootPublicKeys, id, info);
}

/** From the aggregate key to the one that is signed for; `undefined` when it does not lead there. */
function wayTo(
  { draft }: Desk,
  xOnly: Bytes,
  aggregate: Bytes,
  { taprootTweak }: MusigPlace,
  curve: Secp256k1,
): Pick<MusigWish, 'tweaks' | 'publicKey'> | undefined {
  const child = childOf(draft, xOnly, aggregate);
  if (child === undefined || taprootTweak === undefined) return child;
  const tweak = tapTweakHash(xOnly, taprootTweak.length > 0 ? taprootTweak : undefined);
  const tweaked = curve.tweakXOnlyPublicKey(xOnly, tweak);
  if (tweaked === undefined) return undefined;
  const publicKey = new Uint8Array([2 + tweaked.parity, ...tweaked.xOnly]);
  return { publicKey, tweaks: [...child.tweaks, { tweak, xOnly: true }] };
}

/** BIP373: the key may derive from the aggregate; its origin then says so. */
function childOf(draft: Desk['draft'], xOnly: Bytes, aggregate: Bytes) {
  if (equalBytes(aggregate.subarray(1), xOnly)) return { publicKey: aggregate, tweaks: [] };
  const origin = draft.taprootPublicKeys.get(encodeHex(xOnly))?.origin;
  if (origin === undefined || origin.path.length === 0) return undefined;
  if (!equalBytes(origin.fingerprint, hash160(aggregate).subarray(0, 4))) return undefined;
  const child = deriveMusigChild(aggregate, origin.path);
  return child && equalBytes(child.publicKey.subarray(1), xOnly) ? child : undefined;
}

/** The last round that can be gone: the signature, else partial signatures, else nonces. */
function takeRound({ draft }: Desk, musig: MusigCreator, wish: MusigWish): Bytes | undefined {
  const key = musigKey(wish.publicKey, wish.leafHash);
  const nonces = draft.musigPubNonces.get(key) ?? none;
  const signature = musig.aggregate(wish, nonces, draft.musigPartialSignatures.get(key) ?? none);
  if (signature !== undefined) return signature;
  for (const participant of wish.participants) {
    const partial = musig.partial(wish, participant, nonces);
    const id = encodeHex(participant);
    if (partial === undefined || draft.musigPartialSignatures.get(key)?.has(id)) continue;
    draft.musigPartialSignatures = withContribution(draft.musigPartialSignatures, key, id, partial);
  }
  if ((draft.musigPartialSignatures.get(key) ?? none).size > 0) return undefined;
  for (const participant of wish.participants) {
    const id = encodeHex(participant);
    if (draft.musigPubNonces.get(key)?.has(id)) continue;
    const nonce = musig.nonce(wish, participant);
    if (nonce) draft.musigPubNonces = withContribution(draft.musigPubNonces, key, id, nonce);
  }
  return undefined;
}
