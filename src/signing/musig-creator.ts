import { hash160, sha256, taggedHash } from '../crypto/hash.ts';
import {
  aggregateKeys,
  aggregateOf,
  applyTweak,
  deriveMusigChild,
  type KeyAggregation,
} from '../crypto/musig.ts';
import {
  aggregateMusigNonces,
  aggregateMusigPartials,
  confirmMusigPartial,
  createMusigNonce,
  type MusigSession,
  openMusigSession,
  signMusigLast,
  signMusigPartially,
  verifyMusigPartial,
} from '../crypto/musig-session.ts';
import { ComputationFault } from '../crypto/own-signatures.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes, equalBytes, wipeableCopy } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import type { Contributions, MusigCreator, MusigRequest } from './creator.ts';
import type { SigningProvider } from './provider.ts';
import { musigKey } from './signature-data.ts';

/**
 * A store for secret nonces between the two rounds of MuSig2. Two signatures with one nonce reveal
 * the private key, so each nonce must be used only once. Memory (`createMusigNonces`) is the best
 * place. A store must never return the same nonce twice.
 */
export type MusigNonces = {
  /**
   * Stores a secret nonce. `session` identifies one signer, message and public nonce. Only this
   * signer knows `sealingKey` (32 bytes), for stores that encrypt; it is overwritten after the
   * call. Throws a `ComputationFault` for a nonce of another session or a used nonce.
   */
  keep(session: string, secretNonce: Bytes, sealingKey?: Bytes): void;
  /** Returns true if a nonce is stored under this session. */
  has(session: string): boolean;
  /** Returns and forgets a secret nonce. The caller overwrites it after use. */
  take(session: string, sealingKey?: Bytes): Bytes | undefined;
};

/** Everything MuSig2 needs in addition to keys. */
export type MusigSource = {
  /**
   * Returns unpredictable bytes of the given length. Two equal nonces would reveal the private key.
   * If absent, only `signsLast` signs.
   */
  readonly random?: ((length: number) => Bytes) | undefined;
  /** Stores secret nonces until the second round. If absent, only `signsLast` signs. */
  readonly nonces?: MusigNonces | undefined;
  /**
   * True to sign in one round if all other nonces are in the PSBT. The nonce is derived from them
   * (BIP327, DeterministicSign), so nothing is stored. The call that adds the last partial
   * signature also joins them. Default: false, as in Core, where the next call joins them.
   */
  readonly signsLast?: boolean | undefined;
};

export type MusigInput = {
  readonly cache: SighashCache;
  readonly secp256k1: Secp256k1;
  readonly provider: SigningProvider;
  readonly sighashType: SighashType;
  readonly index: number;
  /** If absent, signatures are aggregated but none are made. */
  readonly source?: MusigSource | undefined;
};

/** Creates MuSig2 for one input. Repeated calls return the same result and make nothing twice. */
export function createMusigCreator(input: MusigInput): MusigCreator {
  const { source, secp256k1 } = input;
  return {
    secp256k1,
    completes: source?.signsLast === true,
    deriveChild: (aggregate, path) => deriveMusigChild(aggregate, path, secp256k1),
    aggregate: (...round) => aggregateSignature(input, ...round),
    partial: once((request, participant, nonces: Contributions) =>
      partialSignature(input, request, participant, nonces),
    ),
    nonce: once((request, participant) => publicNonce(input, request, participant)),
    last: once((request, participant, nonces: Contributions) =>
      lastContribution(input, request, participant, nonces),
    ),
  };
}

function digestOf({ cache, index, sighashType }: MusigInput, { leafHash }: MusigRequest) {
  return cache.taprootDigest(index, sighashType, leafHash ? { leafHash } : {});
}

/** Returns a participant's private key and the digest to sign; `undefined` if one is missing. */
function ownPart(
  input: MusigInput,
  request: MusigRequest,
  participant: Bytes,
): { readonly privateKey: Bytes; readonly digest: Bytes } | undefined {
  const privateKey = input.provider.getPrivateKey(hash160(participant))?.reveal();
  const digest = digestOf(input, request);
  return privateKey && digest && { privateKey, digest };
}

