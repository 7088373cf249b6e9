import { encodeHex } from '../../../src/encoding/hex.ts';
import { withFinalScripts } from '../../../src/psbt/finalize.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import {
  COSIGNER,
  keyAt,
  MAIN,
  ME,
  NUMS,
  of,
  ofBoth,
  olderBy,
  person,
  place,
  RECOVERY,
  unspendableAt,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import {
  at,
  type CoinSpec,
  coin,
  friend,
  mine,
  outPoint,
} from '../../../test/support/review/coins.ts';
import { signedLock } from '../../../test/support/review/final.ts';
import {
  back,
  none,
  type PsbtSpec,
  pay,
  payFriend,
  SECONDS_FLAG,
  spendLock,
  spendSequence,
  withFacts,
  withLeaves,
} from '../../../test/support/review/payments.ts';
import { type Case, pair, pairs, rows } from '../../../test/support/review/rows.ts';
import { type Lock, type LockWrapper, lockCoin } from '../../../test/support/vectors/lock-world.ts';

const after = (lock: number) => `wsh(and_v(v:pk(${MAIN}),after(${lock})))`;
const htlc = `wsh(andor(pk(${MAIN}),sha256(${'07'.repeat(32)}),and_v(v:pk(${RECOVERY}),older(144))))`;
const decaying = `wsh(or_d(pk(${MAIN}),and_v(v:pk(${RECOVERY}),older(144))))`;
const relative = ['lock-unmet', 'relative-lock'] as const;

/** Converts the PSBT to a raw transaction with its coins. */
const asHex = (row: Case, psbt: Psbt, spent: CoinSpec): Case => {
  const { psbt: _, ...rest } = row;
  const transaction = withFinalScripts(psbt);
  if (transaction === undefined) throw new Error('no transaction');
  const coins = { [outPoint(spent)]: { amount: '100000', script: encodeHex(spent.script) } };
  return { ...rest, hex: encodeHex(encodeTransaction(transaction)), known: coins };
};
const heir = `wsh(and_v(v:pk(${keyAt(ME, '48h/1h/7h/2h')}),after(2000000)))`;
const [secretMain, secretRecovery] = [1, 2].map((seed) =>
  keyAt(person(seed), '48h/1h/0h/2h', true),
) as [string, string];
const withMain = (text: string) => ofBoth(text.replace(MAIN, secretMain));
const withRecovery = (text: string) => ofBoth(text.replace(RECOVERY, secretRecovery));
const all = (k: number) => `wsh(thresh(${k},pk(${MAIN}),s:pk(${RECOVERY}),sln:older(144)))`;
const leaves = `{and_v(v:pk(${MAIN}),older(144)),and_v(v:pk(${RECOVERY}),older(1000))}`;
const tree = `tr(${NUMS},${leaves})`;
const byKey = `tr(${MAIN},and_v(v:pk(${RECOVERY}),older(144)))`;
const half = (spec: PsbtSpec): PsbtSpec => ({
  ...spec,
  change: (psbt) => {
    psbt.inputs = psbt.inputs.map((input) => ({
      ...input,
      tapLeaves: input.tapLeaves.slice(0, 1),
    }));
  },
});
const needs = (text: string) => ({ says: [`A path needs ${text}`] });
const make = (
  name: string,
  lock: Lock,
  wrapper: LockWrapper,
  [bad, good]: readonly [Partial<CoinSpec & PsbtSpec>, Partial<CoinSpec & PsbtSpec>],
  finding?: 'relative-lock',
): readonly Case[] => {
  const also = finding ? [finding] : [];
  const [wrong, right] = [signedLock(lock, wrapper, bad), signedLock(lock, wrapper, good)];
  const spent = lockCoin(wrapper, 0, [lock, lock]);
  const [attack, honest] = rows(
    [[`${name}, too early`, wrong, ['lock-unmet', 'nothing-to-sign', ...also], none]],
    [[`${name}, in time`, right, ['nothing-to-sign', ...also], none]],
  ) as [Case, Case];
  return [attack, honest, asHex(attack, wrong, spent), asHex(honest, right, spent)];
};
const lock = (text: string, more: Partial<CoinSpec>, whole: Partial<PsbtSpec> = {}) => ({
  ...withFacts(payFriend(text, back(499_000n)), more),
  ...whole,
});
const afterText = (text: string) => `wsh(and_v(v:pk(${keyAt(ME, '48h/1h/0h/2h')}),${text}))`;
const two = `wsh(and_v(v:multi(2,${keyAt(ME, '48h/1h/0h/2h')},${keyAt(COSIGNER, '48h/1h/0h/2h')}),after(900000)))`;
const early = `sh(${afterText('older(10)')})`;
const lockLeaves = `tr(${NUMS},{and_v(v:pk(${keyAt(ME, '86h/1h/0h')}),older(10)),and_v(v:pk(${keyAt(COSIGNER, '86h/1h/0h')}),after(500))})`;
const quorum = `wsh(thresh(2,pk(${keyAt(ME, '48h/1h/0h/2h')}),s:pk(${keyAt(COSIGNER, '48h/1h/0h/2h')}),sln:older(20)))`;
const beside = (sequence: number): PsbtSpec => ({
  coins: [mine(0, { value: 300_000n }), { ...at(afterText('older(10)'), 0, 600_000n), sequence }],
  outputs: [pay(400_000n, friend), back(499_000n)],
});
const closedTree = (internal: string) =>
  `tr(${internal},{and_v(v:pk(${keyAt(ME, '86h/1h/0h')}),older(144)),and_v(v:pk(${keyAt(COSIGNER, '86h/1h/0h')}),older(1000))})`;
