import type { PrivateKey } from '../crypto/private-key.ts';
import { isMoneyRange, MAX_MONEY } from '../encoding/amount.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import { isLockTimeMet, isSequenceMet } from '../sighash/transaction-checker.ts';
import { SEQUENCE_FINAL } from '../transaction/transaction.ts';
import { type Produced, produceSignature } from './assemble.ts';
import type { EcdsaRequest, MusigCreator, SchnorrRequest, SignatureCreator } from './creator.ts';
import type { SigningSession } from './job.ts';
import { findByXOnly } from './keys.ts';
import type { SigningPath, SigningProvider } from './provider.ts';
import type { SignatureData } from './signature-data.ts';
import type { SignatureRequest } from './signature-request.ts';

/**
 * Signatures so far, in the form of scripts; `undefined` if unavailable. Keys are the hash160 of
 * the public key in hex for ECDSA, and `requestKey` for Schnorr.
 */
export type Answers = Map<string, Bytes | undefined>;

/** A signature that is still to be made. */
export type SignatureNeed = {
  readonly request: SignatureRequest;
  /** The key of its signature in `Answers`. */
  readonly name: string;
  /** The private key; if `undefined`, only an external signer may have it. */
  readonly key: PrivateKey | undefined;
};

export type Plan = {
  /** Missing signatures. If empty, `produced` is final. */
  readonly wanted: readonly SignatureNeed[];
  readonly produced: Produced;
};

/** An input to sign, with its data. */
export type InputToSign = {
  readonly index: number;
  /** The keys and scripts for this input. */
  readonly provider: SigningProvider;
  readonly sighashType: SighashType;
  /** If absent, keys that sign together add nothing. */
  readonly musig?: MusigCreator | undefined;
  /** Existing data of the input. */
  readonly known: SignatureData;
};

/** Identifies a request of one algorithm within its input. `key`: public or x-only. */
export function requestKey(
  key: Bytes,
  { leafHash, taprootTweak }: Pick<SignatureRequest, 'leafHash' | 'taprootTweak'>,
): string {
  const leaf = leafHash ? encodeHex(leafHash) : '';
  return `${encodeHex(key)}:${leaf}:${taprootTweak ? 't' : ''}`;
}

/** A placeholder as long as a signature, which never leaves a plan. */
const STAND_IN: Bytes = new Uint8Array(72);

/**
 * Assembles an input with the known signatures. Requests the missing ones and uses placeholders for
 * them. The bytes of signatures do not affect which ones are needed.
 */
export function planInput(
  input: InputToSign,
  answers: Answers,
  { cache }: Pick<SigningSession, 'cache'>,
): Plan {
  const { index, provider, musig, known } = input;
  const { transaction } = cache;
  const scriptPubKey = cache.coins[index]?.scriptPubKey ?? emptyBytes;
  const sequence = transaction.inputs[index]?.sequence ?? SEQUENCE_FINAL;
  const wanted: SignatureNeed[] = [];
  // Existing answers need no digest.
  const answer = (name: string, ask: () => KeyedRequest | undefined): Bytes | undefined => {
    if (answers.has(name)) return answers.get(name);
    const asked = ask();
    if (asked === undefined) return undefined;
    wanted.push({ request: asked.request, name, key: provider.getPrivateKey(asked.keyHash) });
    return STAND_IN;
  };
  const creator: SignatureCreator = {
    ecdsa: (request) => answer(request.id, () => requestEcdsa(input, request, cache)),
    schnorr: (request) =>
      answer(requestKey(request.xOnly, request), () => requestSchnorr(input, request, cache)),
    checkLockTime: (lockTime) => isLockTimeMet(transaction, sequence, lockTime),
    checkSequence: (required) => isSequenceMet(transaction, sequence, required),
    ...(musig && { musig }),
  };
  const path = provider.pathOf?.(scriptPubKey);
  const along = path === undefined ? creator : creatorAlong(path, creator);
  return { wanted, produced: produceSignature(provider, along, scriptPubKey, known) };
}

