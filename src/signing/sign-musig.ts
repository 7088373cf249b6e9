import { hash160 } from '../crypto/hash.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { tapTweakHash } from '../script/taproot.ts';
import type { Contributions, MusigCreator, MusigRequest } from './creator.ts';
import { musigKey } from './signature-data.ts';
import {
  addContribution,
  noteTaprootOrigin,
  type SigningContext,
} from './signature-data-builder.ts';

/**
 * The path a key signs for: a leaf, or the key path with BIP341's tweak (the Merkle root, or
 * empty).
 */
export type SpendPath = { readonly leafHash?: Bytes; readonly taprootTweak?: Bytes };

const none: Contributions = new Map();

/**
 * Runs all possible rounds for each aggregate key that equals `xOnly` or derives it. Returns the
 * signature if it is complete. Core: SignMuSig2 (script/sign.cpp).
 */
export function signMusig(
  context: SigningContext,
  xOnly: Bytes,
  path: SpendPath,
): Bytes | undefined {
  const { data, creator, provider } = context;
  let signature: Bytes | undefined;
  for (const id of [...data.musigParticipants.keys()].sort()) {
    const participants = data.musigParticipants.get(id) ?? [];
    for (const participant of participants) {
      const origin = provider.getKeyOrigin(hash160(participant));
      noteTaprootOrigin(data, participant.subarray(1), origin, path.leafHash);
    }
    const aggregate = decodeHex(id);
    if (creator.musig === undefined || aggregate === undefined || participants.length === 0)
      continue;
    const derived = tweaksTo(context, xOnly, aggregate, path, creator.musig);
    if (derived === undefined) continue;
    const request = { participants, aggregate, leafHash: path.leafHash, ...derived };
    signature = takeLastRound(context, creator.musig, request) ?? signature;
  }
  return signature;
}

/**
 * Returns the tweaks from the aggregate key to the signing key, or `undefined` if they do not
 * match.
 */
function tweaksTo(
  { data }: SigningContext,
  xOnly: Bytes,
  aggregate: Bytes,
  { taprootTweak }: SpendPath,
  musig: MusigCreator,
): Pick<MusigRequest, 'tweaks' | 'publicKey'> | undefined {
  const child = childOf(data, xOnly, aggregate, musig);
  if (child === undefined || taprootTweak === undefined) return child;
  const tweak = tapTweakHash(xOnly, taprootTweak);
  const tweaked = musig.secp256k1.tweakXOnlyPublicKey(xOnly, tweak);
  if (tweaked === undefined) return undefined;
  const publicKey = new Uint8Array([2 + tweaked.parity, ...tweaked.xOnly]);
  return { publicKey, tweaks: [...child.tweaks, { tweak, xOnly: true }] };
}

/** Returns the key's path from the aggregate key, which its origin contains (BIP373). */
function childOf(
  data: SigningContext['data'],
  xOnly: Bytes,
  aggregate: Bytes,
  musig: MusigCreator,
): Pick<MusigRequest, 'tweaks' | 'publicKey'> | undefined {
  if (equalBytes(aggregate.subarray(1), xOnly)) return { publicKey: aggregate, tweaks: [] };
  const origin = data.taprootPublicKeys.get(encodeHex(xOnly))?.origin;
  if (origin === undefined || origin.path.length === 0) return undefined;
  if (!equalBytes(origin.fingerprint, hash160(aggregate).subarray(0, 4))) return undefined;
  const child = musig.deriveChild(aggregate, origin.path);
  return child && equalBytes(child.publicKey.subarray(1), xOnly) ? child : undefined;
}

/** Runs the last possible round: the signature, else partial signatures, else nonces. */
function takeLastRound(
  context: SigningContext,
  musig: MusigCreator,
  request: MusigRequest,
): Bytes | undefined {
  const { data } = context;
  const key = musigKey(request.publicKey, request.leafHash);
  const nonces = () => data.musigPubNonces.get(key) ?? none;
  const partials = () => data.musigPartialSignatures.get(key) ?? none;
  const signature = musig.aggregate(request, nonces(), partials());
  if (signature !== undefined) return signature;
  const isNew = signLast(context, musig, request);
  for (const participant of request.participants) {
    const partial = musig.partial(request, participant, nonces());
    const id = encodeHex(participant);
    if (partial === undefined || partials().has(id)) continue;
    addContribution(data, 'musigPartialSignatures', key, id, partial);
  }
  if (isNew || musig.completes) {
    const whole = musig.aggregate(request, nonces(), partials());
    if (isNew || whole !== undefined) return whole;
  }
  if (partials().size > 0) return undefined;
  for (const participant of request.participants) addNonce(context, musig, request, participant);
  return undefined;
}

function addNonce(
  { data }: SigningContext,
  musig: MusigCreator,
  request: MusigRequest,
  participant: Bytes,
): void {
  const key = musigKey(request.publicKey, request.leafHash);
  const id = encodeHex(participant);
  if (data.musigPubNonces.get(key)?.has(id)) return;
  const nonce = musig.nonce(request, participant);
  if (nonce) addContribution(data, 'musigPubNonces', key, id, nonce);
}

/** Signs at once for the only participant without a nonce. Returns true if it did. */
function signLast({ data }: SigningContext, musig: MusigCreator, request: MusigRequest): boolean {
  const key = musigKey(request.publicKey, request.leafHash);
  const nonces = data.musigPubNonces.get(key) ?? none;
  const missing = request.participants.filter((each) => !nonces.has(encodeHex(each)));
  const [participant, another] = missing;
  if (participant === undefined || another !== undefined) return false;
  const made = musig.last(request, participant, nonces);
  if (made === undefined) return false;
  const id = encodeHex(participant);
  addContribution(data, 'musigPubNonces', key, id, made.publicNonce);
  addContribution(data, 'musigPartialSignatures', key, id, made.partialSignature);
  return true;
}
