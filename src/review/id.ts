import { taggedHash } from '../crypto/hash.ts';
import { isBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import type { Review } from './model.ts';

const hashReview = taggedHash('coldsign/review');

/**
 * Names a review: a tagged hash (64 hex digits) over the network and everything that the review
 * holds, but for the time of day. Another transaction, another amount, other owners or another
 * finding have another id.
 */
export function reviewId(review: Review, network: Network): string {
  const named = { ...review, now: undefined, network: network.name };
  return encodeHex(hashReview(encodeUtf8(JSON.stringify(named, canonical))));
}

/** One text for equal values, in whichever order their members were made. */
function canonical(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (isBytes(value)) return encodeHex(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members.sort(([a], [b]) => (a < b ? -1 : 1));
}
