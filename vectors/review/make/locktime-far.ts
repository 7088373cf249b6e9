import { of, offline, place, wpkh } from '../../../test/support/review/accounts.ts';
import { at, type CoinSpec, coin, field, friend } from '../../../test/support/review/coins.ts';
import {
  back,
  clock,
  lateBy,
  lockedAt,
  ofTap,
  type PsbtSpec,
  pay,
  payFriend,
  payFromTwo,
} from '../../../test/support/review/payments.ts';
import {
  type Case,
  notReplaceable,
  pairs,
  RANSOM,
  rows,
} from '../../../test/support/review/rows.ts';

const now = { height: 800_000, time: 1_700_000_000 };
const until = (locktime: number, more: Partial<CoinSpec> = { sequence: 0xfffffffd }) => ({
  coins: [coin(place(offline, 0, 0), 1, more)],
  outputs: [pay(60_000n), back(39_800n, offline)],
  locktime,
});
const main = { network: 'main', descriptors: [offline], now: clock } as const;
const later = { height: 900_000, time: 1_760_000_000 };
const lastBlock = { height: 900_000 };
const mainClock = { now: { time: 1_770_000_000 }, network: 'main' as const };
const two = (first: object, second: object, more: Partial<PsbtSpec> = {}): PsbtSpec => ({
  coins: [at(wpkh, 0, 450_000n, field(first)), at(wpkh, 1, 450_000n, field(second))],
  outputs: [pay(400_000n, friend), back(499_000n)],
  psbtVersion: 2,
  ...more,
});
const year2099 = 4_070_908_800;
const version2: Partial<PsbtSpec> = { psbtVersion: 2 };
const usual = payFriend(wpkh, back(499_000n));

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'two years of blocks',
        lockedAt(905_000),
        ['locktime-far', ...notReplaceable],
        { now, source: RANSOM },
      ],
      [
        'a year, as a time',
        lockedAt(1_731_536_000),
        ['locktime-far', ...notReplaceable],
        { now, source: RANSOM },
      ],
      // Heights without a chain: only the clock bounds them.
      [
        'block 2,100,000 by the clock',
        until(2_100_000),
        {
          ...main,
          says: ['about 7804 days from now by the clock', 'The clock says 2026-11-22 23:59 UTC'],
        },
      ],
      ['block 3,000,000 by the clock', until(3_000_000), main],
      ['the last height there can be', until(499_999_999), main],
      [
        'block 2,100,000 for one coin of two',
        {
          ...until(2_100_000),
          coins: [
            coin(place(offline, 0, 0), 1, { sequence: 0xffffffff }),
            coin(place(offline, 0, 1), 2, { sequence: 0xfffffffe }),
          ],
          outputs: [pay(160_000n), back(39_700n, offline)],
        },
        ['locktime-far', 'not-replaceable'],
        main,
      ],
      ['block 2,100,000 in a PSBT of version 2', { ...until(2_100_000), psbtVersion: 2 }, main],
      [
        'block 2,100,000 without a clock',
        until(2_100_000),
        { ...main, now: {}, lacks: ['The clock says', 'by the clock'] },
      ],
      ['more than four years ahead of the clock', until(1_250_000), main],
      ['the year 2099 without a clock', until(4_070_908_800), { ...main, now: {} }],
      // Amounts, coins and sizes that no node accepts.
      [
        'a fallback lock time of version 2, years ahead',
        { ...usual, ...version2, locktime: 1_000_000 },
        { now: { height: 800_000, time: 1_700_000_000 } },
      ],
      [
        'a height that an input of version 2 requires, years ahead',
        {
          ...usual,
          ...version2,
          coins: [
            at(wpkh, 0, 900_000n, {
              change: (input) => Object.assign(input, { heightLocktime: 1_000_000 }),
            }),
          ],
        },
        { now: { height: 800_000, time: 1_700_000_000 } },
      ],
      [
        'a time that an input of version 2 requires, years ahead',
        {
          ...usual,
          ...version2,
          coins: [
            at(wpkh, 0, 900_000n, {
              change: (input) => Object.assign(input, { timeLocktime: 1_900_000_000 }),
            }),
          ],
        },
        { now: { height: 800_000, time: 1_700_000_000 } },
      ],
    ],
    [
      ['a day of blocks', lockedAt(800_144), ['locktime-future', ...notReplaceable], { now }],
      ['the height of now, against fee sniping', lockedAt(800_000), notReplaceable, { now }],
      ['a height that the chain may have by then', until(976_000), main],
      ['a height that a faster chain could have', until(984_000), main],
      ['block 2,100,000 on a test network', until(2_100_000), { ...main, network: undefined }],
      ['block 1,900,000 without a clock', until(1_900_000), { ...main, now: {} }],
      ['the year 2040 without a clock', until(2_208_988_800), { ...main, now: {} }],
      [
        'a clock that was never set says nothing of heights',
        until(976_000),
        { ...main, now: { time: 0 } },
      ],
      [
        'the height that is handed over counts, not the clock',
        until(2_100_000),
        ['locktime-future'],
        { ...main, now: { ...clock, height: 2_099_000 } },
      ],
      [
        'block 2,100,000, switched off by the final sequence',
        until(2_100_000, { sequence: 0xffffffff }),
        ['locktime-ignored', 'not-replaceable'],
        main,
      ],
      [
        'a fallback lock time of version 2 that has passed',
        { ...usual, ...version2, locktime: 799_999 },
        { now: { height: 800_000, time: 1_700_000_000 } },
      ],
    ],
  ),
  ...pairs(
    ['block 990,000', lateBy(990_000), { ...ofTap, now: later }],
    ['the block of now', lateBy(900_000), { ...ofTap, now: later }],
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'an inheritance that opens in a year',
      payFromTwo(wpkh, { locktime: 953_000 }),
      { now: lastBlock },
    ],
    [
      'a payment that no miner can take back',
      payFromTwo(wpkh, { locktime: 900_000 }),
      { now: lastBlock },
    ],
    // Locks that later sections of version 2 compute, and those that scripts hide.
    [
      'a time in 2099 that one input requires',
      two({ timeLocktime: year2099 }, {}),
      ['locktime-far', 'keys-of-another-network'],
      { ...mainClock, ...of(wpkh) },
    ],
    [
      'a time of last year that one input requires',
      two({ timeLocktime: 1_740_000_000 }, {}),
      ['keys-of-another-network'],
      { ...mainClock, ...of(wpkh) },
    ],
    [
      'an input that allows a height or a time, and one that allows only the time',
      two({ heightLocktime: 100, timeLocktime: year2099 }, { timeLocktime: 1_740_000_000 }),
      { now: mainClock.now, ...of(wpkh) },
    ],
    [
      'an input that allows a height or a time, and one that allows both',
      two(
        { heightLocktime: 100, timeLocktime: year2099 },
        { heightLocktime: 90, timeLocktime: 1_740_000_000 },
      ),
      { now: { ...mainClock.now, height: 900_000 }, ...of(wpkh) },
    ],
  ),
];
