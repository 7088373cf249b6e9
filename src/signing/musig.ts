import { hash160 } from '../crypto/hash.ts';
import { deriveMusigChild } from '../crypto/musig.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { tapTweakHash } from '../script/taproot.ts';
import type { Contributions, MusigCreator, MusigRequest } from './creator.ts';
import { musigKey } from './signature-data.ts';
import {
  noteTaprootOrigin,
  type SigningContext,
  withContribution,
} from './signature-data-builder.ts';

/**
 * What stands around the key: a leaf, or the key path with BIP341's tweak (the Merkle root, or
 * empty).
 */
export type SpendPath = { readonly leafHash?: Bytes; readonly taprootTweak?: Bytes };

const none: Contributions = new Map();

/**
 * Goes as far as it can with each aggregate key that `xOnly` is, or derives from; the signature,
 * where one comes out. Core: SignMuSig2 (script/sign.cpp).
 */
export function signMusig(
  context: SigningContext,
  xOnly: Bytes,
  path: SpendPath,
): Bytes | undefined {
  const { data, creator, provider } = context;
  let signature: Bytes | undefined;
  const aggregates = [...data.musigParticipants].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, participants] of aggregates) {
    for (const participant of participants) {
      const origin = provider.getKeyOrigin(hash160(participant));
      noteTaprootOrigin(data, participant.subarray(1), origin, path.leafHash);
    }
    const aggregate = decodeHex(id);
    if (creator.musig === undefined || aggregate === undefined || participants.length === 0)
      continue;
    const derived = tweaksTo(context, xOnly, aggregate, path, creator.musig.secp256k1);
    if (derived === undefined) continue;
    const request = { participants, aggregate, leafHash: path.leafHash, ...derived };
    signature = takeLastRound(context, creator.musig, request) ?? signature;
  }
  return signature;
}

/**
 * From the aggregate key to the one that is signed for; `undefined` when it does not lead there.
 */
function tweaksTo(
  { data }: SigningContext,
  xOnly: Bytes,
  aggregate: Bytes,
  { taprootTweak }: SpendPath,
  curve: Secp256k1,
): Pick<MusigRequest, 'tweaks' | 'publicKey'> | undefined {
  const child = childOf(data, xOnly, aggregate, curve);
  if (child === undefined || taprootTweak === undefined) return child;
  const tweak = tapTweakHash(xOnly, taprootTweak);
  const tweaked = curve.tweakXOnlyPublicKey(xOnly, tweak);
  if (tweaked === undefined) return undefined;
  const publicKey = new Uint8Array([2 + tweaked.parity, ...tweaked.xOnly]);
  return { publicKey, tweaks: [...child.tweaks, { tweak, xOnly: true }] };
}

/** BIP373: the key may derive from the aggregate; its origin then says so. */
function childOf(
  data: SigningContext['data'],
  xOnly: Bytes,
  aggregate: Bytes,
  curve: Secp256k1,
): Pick<MusigRequest, 'tweaks' | 'publicKey'> | undefined {
  if (equalBytes(aggregate.subarray(1), xOnly)) return { publicKey: aggregate, tweaks: [] };
  const origin = data.taprootPublicKeys.get(encodeHex(xOnly))?.origin;
  if (origin === undefined || origin.path.length === 0) return undefined;
  if (!equalBytes(origin.fingerprint, hash160(aggregate).subarray(0, 4))) return undefined;
  const child = deriveMusigChild(aggregate, origin.path, curve);
  return child && equalBytes(child.publicKey.subarray(1), xOnly) ? child : undefined;
}

/** The last round that can be gone: the signature, else partial signatures, else nonces. */
function takeLastRound(
  { data }: SigningContext,
  musig: MusigCreator,
  request: MusigRequest,
): Bytes | undefined {
  const key = musigKey(request.publicKey, request.leafHash);
  const nonces = data.musigPubNonces.get(key) ?? none;
  const signature = musig.aggregate(request, nonces, data.musigPartialSignatures.get(key) ?? none);
  if (signature !== undefined) return signature;
  for (const participant of request.participants) {
    const partial = musig.partial(request, participant, nonces);
    const id = encodeHex(participant);
    if (partial === undefined || data.musigPartialSignatures.get(key)?.has(id)) continue;
    data.musigPartialSignatures = withContribution(data.musigPartialSignatures, key, id, partial);
  }
  if ((data.musigPartialSignatures.get(key) ?? none).size > 0) return undefined;
  for (const participant of request.participants) {
    const id = encodeHex(participant);
    if (data.musigPubNonces.get(key)?.has(id)) continue;
    const nonce = musig.nonce(request, participant);
    if (nonce) data.musigPubNonces = withContribution(data.musigPubNonces, key, id, nonce);
  }
  return undefined;
}
