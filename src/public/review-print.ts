export { networks } from '../encoding/network.ts';
export { printReview, reviewHtml } from '../library/print-review.ts';
