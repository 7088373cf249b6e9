import { isMoneyRange, MAX_MONEY } from '../encoding/amount.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { transactionChecker } from '../sighash/checker.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import { creatorAlong } from './along-path.ts';
import { type Produced, produceSignature } from './assemble.ts';
import type { EcdsaRequest, MusigCreator, SchnorrRequest, SignatureCreator } from './creator.ts';
import type { SigningSession } from './job.ts';
import { findByXOnly } from './keys.ts';
import type { SigningProvider } from './provider.ts';
import type { SignatureData } from './signature-data.ts';
import type { SignatureRequest } from './signature-request.ts';

/**
 * Answers so far, by `requestKey`: signatures as scripts have them, `undefined` where there is none
 * to be had.
 */
export type Answers = Map<string, Bytes | undefined>;

export type Plan = {
  /** What is still to be signed. Empty: `produced` is final. */
  readonly requests: readonly SignatureRequest[];
  readonly produced: Produced;
};

/** An input that is to be signed, and how. */
export type InputToSign = {
  readonly index: number;
  /** Who knows its keys and scripts. */
  readonly provider: SigningProvider;
  readonly sighashType: SighashType;
  /** Absent: keys that sign together add nothing. */
  readonly musig?: MusigCreator | undefined;
  /** What it brought along. */
  readonly known: SignatureData;
};

/** Names a request among those of its input. */
export function requestKey(
  request: Pick<SignatureRequest, 'publicKey' | 'leafHash' | 'taprootTweak' | 'algorithm'>,
): string {
  const leaf = request.leafHash ? encodeHex(request.leafHash) : '';
  return `${request.algorithm}:${encodeHex(request.publicKey)}:${leaf}:${request.taprootTweak ? 't' : ''}`;
}

/** As long as a signature; it never leaves a plan. */
const STAND_IN: Bytes = new Uint8Array(72);

/**
 * Assembles an input with the answers at hand. Signatures that have no answer yet are requested,
 * and stood in for: which ones are needed depends on what can be signed, not on the bytes of
 * signatures.
 */
export function planInput(
  input: InputToSign,
  answers: Answers,
  { cache, secp256k1 }: Pick<SigningSession, 'cache' | 'secp256k1'>,
): Plan {
  const { index, provider, musig, known } = input;
  const { checkLockTime, checkSequence } = transactionChecker(cache, index, secp256k1);
  const scriptPubKey = cache.coins[index]?.scriptPubKey ?? emptyBytes;
  const requests: SignatureRequest[] = [];
  const ask = (request: SignatureRequest | undefined): Bytes | undefined => {
    if (request === undefined) return undefined;
    const key = requestKey(request);
    if (answers.has(key)) return answers.get(key);
    requests.push(request);
    return STAND_IN;
  };
  const creator: SignatureCreator = {
    ecdsa: (request) => ask(requestEcdsa(input, request, cache)),
    schnorr: (request) => ask(requestSchnorr(input, request, cache)),
    checkLockTime,
    checkSequence,
    ...(musig && { musig }),
  };
  const path = provider.pathOf?.(scriptPubKey);
  const along = path === undefined ? creator : creatorAlong(path, creator);
  const produced = produceSignature(provider, along, scriptPubKey, known);
  return { requests, produced };
}

/** Core: MutableTransactionSignatureCreator::CreateSig. */
function requestEcdsa(
  { index, provider, sighashType, known }: InputToSign,
  { publicKey, keyHash, scriptCode, sigVersion }: EcdsaRequest,
  cache: SighashCache,
): SignatureRequest | undefined {
  if (!provider.canSign(keyHash)) return undefined;
  // BIP143: "only compressed public keys are accepted in P2WPKH and P2WSH".
  if (sigVersion === 'witness_v0' && publicKey.length !== 33) return undefined;
  const type = sighashType === Sighash.DEFAULT ? Sighash.ALL : sighashType;
  if (sigVersion === 'witness_v0' && !isMoneyRange(cache.coins[index]?.amount ?? MAX_MONEY)) {
    return undefined;
  }
  const digest = cache.ecdsaDigest(index, scriptCode, type, sigVersion);
  const keyOrigin =
    provider.getKeyOrigin(keyHash) ?? known.publicKeys.get(encodeHex(keyHash))?.origin;
  return {
    input: index,
    algorithm: 'ecdsa',
    publicKey,
    digest,
    sighashType: type,
    scriptCode,
    sigVersion,
    ...(keyOrigin && { keyOrigin }),
  };
}

/** Core: MutableTransactionSignatureCreator::CreateSchnorrSig. */
function requestSchnorr(
  { index, provider, sighashType, known }: InputToSign,
  { xOnly, leafHash, taprootTweak, outputKey }: SchnorrRequest,
  cache: SighashCache,
): SignatureRequest | undefined {
  const key = findByXOnly(xOnly, provider.canSign);
  if (key === undefined) return undefined;
  const digest = cache.taprootDigest(index, sighashType, leafHash ? { leafHash } : {});
  if (digest === undefined) return undefined;
  const keyOrigin =
    provider.getKeyOrigin(key.keyHash) ?? known.taprootPublicKeys.get(encodeHex(xOnly))?.origin;
  return {
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
}
