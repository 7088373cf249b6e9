import * as html from '../review/html.ts';
import * as picture from '../review/picture.ts';
import * as print from '../review/print.ts';
import { checked } from './review-kinds.ts';

export const printReview: typeof print.printReview = /* @__PURE__ */ checked(
  'printReview',
  { review: 'Review', network: 'Network', columns: 'integer' },
  print.printReview,
);
export const reviewHtml: typeof html.reviewHtml = /* @__PURE__ */ checked(
  'reviewHtml',
  { review: 'Review', network: 'Network' },
  html.reviewHtml,
);
/**
 * Draws a review as the text of an SVG file: coins on the left, outputs and the fee on the right,
 * as thick as their amounts. `narrow` draws a stacked bar above two lists, for small screens. The
 * file needs no style and no script, so it may be shown under any Content-Security-Policy. Text of
 * others is escaped.
 */
export const reviewSvg: typeof picture.reviewSvg = /* @__PURE__ */ checked(
  'reviewSvg',
  { review: 'Review', network: 'Network', options: 'object?' },
  picture.reviewSvg,
);
/** Draws a review like `reviewSvg`, as a tree of elements, for pages that never parse markup. */
export const reviewPicture: typeof picture.reviewPicture = /* @__PURE__ */ checked(
  'reviewPicture',
  { review: 'Review', network: 'Network', options: 'object?' },
  picture.reviewPicture,
);
