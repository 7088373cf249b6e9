import {
  keyAt,
  MAIN,
  ME,
  MULTI_PATH,
  of,
  ofBoth,
  olderBy,
  RECOVERY,
  tr,
  treeOf,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import { at, friend, mine } from '../../../test/support/review/coins.ts';
import { signedLock } from '../../../test/support/review/final.ts';
import {
  decaying,
  heir,
  heirChain,
  heirWallet,
  lateSpend,
  notWaiting,
  spendHeir,
  waiting,
} from '../../../test/support/review/heir.ts';
import {
  back,
  ofTap,
  type PsbtSpec,
  pay,
  SECONDS_FLAG,
  spendSequence,
  tap,
  usualWith,
  withFacts,
  withLeaves,
} from '../../../test/support/review/payments.ts';
import { type Case, pairs, rows } from '../../../test/support/review/rows.ts';

const inTree = `tr(${MAIN},and_v(v:pk(${RECOVERY}),older(52560)))`;
const late = (sequence: number): PsbtSpec => ({
  coins: [at(treeOf(), 0, 900_000n, { sequence })],
  outputs: [pay(890_000n, friend)],
});
const asOwner = { descriptors: [heirWallet(keyAt(ME, MULTI_PATH, true), heir)] };
export const cases: readonly Case[] = [
  ...rows(
    [
      // Ages of coins (BIP68), and those that their scripts require.
      [
        'an ordinary coin that has to be 65,535 blocks old',
        usualWith({ sequence: 65535 }),
        { says: ['65535 blocks, about 456 days old'] },
      ],
      [
        'an ordinary coin that has to be 388 days old',
        usualWith({ sequence: SECONDS_FLAG + 65535 }),
        { says: ['33553920 seconds, about 389 days old'] },
      ],
      ['one block more than two weeks', usualWith({ sequence: 2017 })],
      [
        '4,032 blocks where the script asks for 144',
        spendSequence(olderBy(144), 4032),
        ofBoth(olderBy(144)),
      ],
      [
        'seconds where the script asks for blocks',
        spendSequence(
          `wsh(or_d(pk(${MAIN}),and_v(v:pk(${RECOVERY}),older(52560))))`,
          SECONDS_FLAG + 50000,
        ),
        ofBoth(`wsh(or_d(pk(${MAIN}),and_v(v:pk(${RECOVERY}),older(52560))))`),
      ],
      [
        'one coin for a day, and one for a year',
        {
          ...usualWith({}),
          coins: [mine(0, { sequence: 144 }), mine(1, { sequence: 52560 })],
          outputs: [pay(160_000n), back(39_700n)],
        },
        ['relative-lock-far', 'relative-lock'],
      ],
      // Coins with a recovery path that waits for half a year.
      ['a payment by the main key that is made to wait for half a year', waiting, asOwner],
      [
        'a payment by the main key that is made to wait for five months more',
        waiting,
        { ...asOwner, ...heirChain(802_000) },
      ],
    ],
    [
      ['two weeks of blocks', usualWith({ sequence: 2016 }), ['relative-lock']],
      [
        'a year that the script asks for',
        spendSequence(olderBy(52560), 52560),
        ['relative-lock'],
        ofBoth(olderBy(52560)),
      ],
      [
        'a year that a leaf asks for',
        withLeaves(spendSequence(inTree, 52560)),
        ['recovery-path'],
        ofBoth(inTree),
      ],
      [
        'a year in version 1, where it means nothing',
        usualWith({ sequence: 52560 }, { version: 1 }),
      ],
      ['a year, switched off', usualWith({ sequence: 0x80000000 + 52560 })],
      // Final inputs, whose scripts are only in their witness.
      [
        'a signed script that asks for a year',
        signedLock({ kind: 'older', value: 52_560 }, 'wsh', { sequence: 52_560 }),
        ['nothing-to-sign', 'relative-lock'],
        { descriptors: undefined },
      ],
      ['a payment by the main key', notWaiting, asOwner],
      [
        'a payment by the main key, of a coin that is old enough',
        waiting,
        ['relative-lock'],
        { ...asOwner, ...heirChain(830_000), says: ['since block 826280'] },
      ],
      [
        'a usual coin that is old enough for a sequence of 5,000',
        spendHeir(5_000, wpkh),
        ['relative-lock'],
        heirChain(806_000, wpkh),
      ],
    ],
  ),
  ...pairs(
    ['the second coin waits 65,535 blocks', withFacts(tap, { sequence: 65_535 }, 1), ofTap],
    ['a bit above the 16 that count', withFacts(tap, { sequence: 0x10000 }), ofTap],
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'a payment that waits longer than the recovery path asks for',
      withLeaves(late(30_000)),
      ['relative-lock-far', 'nothing-comes-back'],
      of(treeOf()),
    ],
    [
      'the recovery path of four weeks',
      withLeaves(late(4032)),
      ['nothing-comes-back', 'recovery-path'],
      of(treeOf()),
    ],
    // Locks that later sections of version 2 compute, and those that scripts hide.
    [
      'a key path without leaves that waits a year',
      lateSpend(tr),
      ['relative-lock-far', 'change-unproven'],
      { descriptors: undefined },
    ],
    [
      'a key path without leaves that waits a day',
      lateSpend(tr, 144),
      ['change-unproven', 'relative-lock'],
      { descriptors: undefined },
    ],
    [
      'more than the leaf asks for, which the PSBT shows',
      withLeaves(lateSpend(decaying, 60_000)),
      ['relative-lock-far', 'change-unproven'],
      { descriptors: undefined },
    ],
    [
      'less than two weeks, beside a leaf that asks for a year',
      withLeaves(lateSpend(decaying, 1_000)),
      ['change-unproven', 'relative-lock'],
      { descriptors: undefined },
    ],
    [
      'more than the hidden leaf asks for, by its descriptor',
      lateSpend(decaying, 60_000),
      of(decaying),
    ],
    [
      'as much as the hidden leaf asks for',
      lateSpend(decaying, 52_560),
      ['relative-lock'],
      of(decaying),
    ],
  ),
];
