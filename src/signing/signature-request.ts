import type { Bytes } from '../encoding/bytes.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import type { KeyOrigin } from './provider.ts';

/**
 * One signature that an input needs. A signer signs only the digest; the other members describe its
 * purpose.
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
  /** The sighash type in the digest. This code, not the signer, appends it to the signature. */
  readonly sighashType: SighashType;
  /** Master fingerprint and path of the key; absent if unknown. */
  readonly keyOrigin?: KeyOrigin | undefined;
  /** ECDSA: the script that the digest commits to. Absent for Schnorr. */
  readonly scriptCode?: Bytes | undefined;
  /** The digest's rules: legacy, BIP143, BIP341 by key, BIP342. */
  readonly sigVersion: 'base' | 'witness_v0' | 'taproot' | 'tapscript';
  /** Tapscript: the hash of the leaf, 32 bytes in the order of hashing; absent otherwise. */
  readonly leafHash?: Bytes | undefined;
  /**
   * Taproot key path: the signing key is the internal key and must be tweaked (BIP341
   * taproot_tweak_seckey) with this Merkle root, empty when the output has no scripts. Absent: sign
   * with the key as it is.
   */
  readonly taprootTweak?: Bytes | undefined;
  /** The tweaked key (32 bytes) that verifies the signature; set if there is a tweak. */
  readonly outputKey?: Bytes | undefined;
};

/**
 * An external signer. Returns signatures in the order of the requests, with `undefined` for a
 * request that it does not sign. ECDSA: R || S as 64 bytes, or DER; Schnorr: 64 bytes (BIP340);
 * without a sighash byte.
 */
export type ExternalSigner = (
  requests: readonly SignatureRequest[],
) => Promise<readonly (Bytes | undefined)[]>;
