import { createSha256, type Sha256, sha256 } from '../crypto/hash.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { createWriter } from '../encoding/writer.ts';
import { amountOf, prevoutBytes, type SharedParts, sequenceOf } from './shared.ts';
import { isAnyoneCanPay, isNone, isSingle, type SighashType } from './sighash-type.ts';

const ZEROS: Bytes = new Uint8Array(32);

/** The BIP143 preimage up to the hash type, hashed. */
export type SegwitV0Hasher = (input: number, scriptCode: Bytes, type: SighashType) => Sha256;

/**
 * BIP143, "Specification". The state behind the first three fields is kept, by whether they are
 * zeros.
 */
export function createSegwitV0Hasher(shared: SharedParts): SegwitV0Hasher {
  const heads = new Map<string, Sha256>();
  let outputsHash: Bytes | undefined;

  function head(type: SighashType): Sha256 {
    // "If the ANYONECANPAY flag is not set, hashPrevouts is the double SHA256 of the serialization
    // of all input outpoints; Otherwise, hashPrevouts is a uint256 of 0x0000......0000."
    const withPrevouts = !isAnyoneCanPay(type);
    // "If none of the ANYONECANPAY, SINGLE, NONE sighash type is set, hashSequence is the double
    // SHA256 of the serialization of nSequence of all inputs".
    const withSequence = withPrevouts && !isSingle(type) && !isNone(type);
    const key = `${withPrevouts} ${withSequence}`;
    const known = heads.get(key);
    if (known !== undefined) return known;
    const { version } = shared.transaction;
    const state = createSha256()
      .update(createWriter(4).u32(version).finish())
      .update(withPrevouts ? sha256(shared.shaPrevouts()) : ZEROS)
      .update(withSequence ? sha256(shared.shaSequences()) : ZEROS);
    heads.set(key, state);
    return state;
  }

  /** "hashOutputs": of all outputs, of the one with the input's index, or zeros. */
  function hashOutputs(input: number, type: SighashType): Bytes {
    if (isNone(type)) return ZEROS;
    if (!isSingle(type)) {
      outputsHash ??= sha256(shared.shaOutputs());
      return outputsHash;
    }
    if (input >= shared.transaction.outputs.length) return ZEROS;
    return sha256(shared.shaOutput(input));
  }

  return (input, scriptCode, type) => {
    const rest = createWriter(128 + scriptCode.length)
      .bytes(prevoutBytes(shared, input))
      .varBytes(scriptCode)
      .i64(amountOf(shared.coins[input]))
      .u32(sequenceOf(shared, input))
      .bytes(hashOutputs(input, type))
      .u32(shared.transaction.locktime);
    return head(type).clone().update(rest.finish());
  };
}
