import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { createFlatSigningProvider } from '../../../src/descriptor/flat-signing-provider.ts';
import { type Bytes, concatBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { formatAddress } from '../../../src/script/address.ts';
import {
  multisigScript,
  p2pkhScript,
  p2shScript,
  p2wshScript,
  witnessScript,
} from '../../../src/script/builders.ts';
import {
  back,
  COSIGNER,
  coin,
  ME,
  mine,
  multi,
  nested,
  outPoint,
  passedOff,
  pay,
  pkh,
  type ReviewVector,
  type Row,
  rows,
  THIEF,
  thief,
  tr,
  wpkh,
} from './review-cases.ts';
import { type CoinSpec, keyAt, type PsbtSpec, place } from './review-world.ts';

const BTC = 100_000_000n;
export const friend = p2pkhScript(new Uint8Array(20).fill(0x2c));
export const other = place(thief.replace('wpkh', 'tr'), 0, 9).script;
export const at = (text: string, index: number, value: bigint, more: Partial<CoinSpec> = {}) =>
  coin(place(text, 0, index), 100 + index, { value, ...more });

/** A payment of 512,345 sat from two taproot coins. */
const tap: PsbtSpec = {
  coins: [at(tr, 0, 730_000n), at(tr, 1, 210_000n)],
  outputs: [pay(512_345n, other), back(425_755n, tr, 3)],
};
/** A payment of 1,234,567 sat by two of three. */
const shared: PsbtSpec = {
  coins: [at(multi, 4, 5_000_000n)],
  outputs: [back(3_762_433n, multi, 6), pay(1_234_567n, friend)],
};
/** A payment of 77,000 sat from a nested and a legacy coin. */
const old: PsbtSpec = {
  coins: [at(nested, 2, 60_000n), at(pkh, 3, 45_000n)],
  outputs: [pay(77_000n, friend), back(27_300n, pkh, 2)],
};
const ofTap = { descriptors: [tr] } as const;
const ofShared = { descriptors: [multi] } as const;
const ofOld = { descriptors: [nested, pkh] } as const;

const swap = (spec: PsbtSpec, ...outputs: PsbtSpec['outputs']): PsbtSpec => ({
  ...spec,
  outputs,
});
/** Adds facts to coins at some places, or to all. */
export const withFacts = (
  spec: PsbtSpec,
  more: Partial<CoinSpec>,
  ...places: readonly number[]
): PsbtSpec => ({
  ...spec,
  coins: spec.coins.map((each, i) =>
    places.length === 0 || places.includes(i) ? { ...each, ...more } : each,
  ),
});
export const field = (fields: object): Partial<CoinSpec> => ({
  change: (input) => Object.assign(input, fields),
});
/** Makes an attack and its honest neighbours. */
export const pair = (about: FindingId, attack: Row, ...honest: readonly Row[]): ReviewVector[] =>
  rows(about, [attack], honest);
export const almost = (about: FindingId, ...honest: readonly Row[]): ReviewVector[] =>
  rows(about, [], honest);

function swaps(): ReviewVector[] {
  const keys = [...place(multi, 1, 6).knowledge.publicKeys.values()].filter((k) => k.length === 33);
  const inner = [...place(tr, 1, 3).knowledge.publicKeys.values()][0] as Bytes;
  const own = [...place(wpkh, 1, 5).knowledge.publicKeys.values()][0] as Bytes;
  const wrong: readonly FindingId[] = ['change-not-ours'];
  const plain = { coins: [mine(7, { value: 910_000n })] } as const;
  const tree = `tr(${keyAt(ME, '86h/1h/0h')},{pk(${keyAt(COSIGNER, '86h/1h/0h')}),and_v(v:pk(${keyAt(COSIGNER, '86h/1h/1h')}),older(144))})`;
  const shorter = tree.replace('older(144)', 'older(1)');
  const stolen = tree.replace(keyAt(COSIGNER, '86h/1h/1h'), keyAt(THIEF, '86h/1h/1h'));
  const inTree: PsbtSpec = {
    coins: [at(tree, 0, 640_000n)],
    outputs: [back(338_900n, tree, 1), pay(300_000n, friend)],
  };
  return [
    ...pair(
      'change-not-ours',
      [
        'the internal key of our change as output key, without its tweak',
        swap(
          tap,
          pay(512_345n, other),
          passedOff(425_755n, place(tr, 1, 3), witnessScript(1, inner.slice(-32))),
        ),
        wrong,
        ofTap,
      ],
      ['taproot change beside taproot', tap, [], ofTap],
    ),
    ...pair(
      'change-not-ours',
      [
        'the change of two of three with three of three needed',
        swap(
          shared,
          passedOff(3_762_433n, place(multi, 1, 6), p2wshScript(sha256(multisigScript(3, keys)))),
          pay(1_234_567n, friend),
        ),
        [...wrong, 'output-mismatch'],
        ofShared,
      ],
      ['the change of two of three before the payment', shared, [], ofShared],
    ),
    ...pair(
      'change-not-ours',
      [
        'the change of two of three wrapped in P2SH',
        swap(
          shared,
          passedOff(3_762_433n, place(multi, 1, 6), p2shScript(hash160(place(multi, 1, 6).script))),
          pay(1_234_567n, friend),
        ),
        wrong,
        ofShared,
      ],
      ['the same by version 2 of the format', { ...shared, psbtVersion: 2 }, [], ofShared],
    ),
    ...pair(
      'change-not-ours',
      [
        'our change as a bare public key',
        {
          ...plain,
          outputs: [
            pay(400_000n, friend),
            passedOff(
              509_000n,
              place(wpkh, 1, 5),
              concatBytes(Uint8Array.of(33), own, Uint8Array.of(0xac)),
            ),
          ],
        },
        ['change-not-ours', 'output-bare'],
      ],
      [
        'change beside a payment to ourselves',
        { ...plain, outputs: [{ value: 400_000n, ...place(wpkh, 0, 8) }, back(509_000n)] },
        [],
      ],
    ),
    ...pair(
      'change-not-ours',
      [
        'the second of two changes goes to a thief',
        {
          ...plain,
          outputs: [
            pay(400_000n, friend),
            back(9_000n, wpkh, 5),
            passedOff(500_000n, place(wpkh, 1, 6), place(thief, 1, 6).script),
          ],
        },
        wrong,
      ],
      [
        'two changes of ours',
        { ...plain, outputs: [pay(400_000n, friend), back(9_000n), back(500_000n, wpkh, 6)] },
        [],
      ],
    ),
    ...pair(
      'change-not-ours',
      [
        'a tree whose lock is shorter than ours',
        swap(
          inTree,
          passedOff(338_900n, place(tree, 1, 1), place(shorter, 1, 1).script),
          pay(300_000n, friend),
        ),
        wrong,
        { descriptors: [tree] },
      ],
      ['a tree of two leaves', inTree, [], { descriptors: [tree] }],
    ),
    ...pair(
      'change-not-ours',
      [
        'a tree with one leaf of a thief',
        swap(
          inTree,
          passedOff(338_900n, place(tree, 1, 1), place(stolen, 1, 1).script),
          pay(300_000n, friend),
        ),
        wrong,
        { descriptors: [tree] },
      ],
      [
        'a tree with change alone',
        swap(inTree, back(639_400n, tree, 2)),
        [],
        { descriptors: [tree] },
      ],
    ),
    ...pair(
      'change-not-ours',
      [
        'legacy change passed off over the P2SH of a thief',
        swap(
          old,
          pay(77_000n, friend),
          passedOff(27_300n, place(pkh, 1, 2), p2shScript(hash160(place(thief, 1, 2).script))),
        ),
        wrong,
        ofOld,
      ],
      ['legacy change of a nested and a legacy coin', old, [], ofOld],
    ),
    ...pair(
      'change-far',
      [
        'taproot change at the last position there is',
        swap(tap, pay(512_345n, other), back(425_755n, tr, 0x7fffffff)),
        ['change-far'],
        ofTap,
      ],
      [
        'taproot change at position 0',
        swap(tap, pay(512_345n, other), back(425_755n, tr)),
        [],
        ofTap,
      ],
    ),
    ...pair(
      'change-far',
      [
        'the change of two of three at position 50,000,000',
        swap(shared, back(3_762_433n, multi, 50_000_000), pay(1_234_567n, friend)),
        ['change-far'],
        ofShared,
      ],
      [
        'at position 30',
        swap(shared, back(3_762_433n, multi, 30), pay(1_234_567n, friend)),
        [],
        ofShared,
      ],
    ),
    ...pair(
      'change-unproven',
      ['taproot change without descriptors', tap, ['change-unproven'], { descriptors: undefined }],
      [
        'all taproot coins to one payee, without descriptors',
        swap(tap, pay(938_100n, other)),
        [],
        { descriptors: undefined },
      ],
    ),
  ];
}

function money(): ReviewVector[] {
  const siphon: PsbtSpec = {
    coins: [at(tr, 0, 730_000n), at(tr, 1, 210_000n), at(tr, 2, 4_000_000n)],
    outputs: [pay(512_345n, other), back(425_755n, tr, 3)],
  };
  const none = field({ nonWitnessUtxo: undefined, witnessUtxo: undefined });
  const chain = (...coins: readonly CoinSpec[]) =>
    Object.fromEntries(
      coins.map((each) => [
        outPoint(each),
        { amount: String(each.value), script: encodeHex(each.script) },
      ]),
    );
  const [first, second] = [at(tr, 0, 730_000n), at(tr, 1, 210_000n)];
  const remembered = (amount: string) => ({
    [outPoint(first)]: { amount, payees: '', isSigned: false },
  });
  const sent = (value: bigint, script = other) => ({
    amount: '730000',
    payees: 'e'.repeat(64),
    isSigned: true,
    payments: [{ value: String(value), script: encodeHex(script) }],
  });
  const paid = (value: bigint, script?: Bytes) => ({ [outPoint(first)]: sent(value, script) });
  const rich = (value: bigint): PsbtSpec => ({
    coins: [at(tr, 0, value)],
    outputs: [pay(BTC, other), back(value - BTC - 2_000n, tr)],
  });
  return [
    ...pair(
      'fee-too-high',
      ['a third coin that no output returns', siphon, ['fee-too-high', 'input-uneconomic'], ofTap],
      [
        'a third coin that the change returns',
        swap(siphon, pay(512_345n, other), back(4_425_355n, tr, 3)),
        [],
        ofTap,
      ],
    ),
    ...pair(
      'fee-very-high',
      [
        '15 % of a payment by two of three',
        swap(shared, back(3_580_248n, multi, 6), pay(1_234_567n, friend)),
        ['fee-very-high'],
        ofShared,
      ],
      [
        '4 % of it',
        swap(shared, back(3_716_433n, multi, 6), pay(1_234_567n, friend)),
        [],
        ofShared,
      ],
    ),
    ...pair(
      'fee-high',
      [
        '8 % of a taproot payment',
        swap(tap, pay(512_345n, other), back(386_655n, tr, 3)),
        ['fee-high'],
        ofTap,
      ],
      ['0.4 % of it', tap, [], ofTap],
    ),
    ...pair(
      'fee-too-low',
      [
        'one satoshi for two of three',
        swap(shared, back(3_765_432n, multi, 6), pay(1_234_567n, friend)),
        ['fee-too-low'],
        ofShared,
      ],
      [
        'a fifth of a satoshi for each byte',
        swap(shared, back(3_765_393n, multi, 6), pay(1_234_567n, friend)),
        [],
        ofShared,
      ],
    ),
    ...pair(
      'fee-negative',
      [
        'taproot outputs of one satoshi more than the coins',
        swap(tap, pay(512_345n, other), back(427_656n, tr, 3)),
        ['fee-negative'],
        ofTap,
      ],
      [
        'taproot outputs of 300 sat less',
        swap(tap, pay(512_345n, other), back(427_355n, tr, 3)),
        [],
        ofTap,
      ],
    ),
    ...pair(
      'fee-unknown',
      [
        'a nested coin of unknown amount beside a legacy one',
        withFacts(old, none, 0),
        ['fee-unknown'],
        { ...ofOld, fee: 'unknown' },
      ],
      ['both with their coins', old, [], ofOld],
    ),
    ...pair(
      'fee-unproven',
      [
        'a legacy coin that claims a tenth of what it holds',
        withFacts(old, { previous: false, claimed: 4_500n, value: 45_000n }, 1),
        ['fee-unproven', 'fee-negative'],
        { ...ofOld, fee: 'claimed' },
      ],
      ['the same coin with its previous transaction', old, [], ofOld],
    ),
    ...almost('fee-proven-once', [
      'two of three over one coin without its previous transaction',
      withFacts(shared, { previous: false }),
      [],
      ofShared,
    ]),
    ...pair(
      'amount-impossible',
      [
        'a taproot coin of one bitcoin more than all',
        rich(21_000_001n * BTC),
        ['amount-impossible', 'output-impossible', 'not-standard'],
        { ...ofTap, fee: 'claimed' },
      ],
      ['a taproot coin of 20 million bitcoin', rich(20_000_000n * BTC), [], ofTap],
    ),
    ...pair(
      'amount-contradicted',
      [
        'a taproot coin that holds less than it claims',
        withFacts(tap, { previous: false }),
        ['amount-contradicted'],
        {
          ...ofTap,
          known: {
            ...chain(second),
            [outPoint(first)]: { amount: '729000', script: encodeHex(first.script) },
          },
        },
      ],
      [
        'taproot coins that hold what they claim',
        withFacts(tap, { previous: false }),
        [],
        { ...ofTap, known: chain(first, second) },
      ],
    ),
    ...pair(
      'coin-not-found',
      [
        'one of two coins is spent already',
        tap,
        ['coin-not-found'],
        { ...ofTap, known: chain(first), knowsAllCoins: true },
      ],
      [
        'both coins are there',
        tap,
        [],
        { ...ofTap, known: chain(first, second), knowsAllCoins: true },
      ],
    ),
    ...pair(
      'coin-amount-changed',
      [
        'a coin that was worth more the last time',
        tap,
        ['coin-amount-changed'],
        { ...ofTap, past: remembered('9730000'), says: ['now 0.00730000 BTC'] },
      ],
      ['a coin that is worth what it was', tap, [], { ...ofTap, past: remembered('730000') }],
    ),
    ...pair(
      'coin-paid-elsewhere',
      [
        'a replacement that pays the payee one satoshi less',
        tap,
        ['coin-paid-elsewhere'],
        { ...ofTap, past: paid(512_346n) },
      ],
      ['a replacement that pays the payee the same', tap, [], { ...ofTap, past: paid(512_345n) }],
      [
        'a second payee, after one that was replaced before',
        tap,
        [],
        { ...ofTap, past: paid(512_345n, friend), spent: { [outPoint(first)]: [sent(512_345n)] } },
      ],
    ),
    ...pair(
      'input-twice',
      [
        'the first and the last of three inputs are one coin',
        { ...siphon, coins: [siphon.coins[0], siphon.coins[1], siphon.coins[0]] as CoinSpec[] },
        ['input-twice', 'not-standard'],
        ofTap,
      ],
      [
        'two coins of one address',
        { ...tap, coins: [first, { ...first, nonce: 777, value: 210_000n }] },
        [],
        ofTap,
      ],
    ),
    ...pair(
      'input-uneconomic',
      [
        'a coin of 1,200 sat at 150 sat/vB',
        {
          coins: [at(tr, 0, BTC), at(tr, 1, 1_200n)],
          outputs: [pay(BTC / 2n, other), back(BTC / 2n - 30_800n, tr)],
        },
        ['input-uneconomic'],
        ofTap,
      ],
      [
        'a coin of 1,200 sat at 2 sat/vB',
        {
          coins: [at(tr, 0, BTC), at(tr, 1, 1_200n)],
          outputs: [pay(BTC / 2n, other), back(BTC / 2n + 800n, tr)],
        },
        [],
        ofTap,
      ],
    ),
    ...pair('input-dust', [
      'bait of 330 sat beside taproot',
      { coins: [at(tr, 0, 90_000n), at(tr, 1, 330n)], outputs: [pay(90_100n, other)] },
      ['nothing-comes-back', 'input-dust'],
      ofTap,
    ]),
    ...pair(
      'inputs-of-others',
      [
        'a coin of a thief among three of ours',
        {
          coins: [...siphon.coins, coin(place(thief, 0, 3), 203, { value: 60_000n })],
          outputs: [pay(512_345n, other), back(4_425_355n, tr, 3), pay(59_000n, friend)],
        },
        ['inputs-of-others'],
        ofTap,
      ],
      ['three coins of ours', swap(siphon, pay(4_939_000n, other)), ['nothing-comes-back'], ofTap],
    ),
    ...almost('input-not-ours', ['a coin of ours under its own path', tap, [], ofTap]),
    ...pair(
      'no-input-ours',
      ['two of three of strangers', shared, ['no-input-ours'], ofTap],
      ['two of three of ours', shared, [], ofShared],
    ),
  ];
}

function tricks(): ReviewVector[] {
  const typed = (spec: PsbtSpec, sighashType: number, ...places: readonly number[]) =>
    withFacts(spec, field({ sighashType }), ...places);
  const open = { fee: 'open' } as const;
  const stranger = coin(place(thief, 0, 2), 202, { value: 60_000n });
  const joined: PsbtSpec = {
    coins: [at(tr, 0, 730_000n), { ...stranger, ...field({ sighashType: 2 }) }],
    outputs: [pay(512_345n, other), back(276_000n, tr, 3)],
  };
  const pledge: PsbtSpec = { coins: [mine(0)], outputs: [pay(7_000_000n, friend)] };
  const sale: PsbtSpec = {
    coins: [mine(0)],
    outputs: [{ value: 7_000_000n, ...place(wpkh, 0, 4) }],
  };
  const paths = ['44h', '48h', '49h', '84h', '86h', '87h'] as const;
  const away = (purpose: string, coinType: string): PsbtSpec => {
    const text = `wpkh(${keyAt(ME, `${purpose}/${coinType}/5h`)})`;
    return { coins: [at(text, 0, 90_000n)], outputs: [pay(89_700n, friend)] };
  };
  const textOf = (purpose: string, coinType: string) =>
    `wpkh(${keyAt(ME, `${purpose}/${coinType}/5h`)})`;
  const wrapped = `sh(wsh(sortedmulti(1,${keyAt(ME, '48h/1h/0h/1h')},${keyAt(COSIGNER, '48h/1h/0h/1h')})))`;
  const inside: PsbtSpec = {
    coins: [at(wrapped, 0, 310_000n)],
    outputs: [pay(200_000n, friend), back(109_300n, wrapped)],
  };
  return [
    ...pair(
      'sighash-none',
      ['NONE by two of three', typed(shared, 2), ['sighash-none'], { ...ofShared, ...open }],
      ['a stranger whose own input asks for NONE', joined, ['inputs-of-others'], ofTap],
      ['ALL by two of three', typed(shared, 1), [], ofShared],
    ),
    ...pair(
      'sighash-single',
      [
        'SINGLE of the second taproot coin',
        typed(tap, 3, 1),
        ['sighash-single'],
        { ...ofTap, ...open },
      ],
      ['ALL of it, written out', typed(tap, 1, 1), [], ofTap],
    ),
    ...pair(
      'sighash-anyone-can-pay',
      [
        'an offer that others can also spend elsewhere',
        typed(sale, 0x83),
        ['sighash-single', 'sighash-anyone-can-pay'],
        { ...open, says: ['They can also spend the coin in another transaction.'] },
      ],
      ['a taproot coin with ALL', typed(tap, 1), [], ofTap],
    ),
    ...pair('sighash-anyone-can-pay', [
      'a pledge: what is missing is said',
      typed(pledge, 0x81),
      ['sighash-anyone-can-pay'],
      { ...open, says: ['and the fee are still missing.'] },
    ]),
    ...pair(
      'sighash-single-without-output',
      [
        'SINGLE of a third coin, with two outputs',
        typed({ ...tap, coins: [...tap.coins, at(pkh, 5, 1_500n)] }, 3, 2),
        ['sighash-single-without-output'],
        { descriptors: [tr, pkh], ...open },
      ],
      [
        'a third coin without a type',
        { ...tap, coins: [...tap.coins, at(pkh, 5, 1_500n)] },
        [],
        { descriptors: [tr, pkh] },
      ],
    ),
    ...pair(
      'sighash-undefined',
      [
        'type 0x84 of a taproot coin',
        typed(tap, 0x84),
        ['sighash-anyone-can-pay', 'sighash-undefined'],
        { ...ofTap, ...open },
      ],
      ['type 0 of a taproot coin', typed(tap, 0), [], ofTap],
    ),
    ...pair(
      'utxo-mismatch',
      [
        'a legacy coin with the script of another beside its previous transaction',
        withFacts(old, field({ witnessUtxo: { value: 45_000n, scriptPubKey: friend } }), 1),
        ['utxo-mismatch'],
        ofOld,
      ],
      ['each coin with its own', old, [], ofOld],
    ),
    ...pair(
      'script-mismatch',
      [
        'a witness script that is not the one behind P2SH',
        withFacts(inside, field({ witnessScript: Uint8Array.of(0x51) })),
        ['script-mismatch'],
        { descriptors: [wrapped] },
      ],
      ['both scripts', inside, [], { descriptors: [wrapped] }],
      [
        'the inner script without the outer one',
        withFacts(inside, field({ redeemScript: new Uint8Array(0) })),
        [],
        { descriptors: [wrapped] },
      ],
    ),
    ...paths.flatMap((purpose) =>
      pair(
        'keys-of-another-network',
        [
          `a key of real coins below ${purpose}`,
          away(purpose, '0h'),
          ['nothing-comes-back', 'keys-of-another-network'],
          { descriptors: [textOf(purpose, '0h')] },
        ],
        [
          `a key of test coins below ${purpose}`,
          away(purpose, '1h'),
          ['nothing-comes-back'],
          { descriptors: [textOf(purpose, '1h')] },
        ],
      ),
    ),
  ];
}

/** Finds a taproot address that begins and ends like one of witness version 0. */
function likeAcrossKinds(known: Bytes): Bytes {
  const wanted = formatAddress(known, networks.regtest) ?? '';
  for (let i = 0; ; i++) {
    const made = concatBytes(Uint8Array.of(0x51, 32), known.subarray(2), new Uint8Array(12));
    new DataView(made.buffer).setUint32(30, i);
    if (formatAddress(made, networks.regtest)?.endsWith(wanted.slice(-2))) return made;
  }
}

function places(): ReviewVector[] {
  const to = (script: Bytes, value = 512_345n): PsbtSpec =>
    swap(tap, pay(value, script), back(938_100n - value, tr, 3));
  const anchor = Uint8Array.of(0x51, 2, 0x4e, 0x73);
  const known = concatBytes(Uint8Array.of(0, 20), new Uint8Array(20).fill(0x5c));
  const bare = multisigScript(1, [
    [...place(wpkh, 0, 2).knowledge.publicKeys.values()][0] as Bytes,
  ]);
  const witness = p2wshScript(new Uint8Array(32).fill(0x52));
  const now = { height: 900_000, time: 1_760_000_000 };
  const late = (locktime: number, sequence = 0xfffffffd): PsbtSpec => ({
    ...withFacts(tap, { sequence }),
    locktime,
  });
  const extra = { key: Uint8Array.of(0xee, 7), value: Uint8Array.of(9) };
  return [
    ...pair(
      'output-unspendable',
      [
        'money beside a code for data',
        to(Uint8Array.of(0x6a, 0x51)),
        ['output-unspendable'],
        ofTap,
      ],
      ['taproot instead', to(other), [], ofTap],
    ),
    ...pair(
      'output-anyone-can-spend',
      ['an anchor of 24,000 sat', to(anchor, 24_000n), ['output-anyone-can-spend'], ofTap],
      [
        'P2SH of a witness program that the PSBT names',
        {
          ...tap,
          outputs: [
            {
              value: 512_345n,
              script: p2shScript(hash160(witness)),
              change: (output) => Object.assign(output, { redeemScript: witness }),
            },
            back(425_755n, tr, 3),
          ],
        },
        [],
        ofTap,
      ],
    ),
    ...pair(
      'output-unknown-version',
      [
        'witness version 16 of two bytes',
        to(Uint8Array.of(0x60, 2, 1, 1)),
        ['output-unknown-version'],
        ofTap,
      ],
      ['P2WSH', to(witness), [], ofTap],
    ),
    ...pair(
      'output-data',
      [
        '80 bytes of data',
        to(concatBytes(Uint8Array.of(0x6a, 0x4c, 80), new Uint8Array(80)), 0n),
        ['output-data'],
        ofTap,
      ],
      ['no data', tap, [], ofTap],
    ),
    ...pair(
      'output-dust',
      ['taproot with 329 sat', to(other, 329n), ['output-dust', 'not-standard'], ofTap],
      ['taproot with 330 sat', to(other, 330n), [], ofTap],
    ),
    ...pair(
      'output-repeated',
      [
        'a payee three times',
        swap(tap, pay(170_000n, other), pay(170_000n, other), pay(598_000n, other)),
        ['nothing-comes-back', 'output-repeated'],
        ofTap,
      ],
      [
        'three payees',
        swap(tap, pay(170_000n, other), pay(170_000n, friend), pay(598_000n, witness)),
        ['nothing-comes-back'],
        ofTap,
      ],
    ),
    ...almost(
      'address-look-alike',
      [
        'an address of another kind with the same letters',
        to(likeAcrossKinds(known)),
        [],
        { ...ofTap, knownScripts: [encodeHex(known)] },
      ],
      [
        'a script without an address',
        to(bare),
        ['output-bare'],
        { ...ofTap, knownScripts: [encodeHex(known)] },
      ],
    ),
    ...pair(
      'address-used',
      [
        'a legacy address that was paid before',
        to(friend),
        ['address-used'],
        { ...ofTap, knownScripts: [encodeHex(friend)] },
      ],
      ['one that was not', to(friend), [], { ...ofTap, knownScripts: [encodeHex(known)] }],
    ),
    ...pair(
      'locktime-far',
      ['block 990,000', late(990_000), ['locktime-far'], { ...ofTap, now }],
      ['the block of now', late(900_000), [], { ...ofTap, now }],
    ),
    ...pair(
      'locktime-future',
      ['ten days of seconds', late(1_760_864_000), ['locktime-future'], { ...ofTap, now }],
      ['a second ago', late(1_759_999_999), [], { ...ofTap, now }],
    ),
    ...pair(
      'locktime-ignored',
      [
        'a time that final inputs switch off',
        late(1_790_000_000, 0xffffffff),
        ['locktime-ignored', 'not-replaceable'],
        { ...ofTap, now },
      ],
      ['a height of long ago', late(1, 0xfffffffd), [], { ...ofTap, now }],
    ),
    ...pair(
      'relative-lock-far',
      [
        'the second coin waits 65,535 blocks',
        withFacts(tap, { sequence: 65_535 }, 1),
        ['relative-lock-far'],
        ofTap,
      ],
      ['a bit above the 16 that count', withFacts(tap, { sequence: 0x10000 }), [], ofTap],
    ),
    ...pair(
      'truc',
      ['version 3 by two of three', { ...shared, version: 3 }, ['truc'], ofShared],
      ['version 1', { ...shared, version: 1 }, [], ofShared],
    ),
    ...pair(
      'not-replaceable',
      [
        'final taproot inputs',
        withFacts(tap, { sequence: 0xffffffff }),
        ['not-replaceable'],
        ofTap,
      ],
      ['one final input of two', withFacts(tap, { sequence: 0xffffffff }, 0), [], ofTap],
    ),
    ...pair(
      'not-standard',
      ['version 0', { ...tap, version: 0 }, ['not-standard'], ofTap],
      ['version 2', tap, [], ofTap],
    ),
    ...pair(
      'psbt-modifiable',
      [
        'inputs and outputs may still be added',
        { ...tap, psbtVersion: 2, change: (psbt) => Object.assign(psbt, { txModifiable: 3 }) },
        ['psbt-modifiable'],
        ofTap,
      ],
      [
        'nothing may be added',
        { ...tap, psbtVersion: 2, change: (psbt) => Object.assign(psbt, { txModifiable: 0 }) },
        [],
        ofTap,
      ],
    ),
    ...pair(
      'fields-unknown',
      [
        'an unknown field of an input',
        withFacts(tap, field({ unknown: [extra] }), 1),
        ['fields-unknown'],
        ofTap,
      ],
      ['none', tap, [], ofTap],
    ),
    ...almost('nothing-to-sign', ['taproot coins that nothing signed', tap, [], ofTap]),
    ...almost('signature-invalid', ['two of three that nothing signed', shared, [], ofShared]),
    ...almost('annex', [
      'a taproot coin without a witness',
      swap(tap, pay(512_345n, friend), {
        ...back(425_755n, tr, 3),
        knowledge: createFlatSigningProvider(),
      }),
      [],
      ofTap,
    ]),
  ];
}

/** Cases by file: attacks of other shapes and numbers, each with its honest neighbour. */
export const attackCases = {
  'attack-swaps': swaps,
  'attack-money': money,
  'attack-tricks': tricks,
  'attack-places': places,
} as const;
