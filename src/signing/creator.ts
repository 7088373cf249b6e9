import type { MusigTweak } from '../crypto/musig.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { KeyOrigin } from './provider.ts';

/** What an ECDSA signature is asked for. */
export type EcdsaRequest = {
  readonly publicKey: Bytes;
  /** hash160 of `publicKey`, and the hex of it. */
  readonly keyHash: Bytes;
  readonly id: string;
  /** Where the key comes from, if anybody knows. */
  readonly keyOrigin: KeyOrigin | undefined;
  readonly scriptCode: Bytes;
  readonly sigVersion: 'base' | 'witness_v0';
};

/** What a BIP340 signature is asked for: with a leaf in tapscript, without on the key path. */
export type SchnorrRequest = {
  readonly xOnly: Bytes;
  readonly leafHash?: Bytes;
  /**
   * Key path by the internal key: tweak it with this Merkle root, empty when there are no scripts.
   */
  readonly taprootTweak?: Bytes;
  /** What the tweak makes of the key. */
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

/** By hex of the participant. */
export type Contributions = ReadonlyMap<string, Bytes>;

/** The rounds of MuSig2 (BIP327); each answers `undefined` where it cannot be gone. */
export type MusigCreator = {
  readonly secp256k1: Secp256k1;
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
};

/**
 * Where signatures come from while an input is put together: a transaction's digests, or stand-ins.
 * Each is the whole element with its sighash byte; `undefined` when it cannot be had. Core:
 * BaseSignatureCreator (script/sign.h).
 */
export type SignatureCreator = {
  readonly ecdsa: (request: EcdsaRequest) => Bytes | undefined;
  readonly schnorr: (request: SchnorrRequest) => Bytes | undefined;
  /** Absent: nobody signs together. */
  readonly musig?: MusigCreator;
  /**
   * Whether the transaction satisfies OP_CHECKLOCKTIMEVERIFY and OP_CHECKSEQUENCEVERIFY with this
   * operand.
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
