import { hash256, sha256 } from '../crypto/hash.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { createWriter } from '../encoding/writer.ts';
import { amountOf, once, prevoutBytes, type SharedParts, sequenceOf } from './shared.ts';
import { isAnyoneCanPay, isNone, isSingle, type SighashType } from './sighash-type.ts';

const ZEROS: Bytes = new Uint8Array(32);

/** The digest of BIP143. */
export type SegwitV0Hasher = (input: number, scriptCode: Bytes, type: SighashType) => Bytes;

/** BIP143, "Specification". */
export function createSegwitV0Hasher(shared: SharedParts): SegwitV0Hasher {
  const { version, locktime, outputs } = shared.transaction;
  const hashAllPrevouts = once(() => sha256(shared.shaPrevouts()));
  const hashAllSequences = once(() => sha256(shared.shaSequences()));
  const hashAllOutputs = once(() => sha256(shared.shaOutputs()));
  // One for all: making it would cost about as much as hashing what is written.
  const preimage = createWriter();

  /**
   * "If the ANYONECANPAY flag is not set, hashPrevouts is the double SHA256 of the serialization of
   * all input outpoints; Otherwise, hashPrevouts is a uint256 of 0x0000......0000."
   */
  const hashPrevouts = (type: SighashType): Bytes =>
    isAnyoneCanPay(type) ? ZEROS : hashAllPrevouts();

  /**
   * "If none of the ANYONECANPAY, SINGLE, NONE sighash type is set, hashSequence is the double
   * SHA256 of the serialization of nSequence of all inputs".
   */
  const hashSequence = (type: SighashType): Bytes =>
    isAnyoneCanPay(type) || isSingle(type) || isNone(type) ? ZEROS : hashAllSequences();

  /** "hashOutputs": of all outputs, of the one with the input's index, or zeros. */
  function hashOutputs(input: number, type: SighashType): Bytes {
    if (isNone(type)) return ZEROS;
    if (!isSingle(type)) return hashAllOutputs();
    return input < outputs.length ? sha256(shared.shaOutput(input)) : ZEROS;
  }

  return (input, scriptCode, type) => {
    preimage
      .clear()
      .u32(version)
      .bytes(hashPrevouts(type))
      .bytes(hashSequence(type))
      .bytes(prevoutBytes(shared, input))
      .varBytes(scriptCode)
      .i64(amountOf(shared.coins[input]))
      .u32(sequenceOf(shared, input))
      .bytes(hashOutputs(input, type))
      .u32(locktime)
      .i32(type);
    return hash256(preimage.written());
  };
}
