import { place, thief, wpkh } from '../../../test/support/review/accounts.ts';
import { at, coin, friend } from '../../../test/support/review/coins.ts';
import {
  back,
  type OutputSpec,
  type PsbtSpec,
  pay,
} from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';

const ours = at(wpkh, 0, 250_000n);
const theirs = [3, 4].map((index) =>
  coin(place(thief, 0, index), 200 + index, { value: 260_000n }),
);
const share = (index: number) => pay(100_000n, place(thief, 0, 30 + index).script);
const rest = (index: number) => pay(159_700n, place(thief, 1, 30 + index).script);
const of = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [ours, ...theirs],
  outputs,
});
const nothing = [30, 31].map((index) => pay(0n, place(thief, 0, index).script));

export const cases: readonly Case[] = rows(
  [
    // Coinjoins of 100,000 sat.
    [
      'a coinjoin of three in which our share goes to somebody else',
      of(share(0), share(1), share(2), rest(0), rest(1), back(149_700n)),
      ['coinjoin-short', 'inputs-of-others'],
    ],
    [
      'a coinjoin of three in which our share is left out',
      of(share(0), share(1), rest(0), pay(259_700n, place(thief, 1, 31).script), back(149_700n)),
      ['coinjoin-short', 'inputs-of-others'],
    ],
    [
      'a coinjoin of three in which nothing comes back',
      of(share(0), share(1), share(2), rest(0), rest(1), pay(149_700n, friend)),
      ['nothing-comes-back', 'coinjoin-short', 'inputs-of-others'],
    ],
  ],
  [
    [
      'a coinjoin of three with our share',
      of(share(0), back(100_000n, wpkh, 1), share(2), rest(0), rest(1), back(149_700n)),
      ['inputs-of-others'],
    ],
    [
      'a payjoin with two payees of one amount',
      {
        coins: [ours, coin(place(thief, 0, 3), 203, { value: 20_000n })],
        outputs: [share(0), share(1), pay(20_000n, friend), back(49_500n)],
      },
      ['inputs-of-others'],
    ],
    ['two payees of one amount', { coins: [ours], outputs: [share(0), share(1), back(49_500n)] }],
    // Outputs of equal amounts that are no shares of a coinjoin.
    [
      'two payees of nothing',
      { coins: [at(wpkh, 3, 900_000n)], outputs: [...nothing, back(899_000n)] },
      ['output-dust', 'not-standard'],
    ],
    [
      'two payees of nothing beside a coin of others',
      {
        coins: [at(wpkh, 3, 900_000n), coin(place(thief, 0, 3), 205, { value: 50_000n })],
        outputs: [...nothing, pay(49_000n, friend), back(899_000n)],
      },
      ['output-dust', 'inputs-of-others', 'not-standard'],
    ],
  ],
);
