import { createTaggedSha256, type Sha256 } from '../crypto/hash.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { createWriter, type Writer } from '../encoding/writer.ts';
import type { TaprootSpend } from '../script/checker.ts';
import { amountOf, knowsAllCoins, prevoutBytes, type SharedParts, sequenceOf } from './shared.ts';
import { isTaprootSighashType, Sighash, type SighashType } from './sighash-type.ts';

const tapSighash = createTaggedSha256('TapSighash');

/**
 * Computes the digest of BIP341 and BIP342. Returns `undefined` for an undefined hash type, for
 * SINGLE without its output, and if a coin is unknown.
 */
export type TaprootHasher = (
  input: number,
  type: SighashType,
  spend: TaprootSpend,
) => Bytes | undefined;

export function createTaprootHasher(shared: SharedParts): TaprootHasher {
  const heads = new Map<SighashType, Sha256>();
  const complete = knowsAllCoins(shared);
  // Shared by all inputs, because allocating it would cost about as much as hashing.
  const writer = createWriter();

  function head(type: SighashType): Sha256 {
    const known = heads.get(type);
    if (known !== undefined) return known;
    const state = tapSighash.clone().update(transactionData(shared, type));
    heads.set(type, state);
    return state;
  }

  return (input, type, spend) => {
    if (!complete || !isTaprootSighashType(type)) return undefined;
    const { outputs } = shared.transaction;
    if (outputsOf(type) === Sighash.SINGLE && input >= outputs.length) return undefined;
    writeInputData(writer.clear(), shared, input, type, spend);
    return head(type).clone().update(writer.written()).digest();
  };
}

/** Returns the type of outputs; SIGHASH_DEFAULT commits to the same data as ALL. */
function outputsOf(type: SighashType): number {
  return type === Sighash.DEFAULT ? Sighash.ALL : type & 3;
}

/** Returns "Control" and "Transaction data" of SigMsg (BIP341), after the epoch. */
function transactionData(shared: SharedParts, type: SighashType): Bytes {
  const { version, locktime } = shared.transaction;
  const writer = createWriter(192).u8(0).u8(type).u32(version).u32(locktime);
  // "If the hash_type & 0x80 does not equal SIGHASH_ANYONECANPAY:"
  if ((type & Sighash.ANYONECANPAY) === 0) {
    writer
      .bytes(shared.shaPrevouts())
      .bytes(shared.shaAmounts())
      .bytes(shared.shaScriptPubKeys())
      .bytes(shared.shaSequences());
  }
  // "If hash_type & 3 does not equal SIGHASH_NONE or SIGHASH_SINGLE:"
  if (outputsOf(type) === Sighash.ALL) writer.bytes(shared.shaOutputs());
  return writer.finish();
}

/** Writes "Data about this input", "Data about this output", and BIP342's extension. */
function writeInputData(
  writer: Writer,
  shared: SharedParts,
  input: number,
  type: SighashType,
  { annexHash, leafHash, codeSeparatorPosition }: TaprootSpend,
): void {
  // "spend_type (1): equal to (ext_flag * 2) + annex_present"
  writer.u8((leafHash === undefined ? 0 : 2) + (annexHash === undefined ? 0 : 1));
  const coin = shared.coins[input];
  if ((type & Sighash.ANYONECANPAY) !== 0 && coin !== undefined) {
    writer.bytes(prevoutBytes(shared, input)).i64(amountOf(coin)).varBytes(coin.scriptPubKey);
    writer.u32(sequenceOf(shared, input));
  } else writer.u32(input);
  if (annexHash !== undefined) writer.bytes(annexHash);
  if (outputsOf(type) === Sighash.SINGLE) writer.bytes(shared.shaOutput(input));
  // BIP342: "tapleaf_hash (32)", "key_version (1): a constant value 0x00", "codesep_pos (4)".
  if (leafHash !== undefined) {
    writer
      .bytes(leafHash)
      .u8(0)
      .u32(codeSeparatorPosition ?? 0xffffffff);
  }
}
