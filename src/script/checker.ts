import type { Bytes } from '../encoding/bytes.ts';
import type { ScriptError } from './script-error.ts';

/** Data that a taproot digest commits to besides the transaction. Core: ScriptExecutionData. */
export type TaprootSpend = {
  /** SHA256 of the annex with its CompactSize length; absent if there is no annex. */
  readonly annexHash?: Bytes | undefined;
  /** 32 bytes in hashing order (BIP341, tapleaf); only for the script path. */
  readonly leafHash?: Bytes | undefined;
  /**
   * Position of the last OP_CODESEPARATOR that ran, 0xffffffff for none; only for the script path.
   */
  readonly codeSeparatorPosition?: number | undefined;
};

/** The transaction data that a script needs. Core: BaseSignatureChecker. */
export type SignatureChecker = {
  /**
   * Returns true if an ECDSA signature is valid. `signature` is DER and a byte of hash type,
   * unchecked. Signatures are already removed from `scriptCode`.
   */
  checkEcdsaSignature(
    signature: Bytes,
    publicKey: Bytes,
    scriptCode: Bytes,
    sigVersion: 'base' | 'witness_v0',
  ): boolean;
  /**
   * Returns the error of a signature of any size, or `undefined` if it is valid. `publicKey` has 32
   * bytes.
   */
  checkSchnorrSignature(
    signature: Bytes,
    publicKey: Bytes,
    spend: TaprootSpend,
  ): ScriptError | undefined;
  /** Checks the operand of OP_CHECKLOCKTIMEVERIFY: not negative, below 2^39. */
  checkLockTime(lockTime: number): boolean;
  /** Checks the operand of OP_CHECKSEQUENCEVERIFY: not negative, below 2^39. */
  checkSequence(sequence: number): boolean;
  /**
   * Returns true if Q = lift_x(internalKey) + tweak*G (BIP341), where `parity` is that of Q's Y.
   */
  checkTaprootTweak(outputKey: Bytes, internalKey: Bytes, tweak: Bytes, parity: 0 | 1): boolean;
};

/**
 * A checker without a transaction, which accepts no signature and no lock. Use it to see what a
 * script leaves on the stack.
 */
export const refusingChecker: SignatureChecker = {
  checkEcdsaSignature: () => false,
  checkSchnorrSignature: () => 'SCHNORR_SIG',
  checkLockTime: () => false,
  checkSequence: () => false,
  checkTaprootTweak: () => false,
};