/** A request and the hash160 of its public key. */
type KeyedRequest = { readonly request: SignatureRequest; readonly keyHash: Bytes };

/** Core: MutableTransactionSignatureCreator::CreateSig. */
function requestEcdsa(
  { index, provider, sighashType }: InputToSign,
  { publicKey, keyHash, keyOrigin, scriptCode, sigVersion }: EcdsaRequest,
  cache: SighashCache,
): KeyedRequest | undefined {
  if (!provider.canSign(keyHash)) return undefined;
  // BIP143: "only compressed public keys are accepted in P2WPKH and P2WSH".
  if (sigVersion === 'witness_v0' && publicKey.length !== 33) return undefined;
  const type = sighashType === Sighash.DEFAULT ? Sighash.ALL : sighashType;
  if (sigVersion === 'witness_v0' && !isMoneyRange(cache.coins[index]?.value ?? MAX_MONEY)) {
    return undefined;
  }
  const request: SignatureRequest = {
    input: index,
    algorithm: 'ecdsa',
    publicKey,
    digest: cache.ecdsaDigest(index, scriptCode, type, sigVersion),
    sighashType: type,
    scriptCode,
    sigVersion,
  };
  return { request: keyOrigin ? { ...request, keyOrigin } : request, keyHash };
}

/** Core: MutableTransactionSignatureCreator::CreateSchnorrSig. */
function requestSchnorr(
  { index, provider, sighashType, known }: InputToSign,
  { xOnly, leafHash, taprootTweak, outputKey }: SchnorrRequest,
  cache: SighashCache,
): KeyedRequest | undefined {
  const key = findByXOnly(xOnly, provider.canSign);
  if (key === undefined) return undefined;
  const digest = cache.taprootDigest(index, sighashType, leafHash ? { leafHash } : {});
  if (digest === undefined) return undefined;
  const keyOrigin =
    provider.getKeyOrigin(key.keyHash) ?? known.taprootPublicKeys.get(encodeHex(xOnly))?.origin;
  const request: SignatureRequest = {
    input: index,
    algorithm: 'schnorr',
    publicKey: key.publicKey,
    digest,
    sighashType,
    sigVersion: leafHash ? 'tapscript' : 'taproot',
    ...(leafHash && { leafHash }),
    ...(taprootTweak && { taprootTweak }),
    ...(outputKey && { outputKey }),
    ...(keyOrigin && { keyOrigin }),
  };
  return { request, keyHash: key.keyHash };
}

/**
 * Requests only the signatures of one path. Locks that the path does not have count as unsatisfied.
 */
export function creatorAlong(
  { keys, leafHash, older = -1, after = -1 }: SigningPath,
  creator: SignatureCreator,
): SignatureCreator {
  const isThere = (other: Bytes | undefined) =>
    leafHash === undefined || other === undefined
      ? leafHash === other
      : equalBytes(leafHash, other);
  const has = (xOnly: Bytes) => keys.has(encodeHex(xOnly));
  const { musig } = creator;
  return {
    ecdsa: (request) =>
      has(request.publicKey.subarray(1, 33)) ? creator.ecdsa(request) : undefined,
    schnorr: (request) =>
      isThere(request.leafHash) && (leafHash === undefined || has(request.xOnly))
        ? creator.schnorr(request)
        : undefined,
    checkLockTime: (lock) => lock <= after && creator.checkLockTime(lock),
    checkSequence: (lock) => lock <= older && creator.checkSequence(lock),
    ...(musig && {
      musig: {
        ...musig,
        aggregate: (request, ...rest) =>
          isThere(request.leafHash) ? musig.aggregate(request, ...rest) : undefined,
        partial: (request, ...rest) =>
          isThere(request.leafHash) ? musig.partial(request, ...rest) : undefined,
        nonce: (request, ...rest) =>
          isThere(request.leafHash) ? musig.nonce(request, ...rest) : undefined,
        last: (request, ...rest) =>
          isThere(request.leafHash) ? musig.last(request, ...rest) : undefined,
      },
    }),
  };
}
