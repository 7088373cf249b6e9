import { taggedHash } from '../crypto/hash.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { createWriter } from '../encoding/writer.ts';
import { encodeTransaction } from '../transaction/codec.ts';
import { describeReview } from './describe.ts';
import type { Review } from './model.ts';

const hashReview = taggedHash('coldsign/review');

/**
 * Names a review: a tagged hash (64 hex digits) over the transaction, over what is known of every
 * input, and over every word that is shown. Another transaction, another amount, other owners or
 * another finding have another id.
 */
export function reviewId(review: Review, network: Network): string {
  const writer = createWriter(1 << 12);
  writer.varBytes(encodeUtf8(network.name)).varBytes(encodeTransaction(review.transaction));
  for (const { amount, certainty, scriptPubKey, owner, sighashType, signatures } of review.inputs) {
    const facts = [amount ?? 'unknown', certainty, sighashType ?? '', owner?.paths.join() ?? ''];
    writer.varBytes(encodeUtf8(facts.join(' '))).varBytes(scriptPubKey ?? new Uint8Array(0));
    for (const { publicKey, isValid } of signatures) writer.varBytes(publicKey).u8(isValid ? 1 : 0);
  }
  for (const { heading, lines } of describeReview(review, network)) {
    writer.varBytes(encodeUtf8([heading, ...lines].join('\n')));
  }
  return encodeHex(hashReview(writer.finish()));
}
