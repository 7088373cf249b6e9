import { type StartSha256, sha256 } from '../crypto/hash.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { createWriter } from '../encoding/writer.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { createLegacyHasher } from './legacy.ts';
import { createSharedParts } from './shared.ts';
import type { SighashType } from './sighash-type.ts';

/** A legacy digest that is wanted: the arguments of `SighashCache.ecdsaDigest`. */
export type LegacyDigestRequest = {
  /** The index of the input, from 0. */
  readonly input: number;
  /** The whole script, with OP_CODESEPARATORs. */
  readonly scriptCode: Bytes;
  /** The sighash type, all 32 bits of it. */
  readonly type: SighashType;
};

/** In order of the requests. For other threads: over n inputs legacy digests take time in n^2. */
export function legacyDigests(
  transaction: Transaction,
  requests: readonly LegacyDigestRequest[],
  startSha256: StartSha256,
): Bytes[] {
  const hasher = createLegacyHasher(createSharedParts(transaction, []), startSha256);
  return requests.map(({ input, scriptCode, type }) => {
    const state = hasher(input, scriptCode, type);
    return sha256(state.update(createWriter(4).i32(type).finish()).digest());
  });
}
