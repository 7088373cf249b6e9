/** @deprecated These names are in `coldsign/review`. This entry goes with 1.0. */

export { networks } from '../../encoding/network.ts';
export { printReview, reviewHtml, reviewPicture, reviewSvg } from '../../library/checked-review.ts';
export type { PictureNode, PictureOptions } from '../../review/picture.ts';
