import { createFlatSigningProvider } from '../../../src/descriptor/flat-signing-provider.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import {
  COSIGNER,
  keyAt,
  ME,
  mixedWallets,
  multi,
  nested,
  of,
  pkh,
  place,
  thief,
  tr,
  WALLET_KINDS,
  wpkh,
} from '../../../test/support/review/accounts.ts';
import {
  at,
  type CoinSpec,
  coin,
  field,
  friend,
  keyHashScript,
  mine,
  outPoint,
  taprootCoin,
  theirCoin,
  theirs,
  unprovenCoin,
} from '../../../test/support/review/coins.ts';
import { withTypes } from '../../../test/support/review/fees.ts';
import { joined } from '../../../test/support/review/joint.ts';
import {
  back,
  lie,
  ofOld,
  old,
  otherLie,
  type PsbtSpec,
  pay,
  pay200k,
  payAllBut90k,
  payAs,
  two,
  usual,
  withFacts,
} from '../../../test/support/review/payments.ts';
import {
  almost,
  BIP143_LIE,
  BIP174,
  type Case,
  OWNERSHIP,
  openByType,
  pair,
  pairs,
  type Row,
  rows,
  withOthers,
} from '../../../test/support/review/rows.ts';

const LEGACY = ['legacy', 'one of two'];
const TAPROOT = ['taproot', 'a taproot tree'];

/** Only claims the amounts of both coins. */
const claimedAs = (row: (typeof WALLET_KINDS)[number]): PsbtSpec =>
  payAs(row, {
    coins: [
      at(row[1], 2, 1_900_000n, { previous: false }),
      at(row[1], 6, 1_100_000n, { previous: false, claimed: 1_100_000n }),
    ],
  });
const legacy = coin(place(pkh, 0, 0), 9, {
  previous: false,
  claimed: 100_000n,
  value: 5_000_000n,
});
const foreign = coin(place(thief, 0, 0), 8, { previous: false });
const taproot = (index: number) => coin(place(tr, 0, index), 20 + index, { previous: false });
const claimed = { previous: false } as const;
const twoNative = (more: Partial<CoinSpec> = {}): PsbtSpec => ({
  coins: [mine(0, more), mine(1, more)],
  outputs: [pay(150_000n), back(49_500n)],
});
const claimedLegacy = coin(place(pkh, 0, 0), 9, claimed);
const source = { source: BIP143_LIE } as const;
const nobody = { knowledge: createFlatSigningProvider() } as const;
const anchor = coin({ script: Uint8Array.of(0x51, 2, 0x4e, 0x73), ...nobody }, 61, {
  value: 240n,
  ...claimed,
});
const unknown = mine(1, {
  change: (input) => Object.assign(input, { nonWitnessUtxo: undefined, witnessUtxo: undefined }),
});
const legacyMulti = `sh(sortedmulti(1,${keyAt(ME, '45h')},${keyAt(COSIGNER, '45h')}))`;
const proven = { previous: true };
const foreignCoin = (text: string) => unprovenCoin(text, 40);
const thiefTr = thief.replace('wpkh', 'tr');
const anchorPlace = {
  script: Uint8Array.of(0x51, 2, 0x4e, 0x73),
  knowledge: createFlatSigningProvider(),
};
const legacyCoin = at(pkh, 0, 900_000n);
const legacyOutputs = [pay(400_000n, friend), back(499_000n, pkh, 4)];
const one: PsbtSpec = { coins: [legacyCoin], outputs: legacyOutputs };
const null_ = (each: object) =>
  Object.assign(each, { prevout: { txid: '00'.repeat(32), vout: 0xffffffff } });
const hugeLegacy = at(pkh, 1, 500_000_000n, { previous: false, claimed: 1_000_000n });
const paying = (...coins: readonly CoinSpec[]): PsbtSpec => ({
  coins,
  outputs: [pay(600_000n, friend), back(499_000n, pkh, 4)],
});
const ofLegacyAndTaproot = { descriptors: [pkh, tr] };
const offer = (text: string, index: number, sighashType: number, claimed = 900_000n): CoinSpec =>
  at(text, index, 900_000n, {
    previous: false,
    claimed,
    change: (input) => Object.assign(input, { sighashType }),
  });
const kinds: readonly (readonly [name: string, text: string])[] = [
  ['taproot', tr],
  ['P2WPKH', wpkh],
];
const offered = [5, 6, 7].map((index) => back(950_000n, wpkh, index));
const three = (text: string, type: number): PsbtSpec => ({
  coins: [0, 1, 2].map((index) => offer(text, index, type)),
  outputs: offered,
});
const openOffer = { descriptors: [wpkh, tr, pkh], fee: 'open' } as const;
const asked = ['sighash-single', 'sighash-anyone-can-pay'] as const;

