import { type StartSha256, sha256 } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { createLegacyHasher, finishLegacy, splicedText } from './legacy.ts';
import { createSharedParts } from './shared.ts';
import { Sighash, type SighashType } from './sighash-type.ts';

/** A requested legacy digest: the arguments of `SighashCache.ecdsaDigest`. */
export type LegacyDigestRequest = {
  /** The index of the input, from 0. */
  readonly input: number;
  /** The complete script, with OP_CODESEPARATORs. */
  readonly scriptCode: Bytes;
  /** The sighash type with all 32 bits. */
  readonly type: SighashType;
};

/**
 * Returns legacy digests in the order of the requests. Threads share this work, because legacy
 * digests of n inputs take time in n^2.
 */
export function legacyDigests(
  transaction: Transaction,
  requests: readonly LegacyDigestRequest[],
  startSha256: StartSha256,
): Bytes[] {
  const hasher = createLegacyHasher(createSharedParts(transaction, []), startSha256);
  return requests.map(({ input, scriptCode, type }) =>
    finishLegacy(hasher(input, scriptCode, type), type),
  );
}

/**
 * Computes `legacyDigests` by hashing all together, in a tenth of the time. Returns `undefined`
 * unless all are SIGHASH_ALL, have scripts of one length, and are in input order.
 */
export function legacyDigestsTogether(
  transaction: Transaction,
  requests: readonly LegacyDigestRequest[],
  hashSpliced: NonNullable<Secp256k1['hashSpliced']>,
): Bytes[] | undefined {
  const text = splicedText(createSharedParts(transaction, []));
  const places = requests.map(({ input }) => text.placeOf(input));
  const pieces = requests.map(({ input, scriptCode }) => text.pieceOf(input, scriptCode));
  const isUsual = requests.every(({ type, input }, i) => {
    const isNext = input > (requests[i - 1]?.input ?? -1);
    return type === Sighash.ALL && isNext && pieces[i]?.length === pieces[0]?.length;
  });
  return isUsual ? hashSpliced(text.bytes, text.cut, places, pieces).map(sha256) : undefined;
}
