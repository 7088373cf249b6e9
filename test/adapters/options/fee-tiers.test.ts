import { expect, test } from 'vitest';
import { readFeeTiers } from '../../../src/adapters/options/read-policy.ts';
import { parseJson } from '../../../src/json/parse.ts';
import { defaultFeeTiers } from '../../../src/transaction/fee-bounds.ts';

const read = (text: string, maxTxFee?: string) => readFeeTiers(parseJson(text), maxTxFee);

test('a policy file sets each number of each tier, and keeps the others', () => {
  const { high, veryHigh, tooHigh } = defaultFeeTiers;
  expect(
    read(
      '{"warn": {"rate": 45.5, "share": 2, "estimate": 4, "small": 800}, "stop": {"amount": 0.004}}',
    ),
  ).toEqual({
    high: { ...high, maxFeeRate: 45.5, maxShare: 2n, maxTimesEstimate: 4n, smallFee: 800n },
    veryHigh,
    tooHigh: { ...tooHigh, maxFee: 400_000n },
  });
  expect(read('{"strict": {"share": 7}, "stop": {"share": 0, "ordinary": 70000}}')).toEqual({
    high,
    veryHigh: { ...veryHigh, maxShare: 7n },
    tooHigh: { ...tooHigh, maxShare: 0n, ordinaryFee: 70_000n },
  });
});

test('-maxtxfee is the stop limit unless the file sets one', () => {
  expect(read('{}', '0.02')).toMatchObject({ tooHigh: { maxFee: 2_000_000n } });
  expect(read('{"stop": {"amount": 0.003}}', '0.02')).toMatchObject({
    tooHigh: { maxFee: 300_000n },
  });
  expect(readFeeTiers(undefined, '0.02')).toBeUndefined();
});

test.each([
  ['[]', 'fees must be an object'],
  ['{"halt": {}}', 'fees has no member halt: use warn, strict or stop'],
  ['{"stop": 3}', 'fees.stop must be an object'],
  ['{"stop": {"percent": 3}}', 'fees.stop.percent is unknown: use rate, share, amount'],
  [
    '{"stop": {"share": 2.5}}',
    'fees.stop.share must be a number of at least 0, with at most 0 decimals',
  ],
  ['{"stop": {"rate": -1}}', 'fees.stop.rate must be a number of at least 0'],
  ['{"stop": {"amount": "0.1"}}', 'fees.stop.amount must be a number'],
])('%s is refused: %s', (text, words) => {
  expect(read(text)).toContain(words);
});
