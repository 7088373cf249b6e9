import type { Bytes } from '../encoding/bytes.ts';
import { VerifyFlag, type VerifyFlags } from './flags.ts';
import { isCompressedOrUncompressed, isCompressedPublicKey } from './public-key.ts';
import type { ScriptError } from './script-error.ts';

const ANY_DER_FLAG = VerifyFlag.DERSIG | VerifyFlag.LOW_S | VerifyFlag.STRICTENC;

/**
 * Checks the encoding of a signature. The empty signature is accepted, as a short invalid one.
 * Core: CheckSignatureEncoding.
 */
export function checkSignatureEncoding(
  signature: Bytes,
  flags: VerifyFlags,
): ScriptError | undefined {
  if (signature.length === 0) return undefined;
  if ((flags & ANY_DER_FLAG) !== 0 && !isStrictDer(signature)) return 'SIG_DER';
  if ((flags & VerifyFlag.LOW_S) !== 0 && !hasLowS(signature)) return 'SIG_HIGH_S';
  if ((flags & VerifyFlag.STRICTENC) !== 0 && !hasDefinedHashType(signature)) return 'SIG_HASHTYPE';
  return undefined;
}

/** Checks the encoding of a public key. Core: CheckPubKeyEncoding. */
export function checkPublicKeyEncoding(
  publicKey: Bytes,
  flags: VerifyFlags,
  sigVersion: 'base' | 'witness_v0',
): ScriptError | undefined {
  if ((flags & VerifyFlag.STRICTENC) !== 0 && !isCompressedOrUncompressed(publicKey)) {
    return 'PUBKEYTYPE';
  }
  const compressedOnly = (flags & VerifyFlag.WITNESS_PUBKEYTYPE) !== 0;
  if (compressedOnly && sigVersion === 'witness_v0' && !isCompressedPublicKey(publicKey)) {
    return 'WITNESS_PUBKEYTYPE';
  }
  return undefined;
}

/**
 * Checks BIP66's encoding: "0x30 [total-length] 0x02 [R-length] [R] 0x02 [S-length] [S] [sighash]",
 * at most 73 bytes, R and S positive and in their shortest form.
 */
function isStrictDer(signature: Bytes): boolean {
  const { length } = signature;
  if (length < 9 || length > 73) return false;
  if (signature[0] !== 0x30 || signature[1] !== length - 3) return false;
  const lengthR = signature[3] ?? 0;
  if (5 + lengthR >= length) return false;
  const lengthS = signature[5 + lengthR] ?? 0;
  if (lengthR + lengthS + 7 !== length) return false;
  return isShortInteger(signature, 2, lengthR) && isShortInteger(signature, 4 + lengthR, lengthS);
}

/** Checks for 02, the length, and a positive integer without unnecessary zeros. */
function isShortInteger(signature: Bytes, at: number, length: number): boolean {
  if (signature[at] !== 0x02 || length === 0) return false;
  const first = signature[at + 2] ?? 0;
  if ((first & 0x80) !== 0) return false;
  return !(length > 1 && first === 0 && ((signature[at + 3] ?? 0) & 0x80) === 0);
}

// n of secp256k1 and its half, as 32-byte big-endian.
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const HALF_ORDER = ORDER >> 1n;

/**
 * Returns true if S of a strict DER signature is low. libsecp256k1 reads a signature with R or S
 * out of range as zeros, and zero is low. Core: CPubKey::CheckLowS.
 */
function hasLowS(signature: Bytes): boolean {
  const lengthR = signature[3] ?? 0;
  const startS = 6 + lengthR;
  const lengthS = signature[5 + lengthR] ?? 0;
  // S is low if it has fewer than 32 bytes, or 32 with the first below 7f.
  if (lengthS < 32 || (lengthS === 32 && (signature[startS] ?? 0) < 0x7f)) return true;
  const s = toBigInt(signature.subarray(startS, startS + lengthS));
  if (s <= HALF_ORDER || s >= ORDER) return true;
  return toBigInt(signature.subarray(4, 4 + lengthR)) >= ORDER;
}

function toBigInt(bytes: Bytes): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

function hasDefinedHashType(signature: Bytes): boolean {
  const type = (signature[signature.length - 1] ?? 0) & ~0x80;
  return type >= 1 && type <= 3;
}
