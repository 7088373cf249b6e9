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
  /** SEC1 bytes for ECDSA; 33 bytes with the parity of the available key for Schnorr. */
  readonly publicKey: Bytes;
  /** The 32 bytes to sign, in hashing order. */
  readonly digest: Bytes;
  /** The sighash type in the digest. coldsign appends it to the signature; the signer does not. */
  readonly sighashType: SighashType;
  /** Master fingerprint and path of the key; absent if unknown. */
  readonly keyOrigin?: KeyOrigin | undefined;
  /** The script that an ECDSA digest commits to. Absent for Schnorr. */
  readonly scriptCode?: Bytes | undefined;
  /** The rules of the digest: legacy, BIP143, BIP341 for the key path, BIP342. */
  readonly sigVersion: 'base' | 'witness_v0' | 'taproot' | 'tapscript';
  /** The leaf hash for tapscript, 32 bytes in hashing order; absent otherwise. */
  readonly leafHash?: Bytes | undefined;
  /**
   * Taproot key path: the signing key is the internal key and must be tweaked (BIP341
   * taproot_tweak_seckey) with this Merkle root, which is empty if the output has no scripts. If
   * absent, sign with the key itself.
   */
  readonly taprootTweak?: Bytes | undefined;
  /** The tweaked key (32 bytes) that verifies the signature; set if there is a tweak. */
  readonly outputKey?: Bytes | undefined;
};

/**
 * An external signer. Returns signatures without a sighash byte, in the order of the requests;
 * `undefined` for a request that it does not sign. ECDSA: 64 bytes of R || S, or DER. Schnorr: 64
 * bytes (BIP340).
 */
export type ExternalSigner = (
  requests: readonly SignatureRequest[],
) => Promise<readonly (Bytes | undefined)[]>;
