import type { Bytes } from '../encoding/bytes.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import type { KeyOrigin } from './provider.ts';

/**
 * One signature that an input needs. The digest is all that a signer has to sign; the rest says
 * what it is for.
 */
export type SignatureRequest = {
  /** Index of the input. */
  readonly input: number;
  /** ECDSA for all but taproot, Schnorr (BIP340) for taproot. */
  readonly algorithm: 'ecdsa' | 'schnorr';
  /** SEC1 bytes for ECDSA; 33 bytes with the parity of the key at hand for Schnorr. */
  readonly publicKey: Bytes;
  /** The 32 bytes to sign, as they were hashed. */
  readonly digest: Bytes;
  /** What the digest commits to. It is put behind the signature here, not by the signer. */
  readonly sighashType: SighashType;
  /** Master fingerprint and path of the key; absent: nobody told them. */
  readonly keyOrigin?: KeyOrigin;
  /** ECDSA: the script that the digest commits to. Absent for Schnorr. */
  readonly scriptCode?: Bytes;
  /** Which rules made the digest: legacy, BIP143, BIP341 by key, BIP342. */
  readonly sigVersion: 'base' | 'witness_v0' | 'taproot' | 'tapscript';
  /** Tapscript: the hash of the leaf, 32 bytes in the order of hashing; absent otherwise. */
  readonly leafHash?: Bytes;
  /**
   * Taproot key path: the signing key is the internal key and must be tweaked (BIP341
   * taproot_tweak_seckey) with this Merkle root, empty when the output has no scripts. Absent: sign
   * with the key as it is.
   */
  readonly taprootTweak?: Bytes;
  /** With a tweak: the 32 bytes of the tweaked key, which the signature is verified with. */
  readonly outputKey?: Bytes;
};

/**
 * An external signer: answers in the order of the requests, `undefined` where it will not or cannot
 * sign. ECDSA: R || S as 64 bytes, or DER; Schnorr: 64 bytes (BIP340); without a sighash byte.
 */
export type ExternalSigner = (
  requests: readonly SignatureRequest[],
) => Promise<readonly (Bytes | undefined)[]>;
