import { invalid } from '../error.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { optionalScanObjectsParam } from '../params/psbt-params.ts';
import { prevTxsParam } from '../params/signing-params.ts';
import { reviewResult } from '../results/review-result.ts';
import { reviewCall, shapeReviewAs } from '../signing/review-call.ts';

const FORMATS = ['json', 'text', 'html'];

export const review = defineMethod({
  name: 'review',
  category: 'Wallet',
  summary:
    'Show what a transaction or a PSBT would do once it is signed: recipients, change, the proof of the fee, and problems.\n' +
    'Beyond Core, and not with -profile=core. Nothing is signed. Outputs are yours if the wallet, or the given descriptors,\n' +
    'derive them. The wallet remembers the amounts of its coins in the review, unless it is locked.',
  params: [
    str('transaction', 'A PSBT in base64, or a transaction in hexadecimal', { freeText: true }),
    { ...optionalScanObjectsParam, help: 'Your output descriptors, instead of a wallet' },
    { ...prevTxsParam, help: 'The outputs that a raw transaction spends' },
    str('format', 'The format of the answer: facts, lines of 80 columns, or HTML without scripts', {
      default: 'json',
      values: FORMATS,
    }),
  ],
  result: [reviewResult, str('', 'The review', { when: 'format is text or html' })],
  examples: ['review "psbt"', 'review "psbt" "[\\"descriptor\\"]" null text'],
  async run({ transaction, descriptors, prevtxs, format }, context) {
    if (format !== undefined && !FORMATS.includes(format)) {
      throw invalid(`format is one of ${FORMATS.join(', ')}`);
    }
    const found = await reviewCall({ transaction, descriptors, prevtxs }, context);
    return shapeReviewAs(format, found, context.network);
  },
});
