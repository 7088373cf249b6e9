import { taggedHash } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes, equalBytes } from '../encoding/bytes.ts';

/**
 * Messages between a host and a signer about the nonce of one ECDSA signature: the anti-exfil
 * protocol of libsecp256k1-zkp (`secp256k1_ecdsa_s2c.h`), which BitBox02 and Jade follow.
 */
export type AntiExfil = {
  /** Number of the signed input, counted from 0. */
  readonly input: number;
  /** Public key of the signer, 33 bytes; `undefined` for any key of this input. */
  readonly publicKey: Bytes | undefined;
  /** Host's commitment, sent first: a tagged hash of its randomness, 32 bytes. */
  readonly hostCommitment: Bytes;
  /** Signer's answer: its public nonce, 33 bytes. */
  readonly signerCommitment: Bytes;
  /** Host's randomness, revealed last: 32 bytes. */
  readonly hostEntropy: Bytes;
};

/**
 * `kept`: the nonce includes the host's randomness, so the signer could not hide data in it.
 * `broken`: it does not. `uncommitted`: the host committed to other randomness, so the signer may
 * have known this one too early. `missing`: the transcript has no entry for this signature.
 */
export type AntiExfilVerdict = 'kept' | 'broken' | 'uncommitted' | 'missing';

const hashData = taggedHash('s2c/ecdsa/data');
const hashPoint = taggedHash('s2c/ecdsa/point');

/** Judges a nonce: the signature's r, 32 bytes. */
export function judgeAntiExfil(
  { hostCommitment, signerCommitment, hostEntropy }: AntiExfil,
  nonce: Bytes,
  secp256k1: Secp256k1,
): Exclude<AntiExfilVerdict, 'missing'> {
  if (!equalBytes(hashData(hostEntropy), hostCommitment)) return 'uncommitted';
  const tweak = hashPoint(concatBytes(signerCommitment, hostEntropy));
  const point = secp256k1.tweakPublicKey(signerCommitment, tweak);
  // r is x modulo the order, which equals x except with probability 2^-127.
  return point !== undefined && equalBytes(point.subarray(1), nonce) ? 'kept' : 'broken';
}

/**
 * Returns whether a transcript entry is about a signature. An input with several signatures needs
 * an entry for each key.
 */
export const isAbout = (
  { input, publicKey }: AntiExfil,
  signature: { readonly input: number; readonly publicKey: Bytes },
): boolean =>
  input === signature.input &&
  (publicKey === undefined || equalBytes(publicKey, signature.publicKey));
