import type { MusigChild, MusigTweak } from '../crypto/musig.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { KeyOrigin } from './provider.ts';

/** A request for an ECDSA signature. */
export type EcdsaRequest = {
  readonly publicKey: Bytes;
  /** hash160 of `publicKey`, and the hex of it. */
  readonly keyHash: Bytes;
  readonly id: string;
  /** The origin of the key, if known. */
  readonly keyOrigin: KeyOrigin | undefined;
  readonly scriptCode: Bytes;
  readonly sigVersion: 'base' | 'witness_v0';
};

/** A request for a BIP340 signature: in tapscript with a leaf, on the key path without. */
export type SchnorrRequest = {
  readonly xOnly: Bytes;
  readonly leafHash?: Bytes;
  /**
   * Key path by the internal key: tweak it with this Merkle root, empty when there are no scripts.
   */
  readonly taprootTweak?: Bytes;
  /** The key after the tweak. */
  readonly outputKey?: Bytes;
};

/**
 * A key that several sign for together: which script names it, and how it comes from their
 * aggregate key.
 */
export type MusigRequest = {
  readonly participants: readonly Bytes[];
  /** 33 bytes. */
  readonly aggregate: Bytes;
  readonly tweaks: readonly MusigTweak[];
  /** 33 bytes: the key in the script or, tweaked, in the output. */
  readonly publicKey: Bytes;
  readonly leafHash: Bytes | undefined;
};

/** Contributions by hex of the participant's key. */
export type Contributions = ReadonlyMap<string, Bytes>;

/** The last signer's contribution. */
type MusigLast = { readonly publicNonce: Bytes; readonly partialSignature: Bytes };

/** The rounds of MuSig2 (BIP327); each answers `undefined` where it cannot be gone. */
export type MusigCreator = {
  readonly secp256k1: Secp256k1;
  /** See `deriveMusigChild`. */
  readonly deriveChild: (aggregate: Bytes, path: readonly number[]) => MusigChild | undefined;
  /** The signature with its sighash byte, once every participant's part is there. */
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
  /** A new public nonce, whose secret is remembered. */
  readonly nonce: (request: MusigRequest, participant: Bytes) => Bytes | undefined;
  /** Both rounds at once, for the only participant whose nonce is not among `nonces`. */
  readonly last: (
    request: MusigRequest,
    participant: Bytes,
    nonces: Contributions,
  ) => MusigLast | undefined;
};

/**
 * A source of signatures while an input is assembled: from a transaction's digests, or
 * placeholders. Each signature is the complete element with its sighash byte, or `undefined` if
 * unavailable. Core: BaseSignatureCreator (script/sign.h).
 */
export type SignatureCreator = {
  readonly ecdsa: (request: EcdsaRequest) => Bytes | undefined;
  readonly schnorr: (request: SchnorrRequest) => Bytes | undefined;
  /** Signs by MuSig2. Absent: MuSig2 is not available. */
  readonly musig?: MusigCreator;
  /**
   * Returns true if the transaction satisfies OP_CHECKLOCKTIMEVERIFY or OP_CHECKSEQUENCEVERIFY with
   * this operand.
   */
  readonly checkLockTime: (locktime: number) => boolean;
  readonly checkSequence: (sequence: number) => boolean;
};

/** A well-formed DER signature of the given length of R and S, with the sighash byte of ALL. */
function dummyEcdsa(lengthR: number, lengthS: number): Bytes {
  const signature = new Uint8Array(lengthR + lengthS + 7);
  signature.set([0x30, lengthR + lengthS + 4, 0x02, lengthR, 0x01]);
  signature.set([0x02, lengthS, 0x01], 4 + lengthR);
  signature[signature.length - 1] = 1;
  return signature;
}

function dummyCreator(ecdsa: Bytes): SignatureCreator {
  const schnorr = new Uint8Array(64);
  return {
    ecdsa: () => ecdsa,
    schnorr: () => schnorr,
    checkLockTime: () => true,
    checkSequence: () => true,
  };
}

/** 71 bytes, as our own low-R signatures. Core: DUMMY_SIGNATURE_CREATOR. */
export const dummySignatureCreator: SignatureCreator = dummyCreator(dummyEcdsa(32, 32));
/** 72 bytes, as other signers may make them. Core: DUMMY_MAXIMUM_SIGNATURE_CREATOR. */
export const dummyMaximumSignatureCreator: SignatureCreator = dummyCreator(dummyEcdsa(33, 32));