export const cases: readonly Case[] = [
  ...rows(
    [
      [
        'the first of two PSBTs that lie about one amount each',
        lie,
        { fee: 'sessions', source: BIP143_LIE },
      ],
      ['the second of the two, seen by itself', otherLie, { fee: 'sessions', source: BIP143_LIE }],
      [
        'a legacy coin that is claimed to be small: its signature covers no amount',
        { coins: [legacy], outputs: [pay(60_000n), back(39_800n, pkh)] },
        { descriptors: [pkh], fee: 'claimed', source: BIP174 },
      ],
      [
        'a coin of others whose amount is claimed, beside ours',
        { coins: [mine(0), foreign], outputs: [pay(160_000n), back(39_700n)] },
        ['fee-unproven', 'inputs-of-others'],
        { fee: 'foreign', source: OWNERSHIP },
      ],
      [
        'ALL|ANYONECANPAY over two claimed coins',
        withTypes(twoNative(claimed), 0x81),
        ['fee-unproven', 'sighash-anyone-can-pay'],
        { fee: 'sessions', ...source },
      ],
      [
        'ALL|ANYONECANPAY over a claimed legacy coin',
        withTypes({ coins: [claimedLegacy], outputs: [pay(60_000n), back(39_000n, pkh)] }, 0x81),
        ['fee-unproven', 'sighash-anyone-can-pay'],
        { ...mixedWallets, fee: 'claimed' },
      ],
      [
        'a claimed taproot coin beside a claimed legacy coin',
        payAllBut90k(taprootCoin(0, claimed), claimedLegacy),
        { ...mixedWallets, fee: 'claimed' },
      ],
      [
        'ALL|ANYONECANPAY over two claimed taproot coins: each covers its own amount',
        withTypes(payAllBut90k(taprootCoin(0, claimed), taprootCoin(1, claimed)), 0x81),
        ['fee-unproven', 'sighash-anyone-can-pay'],
        { ...mixedWallets, fee: 'sessions' },
      ],
      [
        'NONE over two claimed coins',
        withTypes(twoNative(claimed), 2),
        ['fee-unproven', 'sighash-none'],
        { fee: 'sessions' },
      ],
      [
        'SINGLE over two claimed coins',
        withTypes(twoNative(claimed), 3),
        ['fee-unproven', 'sighash-single'],
        { fee: 'sessions' },
      ],
      [
        'a missing amount beside two claimed ones',
        {
          coins: [mine(0, claimed), unknown, mine(2, claimed)],
          outputs: [pay(150_000n), back(149_000n)],
        },
        ['fee-unknown', 'fee-unproven'],
        { fee: 'unknown' },
      ],
      [
        'an anchor whose amount is claimed: it takes no signature',
        { coins: [mine(0), anchor], outputs: [pay(60_000n), back(39_500n)] },
        { fee: 'foreign' },
      ],
      [
        'only an anchor with a claimed amount, and its owner is unknown',
        { coins: [anchor, mine(0)], outputs: [pay(99_700n)] },
        { descriptors: undefined, fee: 'claimed' },
      ],
      [
        'two coins of ours and one of others, all claimed',
        {
          coins: [mine(0, claimed), mine(1, claimed), theirs(0, 50_000n, claimed)],
          outputs: [pay(150_000n), back(99_000n)],
        },
        ['fee-unproven', 'inputs-of-others'],
        { fee: 'foreign' },
      ],
      // Coins that are offered for outputs, each by a signature that covers nothing else.
      [
        'three P2WPKH coins that are signed with ALL and ANYONECANPAY',
        { coins: three(wpkh, 0x81).coins, outputs: [pay(2_600_000n, friend), back(99_000n)] },
        ['fee-unproven', 'sighash-anyone-can-pay'],
        { ...openOffer, fee: 'sessions' },
      ],
      [
        'three offers of legacy coins, whose signatures cover no amount',
        three(pkh, 0x83),
        ['fee-unproven', ...asked],
        { ...openOffer, fee: 'claimed' },
      ],
      [
        'an offer beside two coins whose signatures cover all outputs',
        {
          coins: [offer(wpkh, 0, 0x83), ...three(wpkh, 0x01).coins.slice(1)],
          outputs: [back(2_600_000n), pay(99_000n, friend)],
        },
        ['fee-unproven', ...asked],
        { ...openOffer, fee: 'sessions' },
      ],
    ],
    [
      ['the same coins with their previous transactions', two, { source: BIP143_LIE }],
      [
        'one segwit v0 coin that is claimed: its signature is valid for no other amount',
        { ...usual, coins: [mine(0, { previous: false })] },
      ],
      [
        'only a nested coin that is claimed',
        {
          coins: [coin(place(nested, 0, 0), 5, { previous: false })],
          outputs: [pay(60_000n), back(39_800n, nested)],
        },
        { descriptors: [nested] },
      ],
      [
        'taproot coins that are claimed: each signature covers all amounts',
        { coins: [taproot(0), taproot(1)], outputs: [pay(160_000n), back(39_700n, tr)] },
        { descriptors: [tr] },
      ],
      [
        'a claimed coin of ours beside one of others that is proven',
        {
          coins: [mine(0, { previous: false }), { ...foreign, previous: true }],
          outputs: [pay(160_000n), back(39_700n)],
        },
        ['inputs-of-others'],
      ],
      [
        'amounts that the chain knows',
        {
          coins: [mine(0, { previous: false }), mine(1, { previous: false })],
          outputs: [pay(160_000n), back(39_700n)],
        },
        {
          known: Object.fromEntries(
            [mine(0), mine(1)].map((each) => [
              outPoint(each),
              { amount: '100000', script: encodeHex(each.script) },
            ]),
          ),
        },
      ],
      [
        'ALL|ANYONECANPAY over two coins with their previous transactions',
        withTypes(twoNative(), 0x81),
        ['sighash-anyone-can-pay'],
        openByType,
      ],
      [
        'ALL|ANYONECANPAY over one claimed coin: its signature covers its amount',
        withTypes({ coins: [mine(0, claimed)], outputs: [pay(60_000n), back(39_000n)] }, 0x81),
        ['sighash-anyone-can-pay'],
        openByType,
      ],
      [
        'NONE over two claimed taproot coins: each covers all amounts',
        withTypes(payAllBut90k(taprootCoin(0, claimed), taprootCoin(1, claimed)), 2),
        ['sighash-none'],
        { ...mixedWallets, fee: 'open' },
      ],
      [
        'a claimed v0 coin beside a taproot coin with its previous transaction',
        payAllBut90k(taprootCoin(0), mine(1, claimed)),
        mixedWallets,
      ],
      ...kinds.flatMap(([name, text]): readonly Row[] => [
        [
          `three offers of ${name} coins`,
          three(text, 0x83),
          asked,
          { ...openOffer, says: ['They can also spend the coin in another transaction.'] },
        ],
        [`three gifts of ${name} coins`, three(text, 0x82), ['sighash-none', asked[1]], openOffer],
      ]),
      [
        'two offers beside the coin of a buyer',
        {
          coins: [
            ...three(tr, 0x83).coins.slice(0, 2),
            coin(place(thief, 0, 3), 203, { value: 250_000n, previous: false }),
          ],
          outputs: offered,
        },
        [...asked, 'inputs-of-others'],
        openOffer,
      ],
    ],
  ),
  ...pairs(
    [
      'a legacy coin that claims a tenth of what it holds',
      withFacts(old, { previous: false, claimed: 4_500n, value: 45_000n }, 1),
      ['fee-unproven', 'fee-negative'],
      { ...ofOld, fee: 'claimed' },
    ],
    ['the same coin with its previous transaction', old, ofOld],
    [
      'three nested coins, each only claimed',
      pay200k(unprovenCoin(nested, 0), unprovenCoin(nested, 1), unprovenCoin(nested, 2)),
      { ...of(nested, wpkh), fee: 'sessions' },
    ],
    [
      'three nested coins with their transactions',
      pay200k(
        unprovenCoin(nested, 0, proven),
        unprovenCoin(nested, 1, proven),
        unprovenCoin(nested, 2, proven),
      ),
      of(nested, wpkh),
    ],
    [
      'two shared coins, each only claimed',
      pay200k(unprovenCoin(multi, 0), unprovenCoin(multi, 1)),
      { ...of(multi, wpkh), fee: 'sessions' },
    ],
    ['one shared coin, only claimed', pay200k(unprovenCoin(multi, 0)), of(multi, wpkh)],
    [
      'a legacy multisig coin that is claimed to be small',
      pay200k(unprovenCoin(legacyMulti, 0, { value: 30_000_000n, claimed: 300_000n })),
      { ...of(legacyMulti, wpkh), fee: 'claimed' },
    ],
    [
      'a legacy multisig coin with its transaction',
      pay200k(unprovenCoin(legacyMulti, 0, proven)),
      of(legacyMulti, wpkh),
    ],
    [
      'our taproot coin beside a claimed one, signed ALL|ANYONECANPAY',
      withFacts(pay200k(unprovenCoin(tr, 0), unprovenCoin(tr, 1)), field({ sighashType: 0x81 })),
      ['fee-unproven', 'sighash-anyone-can-pay'],
      { ...of(tr, wpkh), fee: 'sessions' },
    ],
    [
      'our taproot coin beside a claimed one, signed ALL',
      withFacts(pay200k(unprovenCoin(tr, 0), unprovenCoin(tr, 1)), field({ sighashType: 1 })),
      of(tr, wpkh),
    ],
    [
      'our P2WPKH coin beside a claimed taproot coin of others',
      pay200k(unprovenCoin(wpkh, 0), foreignCoin(thiefTr)),
      ['fee-unproven', 'inputs-of-others'],
      { ...of(wpkh), fee: 'foreign' },
    ],
    [
      'our taproot coin beside a claimed taproot coin of others',
      pay200k(unprovenCoin(tr, 0), foreignCoin(thiefTr)),
      ['inputs-of-others'],
      of(tr, wpkh),
    ],
    [
      'an anchor that claims to bring money, beside P2WPKH',
      pay200k(unprovenCoin(wpkh, 0), coin(anchorPlace, 77, { value: 300_000n, previous: false })),
      { ...of(wpkh), fee: 'foreign' },
    ],
    [
      'an anchor with its transaction',
      pay200k(unprovenCoin(wpkh, 0, proven), coin(anchorPlace, 77, { value: 300_000n })),
      of(wpkh),
    ],
  ),
  // The same attacks on every kind of wallet, in PSBTs of both versions.
  ...WALLET_KINDS.flatMap((row) => {
    const [name, text] = row;
    const fee = LEGACY.includes(name) ? 'claimed' : 'sessions';
    const unproven = claimedAs(row);
    return TAPROOT.includes(name)
      ? almost([`${name}: amounts that its signatures cover`, unproven, of(text)])
      : pair(
          [`${name}: amounts that are only claimed`, unproven, { ...of(text), fee }],
          [`${name}: amounts that are proven`, payAs(row), of(text)],
        );
  }),
  ...pair(
    // Usual actions with a wallet, and what a careless or malicious program makes of them.
    [
      "a coinjoin in which another's amount is only claimed",
      {
        ...joined(back(1_000_000n, wpkh, 3)),
        coins: [
          theirCoin(0, 1_002_000n, { previous: false }),
          at(wpkh, 1, 1_002_000n),
          theirCoin(2, 1_002_000n),
        ],
      },
      ['fee-unproven', 'inputs-of-others'],
      { fee: 'foreign' },
    ],
    [
      'a payjoin',
      {
        coins: [at(wpkh, 1, 800_000n), theirCoin(4, 300_000n)],
        outputs: [pay(700_000n, keyHashScript(77)), back(397_000n, wpkh, 4)],
      },
      withOthers,
    ],
  ),
  // Previous transactions that do not prove what they seem to.
  ...pair(
    [
      'the previous transaction of another coin',
      {
        ...one,
        coins: [
          {
            ...legacyCoin,
            change: (each) =>
              Object.assign(each, {
                nonWitnessUtxo: undefined,
                witnessUtxo: { value: 900_000n, scriptPubKey: legacyCoin.script },
              }),
          },
        ],
      },
      ['fee-unproven'],
      { ...of(pkh), fee: 'claimed' },
    ],
    ['the previous transaction of the coin', one, of(pkh)],
  ),
  ...pair(
    [
      'the outpoint of a coinbase',
      { ...one, coins: [legacyCoin, at(pkh, 1, 5_000n, { previous: false, change: null_ })] },
      ['fee-unproven', 'input-null', 'not-standard'],
      { ...of(pkh), fee: 'claimed' },
    ],
    ['two usual outpoints', { ...one, coins: [legacyCoin, at(pkh, 1, 5_000n)] }, of(pkh)],
  ),
  // Amounts that a taproot signature would prove if the taproot coin were ours.
  ...pair(
    [
      'a legacy coin that claims a five-hundredth, beside a taproot coin that may be of a thief',
      paying(hugeLegacy, at(tr, 2, 100_000n, { previous: false })),
      { ...ofLegacyAndTaproot, fee: 'claimed' },
    ],
    [
      'a claimed legacy coin beside a taproot coin with its previous transaction',
      paying(hugeLegacy, at(tr, 2, 100_000n)),
      ofLegacyAndTaproot,
    ],
    [
      'a legacy coin with its previous transaction beside a claimed taproot coin',
      paying(at(pkh, 1, 1_000_000n), at(tr, 2, 100_000n, { previous: false })),
      ['fee-proven-once'],
      ofLegacyAndTaproot,
    ],
  ),
];
