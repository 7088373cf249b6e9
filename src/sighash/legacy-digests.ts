import type { Bytes } from '../encoding/bytes.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { createSighashCache } from './cache.ts';
import type { SighashType } from './sighash-type.ts';

/** A legacy digest that is wanted: the arguments of `SighashCache.ecdsaDigest`. */
export type LegacyWish = {
  readonly input: number;
  readonly scriptCode: Bytes;
  readonly type: SighashType;
};

/** In order of the wishes. For other threads: over n inputs legacy digests take time in n^2. */
export function legacyDigests(transaction: Transaction, wishes: readonly LegacyWish[]): Bytes[] {
  const cache = createSighashCache(transaction, []);
  return wishes.map(({ input, scriptCode, type }) =>
    cache.ecdsaDigest(input, scriptCode, type, 'base'),
  );
}
