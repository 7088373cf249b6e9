import type { Bytes } from '../encoding/bytes.ts';
import type { ScriptError } from './script-error.ts';

/** Core's `ScriptExecutionData`: what a taproot digest commits to beside the transaction. */
export type TaprootSpend = {
  /** SHA256 of the annex with its CompactSize length; absent: no annex. */
  readonly annexHash?: Bytes | undefined;
  /** 32 bytes, in the order of hashing (BIP341, tapleaf); script path only. */
  readonly leafHash?: Bytes | undefined;
  /** Position of the last OP_CODESEPARATOR that ran, 0xffffffff for none; script path only. */
  readonly codeSeparatorPosition?: number | undefined;
};

/** The questions that a script asks of its transaction: Core's `BaseSignatureChecker`. */
export type SignatureChecker = {
  /**
   * `signature` is DER and one byte of hash type, unchecked; `scriptCode` has its signatures
   * removed already.
   */
  checkEcdsaSignature(
    signature: Bytes,
    publicKey: Bytes,
    scriptCode: Bytes,
    sigVersion: 'base' | 'witness_v0',
  ): boolean;
  /** `signature` of any size, `publicKey` of 32 bytes. `undefined`: valid. */
  checkSchnorrSignature(
    signature: Bytes,
    publicKey: Bytes,
    spend: TaprootSpend,
  ): ScriptError | undefined;
  /** Checks the operand of OP_CHECKLOCKTIMEVERIFY: not negative, below 2^39. */
  checkLockTime(lockTime: number): boolean;
  /** Checks the operand of OP_CHECKSEQUENCEVERIFY: not negative, below 2^39. */
  checkSequence(sequence: number): boolean;
  /** BIP341: Q = lift_x(internalKey) + tweak*G, and `parity` is that of Q's Y. */
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
