import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { Network } from '../encoding/network.ts';
import type { SigningProvider } from '../signing/provider.ts';
import type { AntiExfil, AntiExfilVerdict } from './anti-exfil.ts';
import type { ReviewedSignature } from './model.ts';
import type { PsbtChange } from './signature-changes.ts';

/** A signature that another signer has added. */
export type CheckedSignature = ReviewedSignature & {
  /** Number of the signed input, counted from 0. */
  readonly input: number;
  /** R, 32 bytes: no two signatures may share it. Empty if the signature cannot be parsed. */
  readonly nonce: Bytes;
  /** True if the highest bit of R is 0, as Core grinds it. `undefined` for Schnorr. */
  readonly hasLowR: boolean | undefined;
  /**
   * `default`: coldsign makes the same signature with this key (RFC 6979 with a low R, or BIP340
   * without randomness). `deterministic`: the plain RFC 6979 nonce, as made by signers that do not
   * grind for a low R. `other`: neither. `unknown`: the key is not available.
   */
  readonly derivation: 'default' | 'deterministic' | 'other' | 'unknown';
  /** True if another signature has the same R: anyone who sees both can compute the private key. */
  readonly isRepeated: boolean;
  /** Verdict on the host's randomness in an ECDSA nonce, if there is a transcript. */
  readonly antiExfil: AntiExfilVerdict | undefined;
};

/** Result of comparing another signer's answer with the PSBT. */
export type Check = {
  /** Differences other than signatures. */
  readonly changes: readonly PsbtChange[];
  /** New signatures. */
  readonly signatures: readonly CheckedSignature[];
  /** Inputs in the transcript for which no signature by that key was added. */
  readonly unanswered: readonly number[];
  /**
   * True if no signed data was changed, earlier signatures are still there, there is a new
   * signature (or MuSig2 nonce, or share for a silent payment), all new signatures are valid and of
   * the requested sighash type, no R is repeated, and all signatures keep to the transcript, if
   * there is one.
   */
  readonly isFine: boolean;
};

/** Data that a check needs. */
export type CheckOptions = {
  /** The curve that signatures are verified with. */
  readonly secp256k1: Secp256k1;
  /** Source of the user's keys; absent means that nonces cannot be recomputed. */
  readonly provider?: SigningProvider | undefined;
  /** R of earlier signatures, as hex, with the signature as hex. */
  readonly seen?: ReadonlyMap<string, string> | undefined;
  /** Anti-exfil transcript of the ECDSA nonces, if there is one. */
  readonly transcript?: readonly AntiExfil[] | undefined;
  /** Network of the addresses in `changes`. Default: `changes` has scripts in hexadecimal. */
  readonly network?: Network | undefined;
};

export type InputSignature = ReviewedSignature & { readonly input: number };