const [noneCanSpend, some] = [
  closedTree(unspendableAt(3)),
  closedTree(keyAt(person(77), '86h/1h/0h')),
];
const spend = (text: string, sequence: number): PsbtSpec =>
  withLeaves({
    coins: [at(text, 0, 900_000n, { sequence })],
    outputs: [back(499_000n, text, 4), pay(400_000n, friend)],
  });
const wait = 0xfffffffd;

export const cases: readonly Case[] = [
  ...rows(
    [
      // Time locks in scripts (BIP65, BIP112), and the transaction's values.
      ['a recovery without a sequence', spendLock(olderBy(144)), ofBoth(olderBy(144))],
      ['10 blocks of 144', spendSequence(olderBy(144), 10), relative, ofBoth(olderBy(144))],
      [
        '144 blocks in version 1',
        spendSequence(olderBy(144), 144, { version: 1 }),
        ofBoth(olderBy(144)),
      ],
      ['144 blocks, switched off', spendSequence(olderBy(144), 0x80000090), ofBoth(olderBy(144))],
      [
        'blocks for seconds',
        spendSequence(olderBy(SECONDS_FLAG + 10), 10),
        relative,
        ofBoth(olderBy(SECONDS_FLAG + 10)),
      ],
      [
        'seconds for blocks',
        spendSequence(olderBy(10), SECONDS_FLAG + 10),
        relative,
        ofBoth(olderBy(10)),
      ],
      [
        'too few seconds',
        spendSequence(olderBy(SECONDS_FLAG + 10), SECONDS_FLAG + 9),
        relative,
        ofBoth(olderBy(SECONDS_FLAG + 10)),
      ],
      ['no lock time', spendLock(after(500)), ofBoth(after(500))],
      ['one block too early', spendLock(after(500), { locktime: 499 }), ofBoth(after(500))],
      [
        'a time for a height',
        spendLock(after(500), { locktime: 1_600_000_000 }),
        ofBoth(after(500)),
      ],
      [
        'a lock time switched off by the final sequence',
        spendSequence(after(500), 0xffffffff, { locktime: 500 }),
        ['lock-unmet', 'locktime-ignored', 'not-replaceable'],
        ofBoth(after(500)),
      ],
      [
        'a height and a time for two coins',
        {
          ...spendLock(after(500), { locktime: 1_600_000_000 }),
          coins: [coin(place(after(500), 0, 0), 1), coin(place(after(1_600_000_000), 0, 0), 2)],
          outputs: [pay(60_000n), back(139_000n)],
        },
        { descriptors: [after(500), after(1_600_000_000), wpkh] },
      ],
      // Paths through miniscripts and trees, and those of the open keys.
      ['three of two keys and a lock', spendLock(all(3)), ofBoth(all(3))],
      [
        'a tree of leaves with locks',
        withLeaves(spendLock(tree)),
        { ...ofBoth(tree), ...needs('a sequence of at least 144') },
      ],
      ['the recovery before its time', spendLock(decaying), withRecovery(decaying)],
      [
        'the recovery before its time, in a leaf',
        withLeaves(spendLock(byKey)),
        withRecovery(byKey),
      ],
    ],
    [
      [
        '144 blocks of 144',
        spendSequence(olderBy(144), 144),
        ['relative-lock'],
        ofBoth(olderBy(144)),
      ],
      [
        'seconds of seconds',
        spendSequence(olderBy(SECONDS_FLAG + 10), SECONDS_FLAG + 10),
        ['relative-lock'],
        ofBoth(olderBy(SECONDS_FLAG + 10)),
      ],
      [
        'the height that is asked for',
        spendLock(after(500), { locktime: 500 }),
        ofBoth(after(500)),
      ],
      [
        'a later time',
        spendLock(after(1_500_000_000), { locktime: 1_600_000_000 }),
        ofBoth(after(1_500_000_000)),
      ],
      ['the main key before the recovery opens', spendLock(decaying), ofBoth(decaying)],
      [
        'the recovery beside the main key',
        spendSequence(decaying, 144),
        ['recovery-path'],
        ofBoth(decaying),
      ],
      ['the refund of an HTLC that is not taken', spendLock(htlc), ofBoth(htlc)],
      ['two of two keys and a lock', spendLock(all(2)), ofBoth(all(2))],
      ['two of two keys and a lock, with one of them', spendLock(all(2)), withMain(all(2))],
      ['three with the lock', spendSequence(all(3), 144), ['relative-lock'], ofBoth(all(3))],
      [
        'a tree of leaves with an open one',
        withLeaves(spendSequence(tree, 144)),
        ['relative-lock'],
        ofBoth(tree),
      ],
      ['a tree of which one leaf is shown', half(withLeaves(spendLock(tree))), ofBoth(tree)],
      ['a tree of which nothing is shown', spendLock(tree), ofBoth(tree)],
      ['the key before the recovery opens', withLeaves(spendLock(byKey)), withMain(byKey)],
      [
        'the key before the recovery opens, without keys',
        withLeaves(spendLock(byKey)),
        ofBoth(byKey),
      ],
      ['the main key before the recovery', spendLock(decaying), withMain(decaying)],
      [
        'the recovery in time',
        spendSequence(decaying, 144),
        ['recovery-path'],
        withRecovery(decaying),
      ],
      [
        'the recovery in time, in a leaf',
        withLeaves(spendSequence(byKey, 144)),
        ['recovery-path'],
        withRecovery(byKey),
      ],
      ['two keys of two, where a lock would do for one', lock(quorum, {}), of(quorum, wpkh)],
    ],
  ),
  // Signed transactions whose scripts a node rejects, though each signature is valid.
  ...make('a signed P2WSH that asks for block 500', { kind: 'after', value: 500 }, 'wsh', [
    { locktime: 499 },
    { locktime: 500 },
  ]),
  ...make('a signed P2SH that asks for block 500', { kind: 'after', value: 500 }, 'sh', [
    { locktime: 1_600_000_000 },
    { locktime: 501 },
  ]),
  ...make(
    'a signed leaf that asks for 144 blocks',
    { kind: 'older', value: 144 },
    'tr',
    [{ sequence: 143 }, { sequence: 144 }],
    'relative-lock',
  ),
  ...make(
    'a signed leaf that asks for a year',
    { kind: 'older', value: 52_560 },
    'tr',
    [{ sequence: 52_559 }, { sequence: 52_560 }],
    'relative-lock',
  ),
  ...pairs(
    [
      'a nested script, one block early',
      lock(early, { sequence: 9 }),
      ['lock-unmet', 'relative-lock'],
      of(early, wpkh),
    ],
    ['a nested script in time', lock(early, { sequence: 10 }), ['relative-lock'], of(early, wpkh)],
    [
      'two leaves, both too early',
      withLeaves(lock(lockLeaves, { sequence: 9 }, { locktime: 499 })),
      ['lock-unmet', 'relative-lock'],
      of(lockLeaves, wpkh),
    ],
    [
      'two leaves, one of them in time',
      withLeaves(lock(lockLeaves, { sequence: 9 }, { locktime: 500 })),
      ['relative-lock'],
      of(lockLeaves, wpkh),
    ],
    ['two of two, one block early', lock(two, {}, { locktime: 899_999 }), of(two, wpkh)],
    ['two of two in time', lock(two, {}, { locktime: 900_000 }), of(two, wpkh)],
    [
      'the second coin comes too early',
      beside(9),
      ['lock-unmet', 'relative-lock'],
      of(wpkh, afterText('older(10)')),
    ],
    ['the second coin in time', beside(10), ['relative-lock'], of(wpkh, afterText('older(10)'))],
    [
      'a sequence of 0 where 65,537, of which 1 counts, is asked for',
      lock(afterText('older(65537)'), { sequence: 0 }),
      of(afterText('older(65537)'), wpkh),
    ],
    [
      'a sequence of 1 where 65,537 is asked for',
      lock(afterText('older(65537)'), { sequence: 1 }),
      ['relative-lock'],
      of(afterText('older(65537)'), wpkh),
    ],
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      'the heir of an inheritance, a block too early',
      {
        coins: [at(heir, 0, 700_000n, { sequence: 0xfffffffd })],
        outputs: [pay(690_000n, friend)],
        locktime: 1_999_999,
      },
      ['lock-unmet', 'nothing-comes-back', 'locktime-future'],
      { ...of(heir), now: { height: 1_999_998 } },
    ],
    [
      'the heir of an inheritance, in time',
      {
        coins: [at(heir, 0, 700_000n, { sequence: 0xfffffffd })],
        outputs: [pay(690_000n, friend)],
        locktime: 2_000_000,
      },
      ['nothing-comes-back'],
      { ...of(heir), now: { height: 2_000_000 } },
    ],
  ),
  // Trees with BIP341's point as internal key, so that no key can spend by the key path.
  ...pair(
    [
      "leaves with locks below BIP341's point, too early",
      spend(noneCanSpend, wait),
      { descriptors: [noneCanSpend] },
    ],
    [
      "a leaf below BIP341's point, in time",
      spend(noneCanSpend, 144),
      ['relative-lock'],
      { descriptors: [noneCanSpend] },
    ],
    ['leaves with locks below a key', spend(some, wait), { descriptors: [some] }],
  ),
];
