import { expect, test } from 'vitest';
import { openAccount, review } from '../../../src/index.ts';
import { descriptors, fundedBy, slowDescriptors } from '../../doors/cases.ts';

const all = Object.entries({ ...descriptors, ...slowDescriptors });

test.each(all)('a review finds nothing wrong with what fund makes for %s', (_, text) => {
  const account = openAccount(text, { network: 'regtest', range: 20 });
  const psbt = fundedBy(text, account);
  expect(review(psbt, { account }).findings).toEqual([]);
});
