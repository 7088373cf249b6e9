import { parseDerLax } from '../crypto/der.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { LOCKTIME_THRESHOLD } from '../script/limits.ts';
import { isPublicKeySize } from '../script/public-key.ts';
import { SEQUENCE_FINAL, type Transaction } from '../transaction/transaction.ts';
import type { SighashCache } from './cache.ts';
import { amountOf } from './shared.ts';
import { Sighash } from './sighash-type.ts';

/**
 * The part of the curve that verifies; a `Secp256k1` is a verifier. A verifier that collects
 * signatures for `Secp256k1.verifyAll` must know two things. A wrong Schnorr signature always fails
 * its script, a wrong ECDSA signature may not. And a failure is exact only if no signature was
 * assumed valid before it.
 */
export type SignatureVerifier = Pick<
  Secp256k1,
  'verifyEcdsa' | 'verifySchnorr' | 'tweakXOnlyPublicKey'
>;

/** Bits of a sequence (BIP68). */
export const SEQUENCE_LOCKTIME_DISABLE_FLAG = 0x80000000;
export const SEQUENCE_LOCKTIME_TYPE_FLAG = 0x00400000;
const SEQUENCE_LOCKTIME_MASK = 0x0000ffff;

/**
 * Creates a checker for one input of the cache's transaction. `input` counts from 0. Core:
 * TransactionSignatureChecker.
 */
export function transactionChecker(
  cache: SighashCache,
  input: number,
  verifier: SignatureVerifier,
): SignatureChecker {
  const { transaction } = cache;
  const sequence = transaction.inputs[input]?.sequence ?? SEQUENCE_FINAL;
  return {
    checkEcdsaSignature(signature, publicKey, scriptCode, sigVersion) {
      const type = lastOf(signature);
      if (type === undefined || !isPublicKeySize(publicKey)) return false;
      if (sigVersion === 'witness_v0' && amountOf(cache.coins[input]) < 0n) return false;
      const compact = parseDerLax(signature.subarray(0, -1));
      if (compact === undefined) return false;
      const digest = cache.ecdsaDigest(input, scriptCode, type, sigVersion);
      return verifier.verifyEcdsa(compact, digest, publicKey);
    },
    checkSchnorrSignature(signature, publicKey, spend) {
      const { length } = signature;
      if (length !== 64 && length !== 65) return 'SCHNORR_SIG_SIZE';
      const type = length === 64 ? Sighash.DEFAULT : (signature[64] ?? 0);
      // In BIP341, "the last byte hash_type must not be 0x00", so DEFAULT has only one encoding.
      if (length === 65 && type === Sighash.DEFAULT) return 'SCHNORR_SIG_HASHTYPE';
      const digest = cache.taprootDigest(input, type, spend);
      if (digest === undefined) return 'SCHNORR_SIG_HASHTYPE';
      const body = length === 64 ? signature : signature.subarray(0, 64);
      const valid = verifier.verifySchnorr(body, digest, publicKey);
      return valid ? undefined : 'SCHNORR_SIG';
    },
    checkLockTime: (lockTime) => isLockTimeMet(transaction, sequence, lockTime),
    checkSequence: (required) => isSequenceMet(transaction, sequence, required),
    checkTaprootTweak: (outputKey, internalKey, tweak, parity) => {
      const tweaked = verifier.tweakXOnlyPublicKey(internalKey, tweak);
      if (tweaked === undefined) return false;
      return tweaked.parity === parity && equalBytes(tweaked.xOnly, outputKey);
    },
  };
}

/** Returns true if a script's `lockTime` is met (BIP65). */
export function isLockTimeMet(
  { locktime }: Pick<Transaction, 'locktime'>,
  sequence: number,
  lockTime: number,
): boolean {
  // "there are two kinds of nLockTime": both must be heights or both times.
  if (locktime < LOCKTIME_THRESHOLD !== lockTime < LOCKTIME_THRESHOLD) return false;
  // A final input disables the transaction's lock time.
  return lockTime <= locktime && sequence !== SEQUENCE_FINAL;
}

/** Returns true if a script's relative lock is met (BIP112). `required` has no disable flag. */
export function isSequenceMet(
  { version }: Pick<Transaction, 'version'>,
  sequence: number,
  required: number,
): boolean {
  if (version < 2 || sequence >= SEQUENCE_LOCKTIME_DISABLE_FLAG) return false;
  const mask = SEQUENCE_LOCKTIME_TYPE_FLAG | SEQUENCE_LOCKTIME_MASK;
  const [given, wanted] = [sequence & mask, required & mask];
  const sameKind = given < SEQUENCE_LOCKTIME_TYPE_FLAG === wanted < SEQUENCE_LOCKTIME_TYPE_FLAG;
  return sameKind && wanted <= given;
}
