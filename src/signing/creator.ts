import type { MusigChild, MusigTweak } from '../crypto/musig.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { KeyOrigin } from './provider.ts';

/** A request for an ECDSA signature. */
export type EcdsaRequest = {
  readonly publicKey: Bytes;
  /** The hash160 of `publicKey`; `id` is its hex. */
  readonly keyHash: Bytes;
  readonly id: string;
  /** The origin of the key, if known. */
  readonly keyOrigin: KeyOrigin | undefined;
  readonly scriptCode: Bytes;
  readonly sigVersion: 'base' | 'witness_v0';
};

/** A request for a BIP340 signature, with a leaf in tapscript and without one on the key path. */
export type SchnorrRequest = {
  readonly xOnly: Bytes;
  readonly leafHash?: Bytes;
  /**
   * Key path by the internal key: the Merkle root for the tweak, empty if there are no
   * scripts.
   */
  readonly taprootTweak?: Bytes;
  /** The key after the tweak. */
  readonly outputKey?: Bytes;
};

/**
 * A key of several cosigners, and the tweaks that lead from their aggregate key to the key in the
 * script.
 */
export type MusigRequest = {
  readonly participants: readonly Bytes[];
  /** 33 bytes. */
  readonly aggregate: Bytes;
  readonly tweaks: readonly MusigTweak[];
  /** The key in the script or, tweaked, in the output: 33 bytes. */
  readonly publicKey: Bytes;
  readonly leafHash: Bytes | undefined;
};

/** Contributions by hex of the participant's key. */
export type Contributions = ReadonlyMap<string, Bytes>;

/** The last signer's contribution. */
type MusigLast = { readonly publicNonce: Bytes; readonly partialSignature: Bytes };

/** The rounds of MuSig2 (BIP327). Each returns `undefined` if it is not possible yet. */
export type MusigCreator = {
  readonly secp256k1: Secp256k1;
  /** True to join partial signatures in the call that adds the last one. */
  readonly completes: boolean;
  /** See `deriveMusigChild`. */
  readonly deriveChild: (aggregate: Bytes, path: readonly number[]) => MusigChild | undefined;
  /** Returns the signature with its sighash byte, once all participants' parts are available. */
  readonly aggregate: (
    request: MusigRequest,
    nonces: Contributions,
    partials: Contributions,
  ) => Bytes | undefined;
  readonly partial: (
    request: MusigRequest,
    participant: Bytes,
    nonces: Contributions,
  ) => Bytes | undefined;
  /** Makes a public nonce and stores its secret nonce. */
  readonly nonce: (request: MusigRequest, participant: Bytes) => Bytes | undefined;
  /** Runs both rounds at once, for the only participant without a nonce in `nonces`. */
  readonly last: (
    request: MusigRequest,
    participant: Bytes,
    nonces: Contributions,
  ) => MusigLast | undefined;
};

/**
 * A source of signatures while an input is assembled: real ones, or placeholders. Each signature is
 * the complete element with its sighash byte, or `undefined` if unavailable. Core:
 * BaseSignatureCreator (script/sign.h).
 */
export type SignatureCreator = {
  readonly ecdsa: (request: EcdsaRequest) => Bytes | undefined;
  readonly schnorr: (request: SchnorrRequest) => Bytes | undefined;
  /** Signs by MuSig2. If absent, MuSig2 is not available. */
  readonly musig?: MusigCreator;
  /**
   * Returns true if the transaction satisfies OP_CHECKLOCKTIMEVERIFY or OP_CHECKSEQUENCEVERIFY with
   * this operand.
   */
  readonly checkLockTime: (locktime: number) => boolean;
  readonly checkSequence: (sequence: number) => boolean;
};

/**
 * Makes a well-formed DER signature with the given lengths of R and S, and the sighash byte of ALL.
 */
function placeholderSignature(lengthR: number, lengthS: number): Bytes {
  const signature = new Uint8Array(lengthR + lengthS + 7);
  signature.set([0x30, lengthR + lengthS + 4, 0x02, lengthR, 0x01]);
  signature.set([0x02, lengthS, 0x01], 4 + lengthR);
  signature[signature.length - 1] = 1;
  return signature;
}

function placeholdersOf(ecdsa: Bytes): SignatureCreator {
  const schnorr = new Uint8Array(64);
  return {
    ecdsa: () => ecdsa,
    schnorr: () => schnorr,
    checkLockTime: () => true,
    checkSequence: () => true,
  };
}

/** Makes placeholders of 71 bytes, like our own low-R signatures. Core: DUMMY_SIGNATURE_CREATOR. */
export const lowRPlaceholders: SignatureCreator = placeholdersOf(placeholderSignature(32, 32));
/**
 * Makes placeholders of 72 bytes, as other signers may need. Core: DUMMY_MAXIMUM_SIGNATURE_CREATOR.
 */
export const maximumPlaceholders: SignatureCreator = placeholdersOf(placeholderSignature(33, 32));
