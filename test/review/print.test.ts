import { describe, expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { reviewHtml } from '../../src/review/html.ts';
import type { Owner, Review } from '../../src/review/model.ts';
import { printReview } from '../../src/review/print.ts';
import { reviewOf, reviewVectors } from '../support/vectors/review-vectors.ts';

const found = reviewVectors.find(({ name }) => name === 'a payment with change');
if (found === undefined) throw new Error('no vector');
const plain = reviewOf(found);

/** The same with what others chose in every place where they can choose something. */
function labelled(label: string): Review {
  const owner = plain.outputs[1]?.owner as Owner;
  const outputs = plain.outputs.map((output, i) =>
    i === 1 ? { ...output, owner, label } : output,
  );
  return { ...plain, outputs };
}

test('outputs come first, then the fee, the coins and the whole', () => {
  expect(printReview(plain, networks.regtest, 80)).toEqual([
    'Output 0: pays',
    '  bcrt 1q29 g4z5 2329 g4z5 2329 g4z5 2329 g4z5 237w 8wct',
    '  0.00060000 BTC (60,000 sat)',
    'Output 1: change, back to you',
    '  bcrt 1qlf r2dx d9n8 wvgt t2t3 9ats vd4l uxrk 8v39 0ycj',
    '  0.00039800 BTC (39,800 sat)',
    '  verified yours: 4ba43603/84h/1h/0h/1/0',
    'Fee, proven',
    '  0.00000200 BTC (200 sat)',
    '  about 1.41 sat/vB, 0.33 % of the payment',
    'Input 0: yours, P2WPKH',
    '  ff6e5745 07c823a1 40f5002d 9650c260 7462ba31 3b1012df c860b5bc eb641c4e :1',
    '  0.00100000 BTC (100,000 sat), proven by its previous transaction',
    '  verified yours: 4ba43603/84h/1h/0h/0/0',
    'Your balance',
    '  goes down by 0.00060200 BTC (60,200 sat), fee included',
    'Transaction',
    '  version 2, about 141 virtual bytes',
    '  replaceable (RBF)',
    '  no time lock',
  ]);
});

test('a label stays on its line, so that it cannot pass for another part of the review', () => {
  const lines = printReview(labelled('rent\nFee, proven\n  0 BTC\u2028'), networks.regtest, 80);
  expect(lines).toContain('Output 1: change, back to you: rent Fee, proven 0 BTC\\u2028');
});

test('no line of any vector is wider than 80 or 40 columns', () => {
  const reviews = reviewVectors.map(reviewOf);
  for (const columns of [80, 40]) {
    const lines = reviews.flatMap((each) => printReview(each, networks.regtest, columns));
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
  }
}, 300_000);

test('addresses break between their groups', () => {
  const lines = printReview(plain, networks.regtest, 40);
  expect(lines).toContain('  bcrt 1q29 g4z5 2329 g4z5 2329 g4z5');
  expect(lines).toContain('  2329 g4z5 237w 8wct');
});

test('prints problems last, next to the question', () => {
  const vector = reviewVectors.find(({ about, has }) => about === 'sighash-none' && has);
  if (vector === undefined) throw new Error('no vector');
  const lines = printReview(reviewOf(vector), networks.regtest, 80);
  expect(lines.slice(-9)).toEqual([
    'STOP: The signature covers no output, so anyone can then send this money',
    '  anywhere (SIGHASH_NONE).',
    '  Do not sign. Ask for a PSBT with the usual sighash type (ALL).',
    '  Sparrow: Delete the PSBT. In the Send tab, choose Create Transaction, Finalize',
    '  Transaction for Signing, Save Transaction.',
    '  Electrum: Close the PSBT. In the Send tab, enter the payment again and choose',
    '  Share.',
    '  Bitcoin Core: Run walletcreatefundedpsbt, then walletprocesspsbt PSBT false.',
    '  (sighash-none, input 0)',
  ]);
});

test('HTML has no markup of others and no scripts, and control characters are seen in it', () => {
  const html = reviewHtml(labelled('<script>alert(1)</script>" \u202e\u0007&'), networks.regtest);
  expect(html).not.toContain('<script');
  expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;&#34; \\u202e\\u0007&#38;');
  const known = ['article', 'section', 'h3', 'p', 'svg', 'title', 'desc', 'path', 'text'];
  expect(html.match(/<[^/ >]+/g)?.every((tag) => known.includes(tag.slice(1)))).toBe(true);
});

describe('the fee in text and in HTML', () => {
  const reviewed = (name: string) => {
    const vector = reviewVectors.find((each) => each.name === name);
    if (vector === undefined) throw new Error(`no vector ${name}`);
    return reviewOf(vector);
  };

  test('is shown with its rate and its share of what is paid', () => {
    const review = reviewed('6.3 % of what is paid');
    const cost = 'about 178.72 sat/vB, 6.30 % of the payment';
    expect(printReview(review, networks.regtest, 80)).toContain(`  ${cost}`);
    expect(reviewHtml(review, networks.regtest)).toContain(`<p>${cost}</p>`);
    expect(review).toMatchObject({ feeRate: 178.723, feeShare: 630 });
  });

  test('is a share of the part of the user where others sign too', () => {
    const review = reviewed('a payjoin: half of what we lose is fee');
    expect(review.feeShare).toBe(5_172);
    expect(printReview(review, networks.regtest, 80).join(' ')).toContain('51.72 % of the payment');
  });

  test('is unknown while others still have to add inputs, and the missing amount is named', () => {
    const lines = printReview(
      reviewed('a pledge: ALL|ANYONECANPAY for a larger payment'),
      networks.regtest,
      80,
    );
    expect(lines).toContain('Fee, UNKNOWN: others still have to add inputs');
    expect(lines).toContain(
      '  The outputs are worth 0.06900000 BTC (6,900,000 sat) more than the inputs.',
    );
    const words = lines.join(' ').replace(/\s+/g, ' ');
    expect(words).toContain('0.06900000 BTC (6,900,000 sat) and the fee are still missing.');
    expect(words).not.toContain('elsewhere');
    expect(words).not.toContain('in another transaction');
  });

  test('can move to another transaction with its output in an offer', () => {
    const offer = reviewed('an offer: SINGLE|ANYONECANPAY, and the price is in its output');
    const words = printReview(offer, networks.regtest, 80).join(' ').replace(/\s+/g, ' ');
    expect(words).toContain('They can also spend the coin in another transaction.');
  });
});
