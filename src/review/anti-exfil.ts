import { taggedHash } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes, equalBytes } from '../encoding/bytes.ts';

/**
 * What a host and a signer told each other about the nonce of one ECDSA signature: the anti-exfil
 * protocol of libsecp256k1-zkp (`secp256k1_ecdsa_s2c.h`), which BitBox02 and Jade follow.
 */
export type AntiExfil = {
  /** The input that the signature is for, counted from 0. */
  readonly input: number;
  /** Who signs, 33 bytes; `undefined`: whoever signs this input. */
  readonly publicKey: Bytes | undefined;
  /** What the host told first: a tagged hash of its randomness, 32 bytes. */
  readonly hostCommitment: Bytes;
  /** What the signer answered: its own public nonce, 33 bytes. */
  readonly signerCommitment: Bytes;
  /** The host's randomness, told last: 32 bytes. */
  readonly hostEntropy: Bytes;
};

/**
 * `kept`: the host's randomness is in the nonce, so that the signer could hide nothing in it;
 * `broken`: it is not; `uncommitted`: the host had committed to another one, so that the signer may
 * have known it too early; `missing`: nobody told of this signature.
 */
export type AntiExfilVerdict = 'kept' | 'broken' | 'uncommitted' | 'missing';

const hashData = taggedHash('s2c/ecdsa/data');
const hashPoint = taggedHash('s2c/ecdsa/point');

/** `nonce`: the r of the signature, 32 bytes. */
export function judgeAntiExfil(
  { hostCommitment, signerCommitment, hostEntropy }: AntiExfil,
  nonce: Bytes,
  secp256k1: Secp256k1,
): Exclude<AntiExfilVerdict, 'missing'> {
  if (!equalBytes(hashData(hostEntropy), hostCommitment)) return 'uncommitted';
  const tweak = hashPoint(concatBytes(signerCommitment, hostEntropy));
  const point = secp256k1.tweakPublicKey(signerCommitment, tweak);
  // r is x modulo the order, which is x itself but for one in 2^127.
  return point !== undefined && equalBytes(point.subarray(1), nonce) ? 'kept' : 'broken';
}

/** Who is told of; of several entries for one input each names its key. */
export const tellsOf = (
  { input, publicKey }: AntiExfil,
  signature: { readonly input: number; readonly publicKey: Bytes },
): boolean =>
  input === signature.input &&
  (publicKey === undefined || equalBytes(publicKey, signature.publicKey));