function aggregateSignature(
  input: MusigInput,
  request: MusigRequest,
  nonces: Contributions,
  partials: Contributions,
): Bytes | undefined {
  const { secp256k1, sighashType } = input;
  if (partials.size !== request.participants.length) return undefined;
  const digest = digestOf(input, request);
  const session = digest && sessionOf(request, nonces, digest, secp256k1);
  const signature = session && joinPartials(session, request, nonces, partials, secp256k1);
  if (signature && digest) confirmJoined(secp256k1, signature, digest, request.publicKey);
  if (signature === undefined || sighashType === Sighash.DEFAULT) return signature;
  return concatBytes(signature, Uint8Array.of(sighashType));
}

/** Signs with the secret nonce that the first round stored. */
function partialSignature(
  input: MusigInput,
  request: MusigRequest,
  participant: Bytes,
  nonces: Contributions,
): Bytes | undefined {
  const { secp256k1 } = input;
  const stored = input.source?.nonces;
  const nonce = nonces.get(encodeHex(participant));
  const own = ownPart(input, request, participant);
  if (!stored || !nonce || !own) return undefined;
  const { privateKey, digest } = own;
  const id = sessionId(request, participant, digest, nonce);
  const session = stored.has(id) ? sessionOf(request, nonces, digest, secp256k1) : undefined;
  const secret = session && withSealingKey(privateKey, id, (key) => stored.take(id, key));
  if (session === undefined || secret === undefined) return undefined;
  const partial = signMusigPartially(session, privateKey, secret, secp256k1);
  secret.fill(0);
  if (partial && !confirmMusigPartial(session, partial, nonce, participant, secp256k1)) {
    throw new ComputationFault('partial signature');
  }
  return partial;
}

/** Makes a nonce, and stores its secret half. */
function publicNonce(
  input: MusigInput,
  request: MusigRequest,
  participant: Bytes,
): Bytes | undefined {
  const { secp256k1 } = input;
  const { nonces: stored, random } = input.source ?? {};
  const own = ownPart(input, request, participant);
  if (!stored || !random || !own) return undefined;
  if (aggregation(request, secp256k1) === undefined) return undefined;
  const { privateKey, digest: message } = own;
  const aggregate = request.aggregate.subarray(1);
  const nonce = createMusigNonce(
    { publicKey: participant, random: random(32), privateKey, aggregate, message },
    secp256k1,
  );
  if (nonce === undefined) return undefined;
  const id = sessionId(request, participant, message, nonce.publicNonce);
  withSealingKey(privateKey, id, (key) => stored.keep(id, nonce.secret, key));
  return nonce.publicNonce;
}

/** Runs both rounds with a nonce that follows from all others (BIP327, DeterministicSign). */
function lastContribution(
  input: MusigInput,
  request: MusigRequest,
  participant: Bytes,
  nonces: Contributions,
): ReturnType<MusigCreator['last']> {
  const { secp256k1, source } = input;
  const own = ownPart(input, request, participant);
  if (!source?.signsLast || !own) return undefined;
  const others = request.participants.filter((each) => !equalBytes(each, participant));
  const inOrder = others.flatMap((key) => nonces.get(encodeHex(key)) ?? []);
  if (others.length === 0 || inOrder.length !== others.length) return undefined;
  const keys = tweakedAggregation(request, secp256k1);
  const otherNonces = keys && aggregateMusigNonces(inOrder, secp256k1);
  if (keys === undefined || otherNonces === undefined) return undefined;
  const { privateKey, digest: message } = own;
  const random = source.random?.(32);
  return signMusigLast({ aggregation: keys, otherNonces, message, privateKey, random }, secp256k1);
}

