import { expect, test } from 'vitest';
import { openAccount, review } from '../../../src/index.ts';
import { descriptors, fundedBy, slowDescriptors } from '../../doors/cases.ts';

const [first = ''] = Object.values(descriptors);

test.each([
  ['no positions', undefined, 150, []],
  ['no positions', undefined, 999, ['change-far']],
  ['next 0', { change: 0 }, 999, ['change-far']],
  ['next 0', { change: 0 }, 20, ['change-far']],
  ['next 0', { change: 0 }, 19, []],
  ['next 140', { change: 140 }, 159, []],
  ['next 140 for payments, and 0 for change', { receive: 140, change: 0 }, 150, ['change-far']],
] as const)(
  'an account with %s, %o: change at position %d gives %o',
  (_, next, index, expected) => {
    const account = openAccount(first, { network: 'regtest', ...(next && { next }) });
    const made = openAccount(first, { network: 'regtest', next: { change: index } });
    const { findings } = review(fundedBy(first, made), { account });
    expect(findings.map(({ id }) => id)).toEqual(expected);
  },
);

test('an account that moves on by what fund returns knows its positions', () => {
  const account = openAccount(first, { network: 'regtest' });
  const made = openAccount(first, { network: 'regtest', next: { change: 100 } });
  const psbt = fundedBy(first, made);
  const idsOf = (of: typeof account) => review(psbt, { account: of }).findings.map(({ id }) => id);
  expect(idsOf(account)).toEqual([]);
  expect(idsOf(account.withNext({ change: 5 }))).toEqual(['change-far']);
  expect(idsOf(account.withNext({ change: 95 }))).toEqual([]);
});

const all = Object.entries({ ...descriptors, ...slowDescriptors });

test.each(all)('a review finds nothing wrong with what fund makes for %s', (_, text) => {
  const account = openAccount(text, { network: 'regtest', range: 20 });
  const psbt = fundedBy(text, account);
  expect(review(psbt, { account }).findings).toEqual([]);
});
