import type { Bytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { payeesDigest } from '../../../src/review/past.ts';
import { p2pkhScript, p2trScript, p2wpkhScript } from '../../../src/script/builders.ts';
import { almost, at, friend, other, pair } from './attack-cases.ts';
import { withLeaves } from './lock-cases.ts';
import {
  back,
  COSIGNER,
  ME,
  multi,
  nested,
  outPoint,
  passedOff,
  pay,
  pkh,
  type ReviewVector,
  type Row,
  THIEF,
  thief,
  tr,
  wpkh,
} from './review-cases.ts';
import { type CoinSpec, keyAt, type OutputSpec, type PsbtSpec, place } from './review-world.ts';

const key = (who = ME, path = '48h/1h/0h/2h') => keyAt(who, path);
const pairOf = (second = COSIGNER) => `sh(wsh(multi(2,${key()},${key(second)})))`;
const legacyPair = (second = COSIGNER) => `sh(sortedmulti(1,${key()},${key(second)}))`;
const inheritance = (second = COSIGNER) =>
  `wsh(or_d(pk(${key()}),and_v(v:pk(${key(second)}),after(2000000))))`;
const tree = (second = COSIGNER) =>
  `tr(${keyAt(ME, '86h/1h/0h')},{pk(${keyAt(second, '86h/1h/0h')}),and_v(v:pk(${keyAt(second, '86h/1h/1h')}),older(4032))})`;

/** Kinds of wallets: a name, the descriptor, and the same with a thief as cosigner. */
const KINDS: readonly (readonly [string, string, string])[] = [
  ['legacy', pkh, pkh.replace(keyAt(ME, '44h/1h/0h'), keyAt(THIEF, '44h/1h/0h'))],
  ['nested', nested, nested.replace(keyAt(ME, '49h/1h/0h'), keyAt(THIEF, '49h/1h/0h'))],
  ['native', wpkh, thief],
  ['taproot', tr, tr.replace(keyAt(ME, '86h/1h/0h'), keyAt(THIEF, '86h/1h/0h'))],
  ['two of three', multi, multi.replace(key(COSIGNER), key(THIEF))],
  ['a nested pair', pairOf(), pairOf(THIEF)],
  ['one of two', legacyPair(), legacyPair(THIEF)],
  ['an inheritance', inheritance(), inheritance(THIEF)],
  ['a taproot tree', tree(), tree(THIEF)],
];

const LEGACY = ['legacy', 'one of two'];
const TAPROOT = ['taproot', 'a taproot tree'];
const of = (...descriptors: readonly string[]) => ({ descriptors });

/** 3,000,000 sat in two coins: 1,700,000 to a friend, 1,290,000 as change, 10,000 as fee. */
const paying = (text: string, more: Partial<PsbtSpec> = {}): PsbtSpec => ({
  coins: [at(text, 2, 1_900_000n), at(text, 6, 1_100_000n)],
  outputs: [back(1_290_000n, text, 9), pay(1_700_000n, friend)],
  ...more,
});
const withTypes = (spec: PsbtSpec, sighashType: number): PsbtSpec => ({
  ...spec,
  coins: spec.coins.map((each) => ({
    ...each,
    change: (input) => Object.assign(input, { sighashType }),
  })),
});
const misfit: readonly FindingId[] = ['output-mismatch'];

/** The same attacks on every kind of wallet, in PSBTs of both versions. */
function kinds(): ReviewVector[] {
  return KINDS.flatMap(([name, text, stolen], i) => {
    const psbtVersion = i % 2 === 0 ? 2 : 0;
    const spec = (more: Partial<PsbtSpec> = {}) => paying(text, { psbtVersion, ...more });
    const honest: Row = [`${name}: a payment with change`, spec(), [], of(text)];
    const spoofed: OutputSpec = passedOff(
      1_290_000n,
      place(text, 1, 9),
      place(stolen, 1, 9).script,
    );
    const hasScript = ['two of three', 'an inheritance'].includes(name);
    const unproven = spec({
      coins: [
        at(text, 2, 1_900_000n, { previous: false }),
        at(text, 6, 1_100_000n, { previous: false, claimed: 1_100_000n }),
      ],
    });
    const isTaproot = TAPROOT.includes(name);
    const kind = LEGACY.includes(name) ? 'claimed' : 'sessions';
    const first = at(text, 2, 1_900_000n);
    const earlier = {
      [outPoint(first)]: {
        amount: '1900000',
        payees: payeesDigest([{ value: 1_700_000n, scriptPubKey: other, owner: undefined }]),
        isSigned: true,
        payments: [{ value: '1700000', script: encodeHex(other) }],
      },
    };
    return [
      ...pair(
        'change-not-ours',
        [
          `${name}: the change goes to a thief`,
          spec({ outputs: [spoofed, pay(1_700_000n, friend)] }),
          ['change-not-ours', ...(hasScript ? misfit : [])],
          of(text),
        ],
        honest,
      ),
      ...(isTaproot
        ? almost('fee-unproven', [
            `${name}: amounts that its signatures cover`,
            unproven,
            [],
            of(text),
          ])
        : pair(
            'fee-unproven',
            [
              `${name}: amounts that are only claimed`,
              unproven,
              ['fee-unproven'],
              { ...of(text), fee: kind },
            ],
            [`${name}: amounts that are proven`, spec(), [], of(text)],
          )),
      ...pair(
        'sighash-none',
        [`${name}: NONE`, withTypes(spec(), 2), ['sighash-none'], { ...of(text), fee: 'open' }],
        [`${name}: ALL`, withTypes(spec(), 1), [], of(text)],
      ),
      ...pair(
        'coin-paid-elsewhere',
        [
          `${name}: another payee for a coin`,
          spec(),
          ['coin-paid-elsewhere'],
          { ...of(text), past: earlier },
        ],
        [
          `${name}: the same payee with more fee`,
          spec({ outputs: [back(1_280_000n, text, 9), pay(1_700_000n, other)] }),
          [],
          { ...of(text), past: earlier },
        ],
      ),
      ...pair(
        'nothing-comes-back',
        [
          `${name}: the change is missing its owner`,
          spec({ outputs: [pay(1_290_000n, other), pay(1_700_000n, friend)] }),
          ['nothing-comes-back'],
          of(text),
        ],
        [
          `${name}: coins gathered in one`,
          spec({ outputs: [back(2_990_000n, text, 9)] }),
          [],
          of(text),
        ],
      ),
    ];
  });
}

/** Fees at the exact borders of the tiers. */
function borders(): ReviewVector[] {
  const BTC = 100_000_000n;
  /** One native coin, a payment and change: 144 virtual bytes with a legacy payee. */
  const costing = (paid: bigint, fee: bigint, holds = 10n * BTC): PsbtSpec => ({
    coins: [at(wpkh, 0, holds)],
    outputs: [pay(paid, friend), back(holds - paid - fee)],
  });
  const tier = (
    about: FindingId,
    name: string,
    above: PsbtSpec,
    below: PsbtSpec,
    rest: readonly FindingId[] = [],
  ) =>
    pair(
      about,
      [`${name}: one satoshi above`, above, [about], {}],
      [`${name}: at the border`, below, rest, {}],
    );
  return [
    ...tier('fee-high', '5 % of a payment', costing(200_000n, 10_001n), costing(200_000n, 10_000n)),
    ...tier(
      'fee-high',
      '5,000 sat of a small payment',
      costing(4_000n, 5_001n),
      costing(4_000n, 5_000n),
    ),
    ...tier(
      'fee-very-high',
      '10 % of a payment',
      costing(300_000n, 30_001n),
      costing(300_000n, 30_000n),
      ['fee-high'],
    ),
    ...tier(
      'fee-too-high',
      '100,000 sat at 25 % and more',
      costing(390_000n, 100_001n),
      costing(400_000n, 100_000n),
      ['fee-very-high'],
    ),
    ...tier(
      'fee-too-high',
      '100 % of a payment',
      costing(10_000n, 10_001n),
      costing(10_000n, 10_000n),
      ['fee-high'],
    ),
    ...tier('fee-too-high', '0.1 BTC', many(10_000_001n), many(10_000_000n), ['fee-high']),
  ];
}

/** Makes a payment of 200 BTC from 160 coins, for which 0.1 BTC is a usual fee. */
function many(fee: bigint): PsbtSpec {
  const coins = Array.from({ length: 160 }, (_, i) => at(wpkh, i, 200_000_000n));
  return {
    coins,
    outputs: [pay(20_000_000_000n, friend), back(32_000_000_000n - 20_000_000_000n - fee)],
  };
}

const anchor = Uint8Array.of(0x51, 2, 0x4e, 0x73);
const script = (fill: number): Bytes => p2wpkhScript(new Uint8Array(20).fill(fill));

/** Usual actions with a wallet, and what a careless or malicious program makes of them. */
function journeys(): ReviewVector[] {
  const friends = Array.from({ length: 24 }, (_, i) =>
    pay(40_000n + 17n * BigInt(i), script(i + 3)),
  );
  const batch = (...more: readonly OutputSpec[]): PsbtSpec => ({
    coins: [at(tr, 0, 1_900_000n)],
    outputs: [...friends, ...more],
    psbtVersion: 2,
  });
  const paidOut = friends.reduce((sum, { value }) => sum + value, 0n);
  const rest = 1_900_000n - paidOut - 9_000n;
  const theirs = (i: number, value: bigint, more: Partial<CoinSpec> = {}) =>
    at(thief, i, value, more);
  const joined = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
    coins: [theirs(0, 1_002_000n), at(wpkh, 1, 1_002_000n), theirs(2, 1_002_000n)],
    outputs: [pay(1_000_000n, script(91)), pay(1_000_000n, script(92)), ...outputs],
  });
  const others: readonly FindingId[] = ['inputs-of-others'];
  const closing = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
    coins: [at(channel, 0, 5_000_000n, { sequence: 0xfffffffd })],
    outputs,
  });
  const vault = (value: bigint): PsbtSpec => ({
    coins: [at(tr, 3, 800_000n)],
    outputs: [back(800_000n - value, tr, 4), { value, script: anchor }],
    version: 3,
  });
  const child = (fee: bigint): PsbtSpec => ({
    coins: [at(wpkh, 2, 90_000n)],
    outputs: [back(90_000n - fee)],
  });
  const late = (sequence: number): PsbtSpec => ({
    coins: [at(tree(), 0, 900_000n, { sequence })],
    outputs: [pay(890_000n, friend)],
  });
  const mixed = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
    coins: [
      at(pkh, 0, 300_000n),
      at(nested, 1, 300_000n),
      at(wpkh, 2, 300_000n),
      at(tr, 3, 300_000n),
    ],
    outputs,
  });
  const all = of(pkh, nested, wpkh, tr);
  const unnamed = (input: object) => Object.assign(input, { keyPaths: [], tapKeyPaths: [] });
  const second = `wpkh(${keyAt(ME, '84h/1h/1h')})`;
  const lastBlock = { height: 900_000 };
  return [
    ...pair(
      'nothing-comes-back',
      [
        'a batch of 24 payees whose change goes elsewhere',
        batch(pay(rest, other)),
        ['nothing-comes-back'],
        of(tr),
      ],
      ['a batch of 24 payees', batch(back(rest, tr, 1)), [], of(tr)],
    ),
    ...pair(
      'output-repeated',
      [
        'a batch that pays one payee twice',
        batch(back(rest - 40_000n, tr, 1), pay(40_000n, script(5))),
        ['output-repeated'],
        of(tr),
      ],
      ['a batch that pays each payee once', batch(back(rest, tr, 2)), [], of(tr)],
    ),
    ...pair(
      'nothing-comes-back',
      [
        'a coinjoin that leaves out our part',
        joined(pay(1_000_000n, script(93))),
        ['nothing-comes-back', 'coinjoin-short', 'inputs-of-others'],
      ],
      ['a coinjoin with our part', joined(back(1_000_000n, wpkh, 3)), others],
    ),
    ...pair(
      'fee-unproven',
      [
        "a coinjoin in which another's amount is only claimed",
        {
          ...joined(back(1_000_000n, wpkh, 3)),
          coins: [
            theirs(0, 1_002_000n, { previous: false }),
            at(wpkh, 1, 1_002_000n),
            theirs(2, 1_002_000n),
          ],
        },
        ['fee-unproven', 'inputs-of-others'],
        { fee: 'foreign' },
      ],
      [
        'a payjoin',
        {
          coins: [at(wpkh, 1, 800_000n), theirs(4, 300_000n)],
          outputs: [pay(700_000n, script(77)), back(397_000n, wpkh, 4)],
        },
        others,
      ],
    ),
    ...pair(
      'nothing-comes-back',
      [
        'a channel is closed, and all goes to the other side',
        closing(pay(4_999_000n, script(40))),
        ['nothing-comes-back'],
        of(channel, wpkh),
      ],
      [
        'a channel is closed, and each side gets its part',
        closing(pay(2_000_000n, script(40)), back(2_999_000n, wpkh, 5)),
        [],
        of(channel, wpkh),
      ],
    ),
    ...pair(
      'output-anyone-can-spend',
      ['an anchor with 20,000 sat', vault(20_000n), ['output-anyone-can-spend', 'truc'], of(tr)],
      ['a vault step with an empty anchor', vault(0n), ['truc'], of(tr)],
      ['a vault step with an anchor of 240 sat', vault(240n), ['truc'], of(tr)],
    ),
    ...pair(
      'fee-too-high',
      [
        'a child that pays more than it brings back',
        child(60_000n),
        ['fee-too-high'],
        { lifted: 200 },
      ],
      ['a child that pays for its parents', child(12_000n), ['fee-very-high'], { lifted: 2_000 }],
    ),
    ...pair(
      'relative-lock-far',
      [
        'a payment that waits longer than the recovery path asks for',
        withLeaves(late(30_000)),
        ['relative-lock-far', 'nothing-comes-back'],
        of(tree()),
      ],
      [
        'the recovery path of four weeks',
        withLeaves(late(4032)),
        ['nothing-comes-back', 'recovery-path'],
        of(tree()),
      ],
    ),
    ...pair(
      'change-not-ours',
      [
        'one change of ours and one of a thief, from four kinds of coins',
        mixed(
          pay(500_000n, friend),
          back(200_000n, wpkh, 7),
          passedOff(
            490_000n,
            place(tr, 1, 7),
            p2trScript(place(thief.replace('wpkh', 'tr'), 1, 7).script.subarray(2)),
          ),
        ),
        ['change-not-ours'],
        all,
      ],
      [
        'two changes of ours, from four kinds of coins',
        mixed(pay(500_000n, friend), back(200_000n, wpkh, 7), back(490_000n, tr, 7)),
        [],
        all,
      ],
    ),
    ...pair(
      'change-not-ours',
      [
        'the change of a second account, of which only the first is open',
        {
          coins: [at(wpkh, 0, 900_000n)],
          outputs: [pay(400_000n, friend), back(490_000n, second)],
        },
        ['change-not-ours'],
      ],
      [
        'the change of a second account, both are open',
        {
          coins: [at(wpkh, 0, 900_000n)],
          outputs: [pay(400_000n, friend), back(490_000n, second)],
        },
        [],
        of(wpkh, second),
      ],
      [
        'coins and change without derivations',
        {
          coins: [at(wpkh, 0, 900_000n, { change: unnamed })],
          outputs: [pay(400_000n, friend), { ...back(490_000n, wpkh, 3), change: unnamed }],
        },
        [],
      ],
      [
        'change far out, which only its path finds',
        {
          coins: [at(wpkh, 0, 900_000n)],
          outputs: [pay(400_000n, friend), back(490_000n, wpkh, 192)],
        },
        [],
      ],
    ),
    ...pair(
      'change-far',
      [
        'change at 48,000',
        {
          coins: [at(wpkh, 0, 900_000n)],
          outputs: [pay(400_000n, friend), back(490_000n, wpkh, 48_000)],
        },
        ['change-far'],
      ],
      [
        'change at 199',
        {
          coins: [at(wpkh, 0, 900_000n)],
          outputs: [pay(400_000n, friend), back(490_000n, wpkh, 199)],
        },
        [],
      ],
    ),
    ...pair(
      'address-used',
      [
        'a donation to an address that was paid before',
        paying(multi, { outputs: [pay(1_700_000n, other), back(1_290_000n, multi, 9)] }),
        ['address-used'],
        { ...of(multi), knownScripts: [encodeHex(other)] },
      ],
      [
        'a donation to a new address',
        paying(multi, { outputs: [pay(1_700_000n, other), back(1_290_000n, multi, 9)] }),
        [],
        { ...of(multi), knownScripts: [encodeHex(friend)] },
      ],
    ),
    ...pair(
      'locktime-far',
      [
        'an inheritance that opens in a year',
        paying(wpkh, { locktime: 953_000 }),
        ['locktime-far'],
        { now: lastBlock },
      ],
      [
        'a payment that no miner can take back',
        paying(wpkh, { locktime: 900_000 }),
        [],
        { now: lastBlock },
      ],
    ),
    ...pair(
      'lock-unmet',
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
    ...pair(
      'no-input-ours',
      [
        'a payment of somebody else',
        { ...paying(thief), psbtVersion: 2 },
        ['no-input-ours'],
        of(tr),
      ],
      ['a payment of ours without private keys', paying(tr), [], of(tr)],
    ),
    ...pair(
      'output-dust',
      [
        'change too small to spend',
        { coins: [at(pkh, 0, 500_000n)], outputs: [pay(498_000n, friend), back(500n, pkh, 2)] },
        ['output-dust', 'not-standard'],
        of(pkh),
      ],
      [
        'change just large enough',
        { coins: [at(pkh, 0, 500_000n)], outputs: [pay(498_000n, friend), back(546n, pkh, 2)] },
        [],
        of(pkh),
      ],
    ),
    ...pair(
      'amount-contradicted',
      [
        'the chain knows a larger coin',
        paying(nested),
        ['amount-contradicted'],
        {
          ...of(nested),
          known: {
            [outPoint(at(nested, 2, 1_900_000n))]: {
              amount: '1900001',
              script: encodeHex(at(nested, 2, 1n).script),
            },
          },
        },
      ],
      [
        'the chain knows the coin',
        paying(nested),
        [],
        {
          ...of(nested),
          known: {
            [outPoint(at(nested, 2, 1_900_000n))]: {
              amount: '1900000',
              script: encodeHex(at(nested, 2, 1n).script),
            },
          },
        },
      ],
    ),
    ...pair(
      'input-twice',
      [
        'a coin that is spent twice among three',
        {
          ...paying(tr),
          coins: [at(tr, 2, 1_900_000n), at(tr, 6, 1_100_000n), at(tr, 2, 1_900_000n)],
        },
        ['input-twice', 'not-standard'],
        of(tr),
      ],
      [
        'three coins',
        { ...paying(tr), coins: [at(tr, 2, 1_900_000n), at(tr, 6, 1_100_000n), at(tr, 8, 9_000n)] },
        [],
        of(tr),
      ],
    ),
    ...pair(
      'sighash-single',
      [
        'a sale signed SINGLE|ANYONECANPAY',
        withTypes({ coins: [at(tr, 0, 10_000n)], outputs: [back(500_000n, tr, 3)] }, 0x83),
        ['sighash-single', 'sighash-anyone-can-pay'],
        { ...of(tr), fee: 'open' },
      ],
      [
        'the buyer of a sale',
        {
          coins: [theirs(3, 10_000n), at(tr, 0, 900_000n)],
          outputs: [pay(500_000n, friend), back(10_000n, tr, 4), back(398_000n, tr, 5)],
        },
        others,
        of(tr),
      ],
    ),
    ...pair(
      'keys-of-another-network',
      [
        'test coins whose keys are those of the main network',
        {
          coins: [at(mainKeys, 0, 900_000n)],
          outputs: [pay(400_000n, friend), back(499_000n, mainKeys, 1)],
        },
        ['keys-of-another-network'],
        of(mainKeys),
      ],
      [
        'test coins',
        {
          coins: [at(wpkh, 0, 900_000n)],
          outputs: [pay(400_000n, friend), back(499_000n, wpkh, 1)],
        },
        [],
      ],
    ),
    ...pair(
      'output-unspendable',
      [
        'a payee without a hash',
        paying(tr, {
          outputs: [pay(1_700_000n, p2pkhScript(new Uint8Array(20))), back(1_290_000n, tr, 9)],
        }),
        ['output-unspendable'],
        of(tr),
      ],
      [
        'a payee with a hash',
        paying(tr, {
          outputs: [
            pay(1_700_000n, p2pkhScript(new Uint8Array(20).fill(1))),
            back(1_290_000n, tr, 9),
          ],
        }),
        [],
        of(tr),
      ],
    ),
  ];
}

const channel = `wsh(multi(2,${keyAt(ME, '84h/1h/5h')},${keyAt(COSIGNER, '84h/1h/5h')}))`;
const heir = `wsh(and_v(v:pk(${keyAt(ME, '48h/1h/7h/2h')}),after(2000000)))`;
const mainKeys = `wpkh(${keyAt(ME, '84h/0h/0h')})`;

/** Cases by file: attacks and honest neighbours on every kind of wallet. */
export const unseenCases = {
  'unseen-kinds': kinds,
  'unseen-borders': borders,
  'unseen-journeys': journeys,
} as const;
