import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { printReview } from '../../src/review/print.ts';
import type { Review } from '../../src/review/review.ts';

const scriptPubKey = Uint8Array.from(
  Buffer.from('0014751e76e8199196d454941c45d1b3a323f1433bd6', 'hex'),
);

const review: Review = {
  inputs: [{ outPoint: { txid: '11'.repeat(32), vout: 0 }, amount: 10_000n, certainty: 'claimed' }],
  outputs: [
    { value: 5_000n, scriptPubKey, role: 'own', label: 'rent\nFee\n  0 BTC\u2028' },
    { value: 4_000n, scriptPubKey: Uint8Array.of(0x6a), role: 'burned' },
  ],
  fee: 1_000n,
  isWhole: true,
  vsize: 100,
};

test('a label stays on its line, so that it cannot pass for another part of the review', () => {
  expect(printReview(review, networks.regtest, 80)).toEqual([
    'Pays an address of this wallet: rent Fee 0 BTC',
    '  bcrt 1qw5 08d6 qejx tdg4 y5r3 zarv ary0 c5xw 7kyg t080',
    '  0.00005000 BTC (5,000 sat)',
    'BURNS, nobody can ever spend it',
    '  6a',
    '  0.00004000 BTC (4,000 sat)',
    'Fee, if the amounts that are claimed are true',
    '  0.00001000 BTC (1,000 sat)',
    '  about 10.00 sat/vB, 11.11 % of what it pays',
  ]);
});

test('lines fit the screen, and addresses break between their groups', () => {
  const lines = printReview(review, networks.regtest, 40);
  expect(lines.filter((line) => line.length > 40)).toEqual([]);
  expect(lines).toContain('  bcrt 1qw5 08d6 qejx tdg4 y5r3 zarv');
  expect(lines).toContain('  ary0 c5xw 7kyg t080');
});

test('a fee that is not known is said to be so', () => {
  const lines = printReview({ ...review, isWhole: false, fee: -9_000n }, networks.regtest, 80);
  expect(lines.at(-1)).toBe('Fee not known, an amount that is spent is missing');
});
