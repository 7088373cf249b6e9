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
export const reviewSvg: typeof picture.reviewSvg = /* @__PURE__ */ checked(
  'reviewSvg',
  { review: 'Review', network: 'Network', options: 'object?' },
  picture.reviewSvg,
);
export const reviewPicture: typeof picture.reviewPicture = /* @__PURE__ */ checked(
  'reviewPicture',
  { review: 'Review', network: 'Network', options: 'object?' },
  picture.reviewPicture,
);
