import { emptyBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { withFinalScripts } from '../../../src/psbt/finalize.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import { unsignedTransaction } from '../../../src/psbt/unsigned-transaction.ts';
import { createSighashCache } from '../../../src/sighash/cache.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import { type Lock, type LockWrapper, lockCoin } from './lock-world.ts';
import {
  back,
  coin,
  mine,
  outPoint,
  wpkh as own,
  pay,
  type ReviewVector,
  rows,
} from './review-cases.ts';
import { buildPsbt, type CoinSpec, keyAt, type PsbtSpec, person, place } from './review-world.ts';

const [MAIN, RECOVERY] = [1, 2].map((seed) => keyAt(person(seed), '48h/1h/0h/2h')) as [
  string,
  string,
];
const older = (lock: number) => `wsh(and_v(v:pk(${MAIN}),older(${lock})))`;
const after = (lock: number) => `wsh(and_v(v:pk(${MAIN}),after(${lock})))`;
const htlc = `wsh(andor(pk(${MAIN}),sha256(${'07'.repeat(32)}),and_v(v:pk(${RECOVERY}),older(144))))`;
const decaying = `wsh(or_d(pk(${MAIN}),and_v(v:pk(${RECOVERY}),older(144))))`;

const spend = (text: string, more: Partial<PsbtSpec> = {}, coinMore: Partial<CoinSpec> = {}) => ({
  coins: [coin(place(text, 0, 0), 1, coinMore)],
  outputs: [pay(60_000n), back(39_500n)],
  ...more,
});

const sequence = (text: string, number: number, more: Partial<PsbtSpec> = {}) =>
  spend(text, more, { sequence: number });
const TIME = 0x00400000;
const relative = ['lock-unmet', 'relative-lock'] as const;

/** Time locks in scripts (BIP65, BIP112), and the transaction's values. */
function locks(): ReviewVector[] {
  const of = (text: string) => ({ descriptors: [text, own] });
  return rows(
    'lock-unmet',
    [
      ['a recovery without a sequence', spend(older(144)), ['lock-unmet'], of(older(144))],
      ['10 blocks of 144', sequence(older(144), 10), relative, of(older(144))],
      [
        '144 blocks in version 1',
        sequence(older(144), 144, { version: 1 }),
        ['lock-unmet'],
        of(older(144)),
      ],
      [
        '144 blocks, switched off',
        sequence(older(144), 0x80000090),
        ['lock-unmet'],
        of(older(144)),
      ],
      ['blocks for seconds', sequence(older(TIME + 10), 10), relative, of(older(TIME + 10))],
      ['seconds for blocks', sequence(older(10), TIME + 10), relative, of(older(10))],
      ['too few seconds', sequence(older(TIME + 10), TIME + 9), relative, of(older(TIME + 10))],
      ['no lock time', spend(after(500)), ['lock-unmet'], of(after(500))],
      ['one block too early', spend(after(500), { locktime: 499 }), ['lock-unmet'], of(after(500))],
      [
        'a time for a height',
        spend(after(500), { locktime: 1_600_000_000 }),
        ['lock-unmet'],
        of(after(500)),
      ],
      [
        'a lock time switched off by the final sequence',
        sequence(after(500), 0xffffffff, { locktime: 500 }),
        ['lock-unmet', 'locktime-ignored', 'not-replaceable'],
        of(after(500)),
      ],
      [
        'a height and a time for two coins',
        {
          ...spend(after(500), { locktime: 1_600_000_000 }),
          coins: [coin(place(after(500), 0, 0), 1), coin(place(after(1_600_000_000), 0, 0), 2)],
          outputs: [pay(60_000n), back(139_000n)],
        },
        ['lock-unmet'],
        { descriptors: [after(500), after(1_600_000_000), own] },
      ],
    ],
    [
      ['144 blocks of 144', sequence(older(144), 144), ['relative-lock'], of(older(144))],
      [
        'seconds of seconds',
        sequence(older(TIME + 10), TIME + 10),
        ['relative-lock'],
        of(older(TIME + 10)),
      ],
      ['the height that is asked for', spend(after(500), { locktime: 500 }), [], of(after(500))],
      [
        'a later time',
        spend(after(1_500_000_000), { locktime: 1_600_000_000 }),
        [],
        of(after(1_500_000_000)),
      ],
      ['the main key before the recovery opens', spend(decaying), [], of(decaying)],
      [
        'the recovery beside the main key',
        sequence(decaying, 144),
        ['recovery-path'],
        of(decaying),
      ],
      ['the refund of an HTLC that is not taken', spend(htlc), [], of(htlc)],
    ],
  );
}

const wpkh = (more: Partial<CoinSpec>, whole: Partial<PsbtSpec> = {}) => ({
  coins: [mine(0, more)],
  outputs: [pay(60_000n), back(39_800n)],
  ...whole,
});
const inTree = `tr(${MAIN},and_v(v:pk(${RECOVERY}),older(52560)))`;

/** Fills fields like an updater, with the scripts of the tree (BIP371). */
export const withLeaves = (spec: PsbtSpec): PsbtSpec => ({
  ...spec,
  coins: spec.coins.map((each) => ({
    ...each,
    change: (input) => {
      const [output] = [...each.knowledge.taproot.values()];
      Object.assign(input, { tapLeaves: output?.spendData.leaves });
    },
  })),
});

/** Paths through miniscripts and trees, and those of the open keys. */
function paths(): ReviewVector[] {
  const of = (text: string) => ({ descriptors: [text, own] });
  const [secretMain, secretRecovery] = [1, 2].map((seed) =>
    keyAt(person(seed), '48h/1h/0h/2h', true),
  ) as [string, string];
  const withMain = (text: string) => of(text.replace(MAIN, secretMain));
  const withRecovery = (text: string) => of(text.replace(RECOVERY, secretRecovery));
  const all = (k: number) => `wsh(thresh(${k},pk(${MAIN}),s:pk(${RECOVERY}),sln:older(144)))`;
  const none = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
  const leaves = `{and_v(v:pk(${MAIN}),older(144)),and_v(v:pk(${RECOVERY}),older(1000))}`;
  const tree = `tr(${none},${leaves})`;
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
  return rows(
    'lock-unmet',
    [
      ['three of two keys and a lock', spend(all(3)), ['lock-unmet'], of(all(3))],
      [
        'a tree of leaves with locks',
        withLeaves(spend(tree)),
        ['lock-unmet'],
        { ...of(tree), ...needs('a sequence of at least 144') },
      ],
      ['the recovery before its time', spend(decaying), ['lock-unmet'], withRecovery(decaying)],
      [
        'the recovery before its time, in a leaf',
        withLeaves(spend(byKey)),
        ['lock-unmet'],
        withRecovery(byKey),
      ],
    ],
    [
      ['two of two keys and a lock', spend(all(2)), [], of(all(2))],
      ['two of two keys and a lock, with one of them', spend(all(2)), [], withMain(all(2))],
      ['three with the lock', sequence(all(3), 144), ['relative-lock'], of(all(3))],
      [
        'a tree of leaves, one of which is open',
        withLeaves(sequence(tree, 144)),
        ['relative-lock'],
        of(tree),
      ],
      ['a tree of which one leaf is shown', half(withLeaves(spend(tree))), [], of(tree)],
      ['a tree of which nothing is shown', spend(tree), [], of(tree)],
      ['the key before the recovery opens', withLeaves(spend(byKey)), [], withMain(byKey)],
      ['the key before the recovery opens, without keys', withLeaves(spend(byKey)), [], of(byKey)],
      ['the main key before the recovery', spend(decaying), [], withMain(decaying)],
      ['the recovery in time', sequence(decaying, 144), ['recovery-path'], withRecovery(decaying)],
      [
        'the recovery in time, in a leaf',
        withLeaves(sequence(byKey, 144)),
        ['recovery-path'],
        withRecovery(byKey),
      ],
    ],
  );
}

/** Ages of coins (BIP68), and those that their scripts require. */
function ages(): ReviewVector[] {
  const of = (text: string) => ({ descriptors: [text, own] });
  const far = ['relative-lock-far'] as const;
  return [
    ...rows(
      'relative-lock-far',
      [
        [
          'an ordinary coin that has to be 65,535 blocks old',
          wpkh({ sequence: 65535 }),
          far,
          { says: ['65535 blocks, about 456 days old'] },
        ],
        [
          'an ordinary coin that has to be 388 days old',
          wpkh({ sequence: TIME + 65535 }),
          far,
          { says: ['33553920 seconds, about 389 days old'] },
        ],
        ['one block more than two weeks', wpkh({ sequence: 2017 }), far],
        [
          '4,032 blocks where the script asks for 144',
          sequence(older(144), 4032),
          far,
          of(older(144)),
        ],
        [
          'seconds where the script asks for blocks',
          sequence(`wsh(or_d(pk(${MAIN}),and_v(v:pk(${RECOVERY}),older(52560))))`, TIME + 50000),
          far,
          of(`wsh(or_d(pk(${MAIN}),and_v(v:pk(${RECOVERY}),older(52560))))`),
        ],
        [
          'one coin for a day, and one for a year',
          {
            ...wpkh({}),
            coins: [mine(0, { sequence: 144 }), mine(1, { sequence: 52560 })],
            outputs: [pay(160_000n), back(39_700n)],
          },
          ['relative-lock-far', 'relative-lock'],
        ],
      ],
      [
        ['two weeks of blocks', wpkh({ sequence: 2016 }), ['relative-lock']],
        [
          'a year that the script asks for',
          sequence(older(52560), 52560),
          ['relative-lock'],
          of(older(52560)),
        ],
        [
          'a year that a leaf asks for',
          withLeaves(sequence(inTree, 52560)),
          ['recovery-path'],
          of(inTree),
        ],
        [
          'a year in version 1, where it means nothing',
          wpkh({ sequence: 52560 }, { version: 1 }),
          [],
        ],
        ['a year, switched off', wpkh({ sequence: 0x80000000 + 52560 }), []],
      ],
    ),
  ];
}

const offline = `wpkh(${keyAt(person(1), '7h')})`;
/** 2026-11-22 23:59:59 UTC. */
const clock = { time: 1_795_391_999 };

/** Heights without a chain: only the clock bounds them. */
function heights(): ReviewVector[] {
  const until = (locktime: number, more: Partial<CoinSpec> = { sequence: 0xfffffffd }) => ({
    coins: [coin(place(offline, 0, 0), 1, more)],
    outputs: [pay(60_000n), back(39_800n, offline)],
    locktime,
  });
  const main = { network: 'main', descriptors: [offline], now: clock } as const;
  const far = ['locktime-far'] as const;
  return rows(
    'locktime-far',
    [
      [
        'block 2,100,000 by the clock',
        until(2_100_000),
        far,
        {
          ...main,
          says: ['about 7804 days from now by the clock', 'The clock says 2026-11-22 23:59 UTC'],
        },
      ],
      ['block 3,000,000 by the clock', until(3_000_000), far, main],
      ['the last height there can be', until(499_999_999), far, main],
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
      [
        'block 2,100,000 in a PSBT of version 2',
        { ...until(2_100_000), psbtVersion: 2 },
        far,
        main,
      ],
      ['block 2,100,000 without a clock', until(2_100_000), far, { ...main, now: {} }],
      ['more than four years ahead of the clock', until(1_250_000), far, main],
      ['the year 2099 without a clock', until(4_070_908_800), far, { ...main, now: {} }],
    ],
    [
      ['a height that the chain may have by then', until(976_000), [], main],
      ['a height that a faster chain could have', until(984_000), [], main],
      ['block 2,100,000 on a test network', until(2_100_000), [], { ...main, network: undefined }],
      ['block 1,900,000 without a clock', until(1_900_000), [], { ...main, now: {} }],
      ['the year 2040 without a clock', until(2_208_988_800), [], { ...main, now: {} }],
      [
        'a clock that was never set says nothing of heights',
        until(976_000),
        [],
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
    ],
  );
}

/** Makes a coin whose script requires a lock, spent by a final script. */
function signedLock(lock: Lock, wrapper: LockWrapper, more: Partial<CoinSpec & PsbtSpec>): Psbt {
  const spent = lockCoin(wrapper, 0, [lock, lock]);
  const { sequence = 0xfffffffd, ...whole } = more;
  const psbt = buildPsbt({
    coins: [{ ...spent, sequence }],
    outputs: [pay(99_500n)],
    ...whole,
  });
  const bare = unsignedTransaction(psbt);
  if (bare === undefined) throw new Error('no transaction');
  const cache = createSighashCache(bare, [{ value: spent.value, scriptPubKey: spent.script }]);
  const [spend] = spent.spends(cache, 0);
  const inputs = psbt.inputs.map((input) => ({
    ...input,
    finalScriptSig: spend?.scriptSig ?? emptyBytes,
    finalWitness: spend?.witness ?? [],
    // BIP174: fields that a finalizer removes.
    redeemScript: emptyBytes,
    witnessScript: emptyBytes,
    tapLeaves: [],
  }));
  return { ...psbt, inputs };
}

/** Converts the PSBT to a raw transaction with its coins. */
const asHex = (row: ReviewVector, psbt: Psbt, spent: CoinSpec): ReviewVector => {
  const { psbt: _, ...rest } = row;
  const transaction = withFinalScripts(psbt);
  if (transaction === undefined) throw new Error('no transaction');
  const coins = { [outPoint(spent)]: { amount: '100000', script: encodeHex(spent.script) } };
  return { ...rest, hex: encodeHex(encodeTransaction(transaction)), known: coins };
};

/** Signed transactions whose scripts a node rejects, though each signature is valid. */
function signedLocks(): ReviewVector[] {
  const none = { descriptors: undefined } as const;
  const make = (
    name: string,
    lock: Lock,
    wrapper: LockWrapper,
    [bad, good]: readonly [Partial<CoinSpec & PsbtSpec>, Partial<CoinSpec & PsbtSpec>],
    finding?: 'relative-lock',
  ): ReviewVector[] => {
    const also = finding ? [finding] : [];
    const [wrong, right] = [signedLock(lock, wrapper, bad), signedLock(lock, wrapper, good)];
    const spent = lockCoin(wrapper, 0, [lock, lock]);
    const [attack, honest] = rows(
      'lock-unmet',
      [[`${name}, too early`, wrong, ['lock-unmet', 'nothing-to-sign', ...also], none]],
      [[`${name}, in time`, right, ['nothing-to-sign', ...also], none]],
    ) as [ReviewVector, ReviewVector];
    return [attack, honest, asHex(attack, wrong, spent), asHex(honest, right, spent)];
  };
  return [
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
  ];
}

/** Lock times, which have passed when the median time of the last blocks is above them (BIP113). */
const seconds = (): ReviewVector[] =>
  rows(
    'locktime-future',
    [
      [
        'the second of now',
        wpkh({ sequence: 0xfffffffd }, { locktime: clock.time }),
        ['locktime-future'],
        { now: clock },
      ],
    ],
    [
      [
        'the second before',
        wpkh({ sequence: 0xfffffffd }, { locktime: clock.time - 1 }),
        [],
        { now: clock },
      ],
    ],
  );

/** Final inputs, whose scripts are only in their witness. */
const finalAges = (): ReviewVector[] =>
  rows(
    'relative-lock-far',
    [],
    [
      [
        'a signed script that asks for a year',
        signedLock({ kind: 'older', value: 52_560 }, 'wsh', { sequence: 52_560 }),
        ['nothing-to-sign', 'relative-lock'],
        { descriptors: undefined },
      ],
    ],
  );

const signed = () => [...signedLocks(), ...seconds(), ...finalAges()];

/** Cases by file. */
export const lockCases = { locks, paths, ages, heights, 'signed-locks': signed } as const;