/** Caches results, so that an input can be planned again. */
function once<Rest extends readonly unknown[], Made>(
  round: (request: MusigRequest, participant: Bytes, ...rest: Rest) => Made | undefined,
): typeof round {
  const known = new Map<string, Made>();
  return (request, participant, ...rest) => {
    const id = `${musigKey(request.publicKey, request.leafHash)}:${encodeHex(participant)}`;
    const answer = known.get(id) ?? round(request, participant, ...rest);
    if (answer !== undefined) known.set(id, answer);
    return answer;
  };
}

const hashSealing = taggedHash('coldsign/musig-nonce');

/**
 * Derives the sealing key from the private key, so that only its owner can open a stored nonce.
 * Overwrites it after `use`.
 */
function withSealingKey<T>(privateKey: Bytes, session: string, use: (key: Bytes) => T): T {
  const hash = hashSealing(privateKey, encodeUtf8(session));
  const key = wipeableCopy(hash);
  hash.fill(0);
  try {
    return use(key);
  } finally {
    key.fill(0);
  }
}

/** Core: MuSig2SessionID. */
function sessionId(
  { publicKey }: MusigRequest,
  participant: Bytes,
  digest: Bytes,
  publicNonce: Bytes,
): string {
  return encodeHex(sha256(concatBytes(publicKey, participant, digest, publicNonce)));
}

/** Aggregates the keys; `undefined` if the participants do not give their aggregate key. */
function aggregation(
  { participants, aggregate }: MusigRequest,
  curve: Secp256k1,
): KeyAggregation | undefined {
  const keys = aggregateKeys(participants, curve);
  return keys && equalBytes(aggregateOf(keys), aggregate) ? keys : undefined;
}

function tweakedAggregation(request: MusigRequest, curve: Secp256k1): KeyAggregation | undefined {
  let keys = aggregation(request, curve);
  for (const tweak of request.tweaks) keys = keys && applyTweak(keys, tweak, curve);
  return keys;
}

function sessionOf(
  request: MusigRequest,
  nonces: Contributions,
  digest: Bytes,
  curve: Secp256k1,
): MusigSession | undefined {
  const { participants } = request;
  const inOrder = participants.flatMap((key) => nonces.get(encodeHex(key)) ?? []);
  if (nonces.size !== participants.length || inOrder.length !== participants.length) {
    return undefined;
  }
  const keys = tweakedAggregation(request, curve);
  const nonce = keys && aggregateMusigNonces(inOrder, curve);
  return keys && nonce && openMusigSession(keys, nonce, digest, curve);
}

/**
 * Returns the participants with wrong partial signatures, in hex. Returns none if a nonce is
 * missing or the participants do not give the key.
 */
export function wrongPartials(
  request: MusigRequest,
  nonces: Contributions,
  partials: Contributions,
  digest: Bytes,
  curve: Secp256k1,
): readonly string[] {
  const session = sessionOf(request, nonces, digest, curve);
  if (session === undefined) return [];
  return request.participants.flatMap((participant) => {
    const id = encodeHex(participant);
    const [nonce, partial] = [nonces.get(id), partials.get(id)];
    if (nonce === undefined || partial === undefined) return [];
    return verifyMusigPartial(session, partial, nonce, participant, curve) ? [] : [id];
  });
}

/** Verifies the aggregated signature; it is valid if all partial signatures are. */
function confirmJoined(curve: Secp256k1, signature: Bytes, digest: Bytes, publicKey: Bytes): void {
  const check = { kind: 'schnorr', signature, digest, publicKey: publicKey.subarray(1) } as const;
  if (!curve.confirm(check)) throw new ComputationFault('signature');
}

function joinPartials(
  session: MusigSession,
  { participants }: MusigRequest,
  nonces: Contributions,
  partials: Contributions,
  curve: Secp256k1,
): Bytes | undefined {
  const inOrder: Bytes[] = [];
  for (const participant of participants) {
    const id = encodeHex(participant);
    const [nonce, partial] = [nonces.get(id), partials.get(id)];
    if (nonce === undefined || partial === undefined) return undefined;
    if (!verifyMusigPartial(session, partial, nonce, participant, curve)) return undefined;
    inOrder.push(partial);
  }
  return aggregateMusigPartials(session, inOrder);
}
