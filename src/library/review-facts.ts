import { checkArguments } from '../arguments/check-arguments.ts';
import * as id from '../review/id.ts';
import * as past from '../review/past.ts';
import { readingReview, shownKinds } from '../review/shown-kinds.ts';

// The engine calls these functions for each payment, with a review of its own: checking the review
// would take as long as reading it.

export const pastCoins: typeof past.pastCoins = (review, isSigned) => {
  checkArguments(
    'pastCoins',
    { review: [review, 'Review'], isSigned: [isSigned, 'boolean'] },
    shownKinds,
  );
  return readingReview(() => past.pastCoins(review, isSigned));
};

export const reviewId: typeof id.reviewId = (review, network) => {
  checkArguments(
    'reviewId',
    { review: [review, 'Review'], network: [network, 'NetworkName|Network'] },
    shownKinds,
  );
  return readingReview(() => id.reviewId(review, network));
};
