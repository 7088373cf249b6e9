import { taggedHash } from '../crypto/hash.ts';
import type { Satoshis } from '../encoding/amount.ts';
import { compareBytes, concatBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createWriter } from '../encoding/writer.ts';
import type { ReviewedOutput } from './model.ts';

/** What is remembered of a coin that was reviewed or signed before. */
export type PastCoin = {
  /** In satoshi, as it was told then; `undefined`: nobody told it. */
  readonly amount: Satoshis | undefined;
  /** A digest of what was paid to others then (`payeesDigest`), as hex. */
  readonly payees: string;
  /** Signatures were made for it. */
  readonly isSigned: boolean;
};

type Payment = Pick<ReviewedOutput, 'value' | 'scriptPubKey' | 'owner'>;

const hashPayees = taggedHash('coldsign/payees');

/** What goes to others, whatever the order and whatever comes back as change. */
export function payeesDigest(outputs: readonly Payment[]): string {
  const payments = outputs
    .filter(({ owner }) => owner === undefined)
    .map(({ value, scriptPubKey }) => createWriter(40).i64(value).varBytes(scriptPubKey).finish());
  return encodeHex(hashPayees(concatBytes(...payments.sort(compareBytes))));
}
