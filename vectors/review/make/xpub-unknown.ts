import type { GlobalXpub } from '../../../src/psbt/psbt.ts';
import {
  COSIGNER,
  ME,
  MULTI_PATH,
  multi,
  person,
  THIEF,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import { at, friend } from '../../../test/support/review/coins.ts';
import { back, type PsbtSpec, pay } from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';
import { xpub } from '../../../test/support/review/xpubs.ts';

const own = [ME, COSIGNER, person(3)].map((who) => xpub(who, MULTI_PATH));
const spend = (text: string, xpubs: readonly GlobalXpub[]): PsbtSpec => ({
  coins: [at(text, 3, 900_000n)],
  outputs: [pay(400_000n, friend), back(499_000n, text, 2)],
  change: (psbt) => Object.assign(psbt, { xpubs }),
});
const bare = multi.replace(/\[[^\]]*\]/g, '');

export const cases: readonly Case[] = rows(
  [
    // Extended keys beside those of an open wallet.
    [
      'a fourth extended key beside those of 2 of 3',
      spend(multi, [...own, xpub(THIEF, MULTI_PATH)]),
      { descriptors: [multi] },
    ],
  ],
  [
    ['the three extended keys of 2 of 3', spend(multi, own), { descriptors: [multi] }],
    [
      'the three extended keys, where our descriptor has no paths',
      spend(bare, own),
      { descriptors: [bare] },
    ],
    [
      'the extended key of a stranger beside that of our wallet of one key',
      spend(wpkh, [xpub(ME, '84h/1h/0h'), xpub(THIEF, '84h/1h/0h')]),
    ],
    ['the extended key of others alone', spend(wpkh, [xpub(THIEF, '84h/1h/0h')])],
  ],
);
