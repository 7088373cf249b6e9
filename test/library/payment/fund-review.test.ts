import { describe, expect, test } from 'vitest';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { type Account, fund, openAccount, review, reviewFirst, sign } from '../../../src/index.ts';
import { strictPolicy } from '../../../src/public/review.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { descriptors, fundedBy, PAYEE, slowDescriptors } from '../../doors/cases.ts';
import { place } from '../../support/review/accounts.ts';
import { previousOf } from '../../support/review/coins.ts';

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

describe('change far beyond the coins of an account that was opened without positions', () => {
  const opened = () => openAccount(first, { network: 'regtest' });
  const strict = (account: Account) => reviewFirst({ account, policy: strictPolicy });
  /** Pays from a coin of the first address, after change at position 400 came back. */
  const paidBy = (account: Account) => {
    const at = (side: 0 | 1, index: number, nonce: number) => {
      const { script } = place(first, side, index);
      const previous = previousOf({ value: 50_000n, nonce, script });
      return {
        txid: transactionId(previous),
        vout: 1,
        value: 50_000n,
        height: 100,
        scriptPubKey: script,
        side: side === 0 ? ('receive' as const) : ('change' as const),
        index,
        hex: encodeHex(encodeTransaction(previous, { witness: true })),
      };
    };
    const [old] = account.coins([at(0, 0, 1), at(1, 400, 2)]);
    if (old === undefined) throw new Error('no coin');
    const outputs = [{ address: PAYEE, value: 20_000n }];
    return fund({ coins: [old], outputs, change: { account, index: 401 }, feeRate: 2 }).psbt;
  };

  test('is signed by a strict policy of the account that read the coins', async () => {
    const account = opened();
    const psbt = paidBy(account);
    expect(review(psbt, { account }).findings).toEqual([]);
    expect((await sign(psbt, { keys: account, approve: strict(account) })).complete).toBe(true);
  });

  test('is refused where positions are unknown, until the account is opened with them', async () => {
    const psbt = paidBy(opened());
    const account = opened();
    for (const round of [1, 2]) {
      // A PSBT that was looked at proves nothing about positions.
      const ids = review(psbt, { account }).findings.map(({ id }) => id);
      expect(ids, `${round}`).toEqual(['change-far']);
      const signing = sign(psbt, { keys: account, approve: strict(account) });
      await expect(signing).rejects.toMatchObject({ code: 'REVIEW_REFUSED' });
    }
    const known = openAccount(first, { network: 'regtest', next: { change: 401 } });
    expect((await sign(psbt, { keys: known, approve: strict(known) })).complete).toBe(true);
  });
});

const all = Object.entries({ ...descriptors, ...slowDescriptors });

test.each(all)('a review finds nothing wrong with what fund makes for %s', (_, text) => {
  const account = openAccount(text, { network: 'regtest', range: 20 });
  const psbt = fundedBy(text, account);
  expect(review(psbt, { account }).findings).toEqual([]);
});
