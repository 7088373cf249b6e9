import { createSha256, hash256, type Sha256, type StartSha256, sha256 } from '../crypto/hash.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { createWriter } from '../encoding/writer.ts';
import type { TaprootSpend } from '../script/checker.ts';
import type { Coin, Transaction } from '../transaction/transaction.ts';
import { createLegacyHasher, finishLegacy } from './legacy.ts';
import type { LegacyDigestRequest } from './legacy-digests.ts';
import {
  amountOf,
  createSharedParts,
  once,
  prevoutBytes,
  type SharedParts,
  sequenceOf,
} from './shared.ts';
import { isAnyoneCanPay, isNone, isSingle, type SighashType } from './sighash-type.ts';
import { createTaprootHasher } from './taproot-hasher.ts';

/**
 * The digests of one transaction. Parts that inputs share are hashed once, and a digest for signing
 * is reused for verifying.
 */
export type SighashCache = {
  /** The transaction of the digests. */
  readonly transaction: Transaction;
  /** The spent coins in the order of the inputs. */
  readonly coins: readonly (Coin | undefined)[];
  /**
   * Returns the digest that an ECDSA signature of an input signs: legacy (`base`) or BIP143.
   * `scriptCode`: the complete script, with OP_CODESEPARATORs. An unknown amount counts as
   * 21,000,000 BTC, as in Core.
   */
  ecdsaDigest(
    input: number,
    scriptCode: Bytes,
    type: SighashType,
    sigVersion: 'base' | 'witness_v0',
  ): Bytes;
  /**
   * Returns the digest that a Schnorr signature signs: BIP341's, or BIP342's with a `leafHash`.
   * Returns `undefined` for an undefined hash type, for SINGLE without its output, and if not all
   * coins are known.
   */
  taprootDigest(input: number, type: SighashType, spend: TaprootSpend): Bytes | undefined;
  /** Stores a legacy digest that was computed elsewhere (`legacyDigests`). */
  learnLegacyDigest(request: LegacyDigestRequest, digest: Bytes): void;
};

/**
 * The last script of an input and kind of hash type, with the hash state after it. Core:
 * SigHashCache.
 */
type Entry = {
  readonly scriptCode: Bytes;
  /** The hash state of a legacy digest that was computed here, which may cover megabytes. */
  readonly state?: Sha256;
  readonly type: SighashType;
  readonly digest: Bytes;
};

/**
 * Creates a cache. `coins` are in input order, `undefined` if unknown. `startSha256` hashes the
 * legacy digests.
 */
export function createSighashCache(
  transaction: Transaction,
  coins: readonly (Coin | undefined)[],
  { startSha256 = createSha256 }: { readonly startSha256?: StartSha256 | undefined } = {},
): SighashCache {
  const shared = createSharedParts(transaction, coins);
  const hashLegacy = createLegacyHasher(shared, startSha256);
  const hashSegwitV0 = createSegwitV0Hasher(shared);
  const entries = new Map<number, Entry>();

  return {
    transaction,
    coins,
    taprootDigest: createTaprootHasher(shared),
    ecdsaDigest(input, scriptCode, type, sigVersion) {
      if (sigVersion === 'base' && isSingle(type) && input >= transaction.outputs.length) {
        return ONE;
      }
      const key = keyOf(input, type, sigVersion);
      const entry = entries.get(key);
      const known = entry !== undefined && sameBytes(entry.scriptCode, scriptCode);
      if (known && entry.type === type) return entry.digest;
      if (sigVersion === 'witness_v0') {
        const digest = hashSegwitV0(input, scriptCode, type);
        entries.set(key, { scriptCode, type, digest });
        return digest;
      }
      const kept = known ? entry.state : undefined;
      const state = kept ?? hashLegacy(input, scriptCode, type);
      const digest = finishLegacy(state.clone(), type);
      entries.set(key, { scriptCode, state, type, digest });
      return digest;
    },
    learnLegacyDigest({ input, scriptCode, type }, digest) {
      entries.set(keyOf(input, type, 'base'), { scriptCode, type, digest });
    },
  };
}

/** Core's uint256 1, which replaces the digest of SIGHASH_SINGLE without its output. */
const ONE: Bytes = (() => {
  const bytes = new Uint8Array(32);
  bytes[0] = 1;
  return bytes;
})();

function keyOf(input: number, type: SighashType, sigVersion: 'base' | 'witness_v0'): number {
  return input * 16 + kindOf(type) + (sigVersion === 'base' ? 0 : 8);
}

/** Returns the kind of hash type that shares a cached state. Core: SigHashCache::CacheIndex. */
function kindOf(type: SighashType): number {
  return (isAnyoneCanPay(type) ? 3 : 0) + (isSingle(type) ? 2 : isNone(type) ? 1 : 0);
}

function sameBytes(a: Bytes, b: Bytes): boolean {
  return a === b || equalBytes(a, b);
}

const ZEROS: Bytes = new Uint8Array(32);

/** Computes the digest of BIP143. */
type SegwitV0Hasher = (input: number, scriptCode: Bytes, type: SighashType) => Bytes;

/** Creates the digests of BIP143, "Specification". */
function createSegwitV0Hasher(shared: SharedParts): SegwitV0Hasher {
  const { version, locktime, outputs } = shared.transaction;
  const hashAllPrevouts = once(() => sha256(shared.shaPrevouts()));
  const hashAllSequences = once(() => sha256(shared.shaSequences()));
  const hashAllOutputs = once(() => sha256(shared.shaOutputs()));
  // Shared by all inputs, because allocating it would cost about as much as hashing.
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

  /** Hashes "hashOutputs": all outputs, the output with the input's index, or zeros. */
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
