import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import {
  createFlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../../src/descriptor/flat-signing-provider.ts';
import { encodeBase64 } from '../../../src/encoding/base64.ts';
import { type Bytes, concatBytes } from '../../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import { signPsbt } from '../../../src/psbt/sign-psbt.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import type { FeeProof } from '../../../src/review/model.ts';
import { payeesDigest } from '../../../src/review/past.ts';
import { formatAddress } from '../../../src/script/address.ts';
import {
  multisigScript,
  p2pkhScript,
  p2shScript,
  p2wpkhScript,
  p2wshScript,
} from '../../../src/script/builders.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import {
  buildPsbt,
  type CoinSpec,
  keyAt,
  type OutputSpec,
  type Place,
  type PsbtSpec,
  person,
  place,
  previousOf,
  secretsOf,
} from './review-world.ts';
import { silent } from './silent-cases.ts';

/** A row of a file in vectors/review/. */
export type ReviewVector = {
  readonly name: string;
  /** The finding that it has, or almost has. */
  readonly about: FindingId | 'clean';
  readonly has: boolean;
  /** Publication of the attack. */
  readonly source?: string;
  /** Base64. */
  readonly psbt?: string;
  /** A raw transaction. */
  readonly hex?: string;
  /** The user's descriptors, with `<0;1>`. Absent if unknown. */
  readonly descriptors?: readonly string[] | undefined;
  /** Extended private keys that are open in addition to the descriptors. Absent: none. */
  readonly masters?: readonly string[] | undefined;
  /** Descriptors of other accounts that sign too, beside those of the review. Absent: none. */
  readonly others?: readonly string[] | undefined;
  /** True if the descriptors are searched accounts of the keys and not a wallet. */
  readonly unregistered?: boolean | undefined;
  /** Absent for regtest. */
  readonly network?: 'main' | undefined;
  /** Facts of the chain by outpoint, in satoshi. */
  readonly known?: Readonly<Record<string, KnownRow>>;
  readonly knowsAllCoins?: boolean;
  readonly knownScripts?: readonly string[];
  readonly now?: { readonly height?: number; readonly time?: number };
  readonly past?: Readonly<Record<string, PastRow>>;
  /** The user's transactions that already spend a coin. */
  readonly spent?: Readonly<Record<string, readonly PastRow[]>>;
  /** Expected fee rate of a snapshot, in satoshi per 1,000 virtual bytes. */
  readonly estimate?: string;
  /** Lines of the DNS root's keys. With `now`, proofs of names are verified. */
  readonly rootKeys?: string;
  /** Virtual bytes of unconfirmed transactions that it also pays for. */
  readonly lifted?: number;
  /** The ids of all findings, the worst first. */
  readonly findings: readonly FindingId[];
  /** Texts that the findings contain. */
  readonly says?: readonly string[];
  /** Texts that no finding contains. */
  readonly lacks?: readonly string[];
  readonly fee: FeeProof['kind'];
};

/** A coin that the chain knows; amounts in satoshi, scripts in hex. */
type KnownRow = {
  readonly amount: string;
  readonly script: string;
  /** Height of its block. Absent: unknown. */
  readonly height?: number;
};

/** A coin that was reviewed or signed before; amounts in satoshi, scripts in hex. */
export type PastRow = {
  readonly amount: string;
  readonly payees: string;
  readonly isSigned: boolean;
  readonly payments?: readonly {
    readonly value: string;
    readonly script: string;
    readonly silentAddress?: string;
  }[];
  /** True if the chain has spent the coin. */
  readonly isSettled?: boolean;
};

export const ME = person(1);
export const COSIGNER = person(2);
const THIRD = person(3);
export const THIEF = person(66);

export const wpkh = `wpkh(${keyAt(ME, '84h/1h/0h')})`;
export const pkh = `pkh(${keyAt(ME, '44h/1h/0h')})`;
export const nested = `sh(wpkh(${keyAt(ME, '49h/1h/0h')}))`;
export const tr = `tr(${keyAt(ME, '86h/1h/0h')})`;
export const multi = `wsh(sortedmulti(2,${[ME, COSIGNER, THIRD].map((who) => keyAt(who, '48h/1h/0h/2h')).join(',')}))`;
export const thief = `wpkh(${keyAt(THIEF, '84h/1h/0h')})`;

export const coin = (at: Place, nonce: number, more: Partial<CoinSpec> = {}): CoinSpec => ({
  ...at,
  nonce,
  value: 100_000n,
  previous: true,
  ...more,
});
/** A coin whose input has all leaves of its taproot script: a leaf signs only if the PSBT has it. */
export const coinWithLeaves = (at: Place, nonce: number): CoinSpec =>
  coin(at, nonce, {
    change: (input) => {
      const all = [...at.knowledge.taproot.values()].flatMap(({ spendData }) => spendData.leaves);
      input.tapLeaves = all.map(({ script, leafVersion, controlBlocks }) => ({
        script,
        leafVersion,
        controlBlocks: [...controlBlocks],
      }));
    },
  });
export const mine = (index: number, more: Partial<CoinSpec> = {}) =>
  coin(place(wpkh, 0, index), index + 1, more);
const stranger: Bytes = p2wpkhScript(new Uint8Array(20).fill(0x51));
export const pay = (value: bigint, script: Bytes = stranger): OutputSpec => ({ value, script });
export const back = (value: bigint, text = wpkh, index = 0): OutputSpec => ({
  value,
  ...place(text, 1, index),
});
/** Makes an output passed off as change: the fields of `truth` with another script. */
export const passedOff = (value: bigint, truth: Place, script: Bytes): OutputSpec => ({
  value,
  script,
  knowledge: truth.knowledge,
});

/** 100,000 sat: 60,000 to others, 39,800 as change, 200 as fee. */
const usual: PsbtSpec = { coins: [mine(0)], outputs: [pay(60_000n), back(39_800n)] };
const two: PsbtSpec = { coins: [mine(0), mine(1)], outputs: [pay(160_000n), back(39_700n)] };

const text = (psbt: Psbt) => {
  const bytes = encodePsbt(psbt);
  if (bytes === undefined) throw new Error('no PSBT');
  return encodeBase64(bytes);
};
export const outPoint = (spec: CoinSpec) => `${transactionId(previousOf(spec))}:1`;

type Rest = Partial<Omit<ReviewVector, 'name' | 'about' | 'has' | 'psbt' | 'findings'>>;
export type Row = [
  name: string,
  spec: PsbtSpec | Psbt,
  findings: readonly FindingId[],
  rest?: Rest | undefined,
];

/** Makes rows. The first have the finding, the others almost. */
export function rows(
  about: FindingId | 'clean',
  has: readonly Row[],
  almost: readonly Row[] = [],
): ReviewVector[] {
  const make = ([name, spec, findings, rest]: Row, hasIt: boolean): ReviewVector => ({
    name,
    about,
    has: hasIt,
    psbt: text('coins' in spec ? buildPsbt(spec) : spec),
    descriptors: [wpkh],
    fee: 'proven',
    ...rest,
    findings,
  });
  return [...has.map((row) => make(row, true)), ...almost.map((row) => make(row, false))];
}

export const BIP143_LIE =
  'CVE-2020-14199; Greg Sanders, bitcoin-dev 2017-08; blog.trezor.io/latest-firmware-updates-correct-possible-segwit-transaction-vulnerability-266df0d2860';
const MULTISIG = 'bitbox.swiss/blog/the-pitfalls-of-multisig-when-using-hardware-wallets';
const CHANGE = 'github.com/SeedSigner/seedsigner/pull/1032';
const RANSOM = 'blog.sia.tech, A ransom attack on hardware wallets (2018)';
const POISON = 'blog.lopp.net/bitcoin-address-poisoning-attacks (2025)';
const OWNERSHIP = 'SLIP-0019, github.com/satoshilabs/slips/blob/master/slip-0019.md';
export const OPEN_TYPES = 'CertiK, PSBT in Bitcoin DeFi (2024-12): unchecked sighash types';
const ISOLATION =
  'CVE-2020-12119 and the isolation bypass of Ledger (2020-08): test paths for real coins';
const BIP174 = 'BIP174, Security Considerations of signers';

function fees(): ReviewVector[] {
  const lie: PsbtSpec = {
    coins: [mine(0, { previous: false }), mine(1, { previous: false, claimed: 5_000n })],
    outputs: [pay(60_000n), back(44_800n)],
  };
  const other: PsbtSpec = {
    ...lie,
    coins: [mine(0, { previous: false, claimed: 5_000n }), mine(1, { previous: false })],
  };
  const legacy = coin(place(pkh, 0, 0), 9, {
    previous: false,
    claimed: 100_000n,
    value: 5_000_000n,
  });
  const foreign = coin(place(thief, 0, 0), 8, { previous: false });
  const taproot = (index: number) => coin(place(tr, 0, index), 20 + index, { previous: false });
  const first = lie.coins[0] as CoinSpec;
  const second = lie.coins[1] as CoinSpec;
  const past = (amounts: readonly string[]) => ({
    [outPoint(first)]: { amount: amounts[0] ?? '', payees: '', isSigned: false },
    [outPoint(second)]: { amount: amounts[1] ?? '', payees: '', isSigned: false },
  });
  return [
    ...rows(
      'fee-unproven',
      [
        [
          'the first of two PSBTs that lie about one amount each',
          lie,
          ['fee-unproven'],
          { fee: 'sessions', source: BIP143_LIE },
        ],
        [
          'the second of the two, seen alone',
          other,
          ['fee-unproven'],
          { fee: 'sessions', source: BIP143_LIE },
        ],
        [
          'a legacy coin that is claimed to be small: its signature covers no amount',
          { coins: [legacy], outputs: [pay(60_000n), back(39_800n, pkh)] },
          ['fee-unproven'],
          { descriptors: [pkh], fee: 'claimed', source: BIP174 },
        ],
        [
          'a coin of others whose amount is claimed, beside ours',
          { coins: [mine(0), foreign], outputs: [pay(160_000n), back(39_700n)] },
          ['fee-unproven', 'inputs-of-others'],
          { fee: 'foreign', source: OWNERSHIP },
        ],
      ],
      [
        ['the same coins with their previous transactions', two, [], { source: BIP143_LIE }],
        [
          'one segwit v0 coin that is claimed: its signature is valid for no other amount',
          { ...usual, coins: [mine(0, { previous: false })] },
          [],
        ],
        [
          'a nested coin that is claimed, alone',
          {
            coins: [coin(place(nested, 0, 0), 5, { previous: false })],
            outputs: [pay(60_000n), back(39_800n, nested)],
          },
          [],
          { descriptors: [nested] },
        ],
        [
          'taproot coins that are claimed: each signature covers all amounts',
          { coins: [taproot(0), taproot(1)], outputs: [pay(160_000n), back(39_700n, tr)] },
          [],
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
          [],
          {
            known: Object.fromEntries(
              [mine(0), mine(1)].map((each) => [
                outPoint(each),
                { amount: '100000', script: encodeHex(each.script) },
              ]),
            ),
          },
        ],
      ],
    ),
    ...rows(
      'coin-amount-changed',
      [
        [
          'the second of two PSBTs that lie about one amount each, the first was reviewed',
          other,
          ['fee-unproven', 'coin-amount-changed'],
          { fee: 'sessions', past: past(['100000', '5000']), source: BIP143_LIE },
        ],
      ],
      [
        [
          'the first of the two again',
          lie,
          ['fee-unproven'],
          { fee: 'sessions', past: past(['100000', '5000']) },
        ],
      ],
    ),
    ...rows(
      'fee-unknown',
      [
        [
          'an input that nobody tells anything about',
          {
            ...two,
            coins: [
              mine(0),
              mine(1, {
                change: (input) =>
                  Object.assign(input, { nonWitnessUtxo: undefined, witnessUtxo: undefined }),
              }),
            ],
          },
          ['fee-unknown'],
          { fee: 'unknown' },
        ],
      ],
      [['all inputs with their coins', two, []]],
    ),
    ...rows(
      'fee-too-high',
      [
        [
          'most of the money is fee: an output for the change is missing',
          { coins: [mine(0, { value: 10_000_000n })], outputs: [pay(60_000n)] },
          ['fee-too-high', 'nothing-comes-back'],
          { source: 'a payment of 139 BTC with a fee of 83 BTC, block 818087 (2023-11-23)' },
        ],
        [
          'a fee of more than 0.1 BTC of a large payment',
          { coins: [mine(0, { value: 100_000_000_000n })], outputs: [pay(99_989_999_999n)] },
          ['fee-too-high', 'nothing-comes-back'],
          { source: 'Paxos: 19.8 BTC of fee, block 807057 (2023-09-10)' },
        ],
        [
          'many small coins, of which nearly all is fee',
          {
            coins: Array.from({ length: 30 }, (_, i) => mine(i, { value: 50_000n })),
            outputs: [pay(300_000n)],
          },
          ['fee-too-high', 'nothing-comes-back'],
        ],
      ],
      [
        [
          'a small fee that is more than what is paid',
          { coins: [mine(0, { value: 11_000n })], outputs: [pay(1_000n)] },
          ['fee-high', 'nothing-comes-back'],
        ],
        [
          'many small coins with a fee that fits their size',
          {
            coins: Array.from({ length: 30 }, (_, i) => mine(i, { value: 50_000n })),
            outputs: [pay(1_490_000n)],
          },
          ['nothing-comes-back'],
        ],
      ],
    ),
    ...rows(
      'fee-negative',
      [
        [
          'outputs worth more than the inputs',
          { ...usual, outputs: [pay(160_000n)] },
          ['fee-negative'],
        ],
      ],
      [
        [
          'no fee at all',
          { ...usual, outputs: [pay(100_000n)] },
          ['nothing-comes-back', 'fee-too-low'],
        ],
      ],
    ),
    ...rows(
      'fee-too-low',
      [
        [
          'a fee below what nodes pass on',
          { ...usual, outputs: [pay(60_000n), back(39_990n)] },
          ['fee-too-low'],
        ],
      ],
      [['a fee just above it', { ...usual, outputs: [pay(60_000n), back(39_984n)] }, []]],
    ),
  ];
}

function types(): ReviewVector[] {
  const typed = (sighashType: number, spec = usual, index = 0): PsbtSpec => ({
    ...spec,
    coins: spec.coins.map((each, i) =>
      i === index ? { ...each, change: (input) => Object.assign(input, { sighashType }) } : each,
    ),
  });
  const taproot: PsbtSpec = {
    coins: [coin(place(tr, 0, 0), 20)],
    outputs: [pay(60_000n), back(39_800n, tr)],
  };
  const open = { fee: 'open', source: OPEN_TYPES } as const;
  return [
    ...rows(
      'sighash-none',
      [
        ['NONE: whoever gets it takes the money', typed(2), ['sighash-none'], open],
        ['NONE of one input of two', typed(2, two, 1), ['sighash-none'], open],
        ['NONE|ANYONECANPAY', typed(0x82), ['sighash-none', 'sighash-anyone-can-pay'], open],
        [
          'NONE of a taproot input',
          typed(2, taproot),
          ['sighash-none'],
          { ...open, descriptors: [tr] },
        ],
      ],
      [['ALL, said in so many words', typed(1), []]],
    ),
    ...rows(
      'sighash-single',
      [
        ['SINGLE: the change is not covered, and drains', typed(3), ['sighash-single'], open],
        [
          'SINGLE|ANYONECANPAY, as a marketplace asks for it',
          typed(0x83),
          ['sighash-single', 'sighash-anyone-can-pay'],
          open,
        ],
      ],
      [['DEFAULT of a taproot input', typed(0, taproot), [], { descriptors: [tr] }]],
    ),
    ...rows(
      'sighash-single-without-output',
      [
        [
          'SINGLE of a legacy input that has no output of its number: it signs the number 1',
          typed(3, { coins: [mine(0), coin(place(pkh, 0, 0), 9)], outputs: [pay(199_700n)] }, 1),
          ['sighash-single-without-output', 'nothing-comes-back'],
          {
            fee: 'open',
            descriptors: [wpkh, pkh],
            source: 'bitcointalk.org/index.php?topic=260595 (2013): the SIGHASH_SINGLE bug',
          },
        ],
      ],
      [['SINGLE of an input that has one', typed(3, two, 1), ['sighash-single'], open]],
    ),
    ...rows(
      'sighash-anyone-can-pay',
      [['ALL|ANYONECANPAY: others can add inputs', typed(0x81), ['sighash-anyone-can-pay'], open]],
      [['ALL', typed(1), []]],
    ),
    ...rows(
      'sighash-undefined',
      [
        [
          'a type that does not exist',
          typed(0x42),
          ['sighash-none', 'sighash-undefined'],
          { fee: 'open' },
        ],
      ],
      [['a type that does', typed(1), []]],
    ),
  ];
}

/** Coins and outputs that keys claim. */
function claims(): ReviewVector[] {
  const key = place(wpkh, 0, 0);
  const hash = key.script.subarray(2);
  const sharedAt = place(multi, 0, 0);
  const keys = [...sharedAt.knowledge.publicKeys.values()].filter(({ length }) => length === 33);
  const open = multisigScript(1, keys);
  const bare = wpkh.replace(/\[[^\]]*\]/, '');
  const other = `wpkh(${keyAt(COSIGNER, '84h/1h/0h')})`;
  const foreignTree = `tr(${keyAt(THIEF, '86h/1h/0h')},pk(${keyAt(ME, '86h/1h/0h')}))`;
  const ownTree = `tr(${keyAt(COSIGNER, '86h/1h/0h')},pk(${keyAt(ME, '86h/1h/0h')}))`;
  const away = [pay(99_800n, place(thief, 0, 0).script)];
  const spends = (script: Bytes, at: Place, change?: CoinSpec['change']): PsbtSpec => ({
    coins: [coin({ script, knowledge: at.knowledge }, 40, { change: change ?? (() => undefined) })],
    outputs: away,
  });
  const found: readonly FindingId[] = ['input-foreign-script', 'nothing-comes-back'];
  const withLeaf: CoinSpec['change'] = (input) => {
    const xOnly = keys[0]?.subarray(1) ?? new Uint8Array(32);
    const script = concatBytes(Uint8Array.of(32), xOnly, Uint8Array.of(0xac));
    const controlBlocks = [concatBytes(Uint8Array.of(0xc0), xOnly)];
    input.tapLeaves = [{ script, leafVersion: 0xc0, controlBlocks }];
  };
  const withInternal: CoinSpec['change'] = (input) => {
    input.tapInternalKey = keys[0]?.subarray(1);
    input.tapLeaves = [];
    input.tapKeyPaths = [];
  };
  const forged = (text: string, owner: typeof ME): OutputSpec => ({
    ...back(39_800n, text),
    change: (output) => {
      output.keyPaths = output.keyPaths.map((each) => ({
        ...each,
        origin: { ...each.origin, fingerprint: decodeHex(owner.fingerprint) as Bytes },
      }));
    },
  });
  return [
    ...rows(
      'input-foreign-script',
      [
        [
          'a legacy coin of our key, where our descriptor is native',
          spends(p2pkhScript(hash), key),
          found,
        ],
        [
          'a coin of our key that names no key',
          spends(p2pkhScript(hash), { ...key, knowledge: createFlatSigningProvider() }),
          found,
        ],
        [
          'a coin of one of the same three keys, where our quorum is two',
          spends(p2wshScript(sha256(open)), sharedAt, (input) => {
            input.witnessScript = open;
          }),
          found,
          { descriptors: [multi] },
        ],
        [
          "a stranger's taproot tree with a leaf of our key",
          spends(place(foreignTree, 0, 0).script, place(foreignTree, 0, 0), withLeaf),
          ['input-foreign-script', 'script-mismatch', 'nothing-comes-back'],
          { descriptors: [multi] },
        ],
        [
          'a taproot coin of a stranger that names our key as its internal key',
          spends(place(foreignTree, 0, 0).script, place(foreignTree, 0, 0), withInternal),
          ['input-foreign-script', 'script-mismatch', 'nothing-comes-back'],
          { descriptors: [multi] },
        ],
        [
          'such a coin beside one of ours',
          {
            coins: [mine(0), coin({ ...key, script: p2pkhScript(hash) }, 41)],
            outputs: [pay(160_000n), back(39_700n)],
          },
          ['input-foreign-script'],
        ],
      ],
      [
        [
          'a legacy coin of our key, whose descriptor is given too',
          {
            coins: [coin(place(pkh, 0, 0), 42)],
            outputs: [pay(60_000n), back(39_800n)],
          },
          [],
          { descriptors: [wpkh, pkh] },
        ],
        [
          'our own taproot tree',
          {
            coins: [coin(place(ownTree, 0, 0), 43)],
            outputs: [pay(60_000n), back(39_800n, ownTree)],
          },
          [],
          { descriptors: [ownTree] },
        ],
      ],
    ),
    ...rows(
      'input-not-ours',
      [
        [
          'an input that names our key over the script of a stranger',
          spends(place(thief, 0, 0).script, key),
          ['input-not-ours'],
        ],
        [
          'an input that names the key of a stranger under our path',
          {
            ...usual,
            coins: [
              mine(0),
              coin(place(thief, 0, 0), 44, {
                change: (input) => {
                  input.keyPaths = forgedPaths(input.keyPaths);
                },
              }),
            ],
            outputs: [pay(160_000n), back(39_700n)],
          },
          ['input-not-ours'],
        ],
      ],
      [
        [
          'an input of another account of the same seed',
          {
            coins: [mine(0), coin(place(`wpkh(${keyAt(ME, '84h/1h/9h')})`, 0, 0), 45)],
            outputs: [pay(160_000n), back(39_700n)],
          },
          ['inputs-of-others'],
        ],
      ],
    ),
    ...rows(
      'change-not-ours',
      [
        [
          'our public key over the script of a thief, where our descriptor has no origin',
          {
            ...usual,
            outputs: [
              pay(60_000n),
              passedOff(39_800n, place(wpkh, 1, 0), place(thief, 1, 0).script),
            ],
          },
          ['change-not-ours'],
          { descriptors: [bare] },
        ],
        [
          'the key of a second wallet of ours over the script of a thief',
          {
            ...usual,
            outputs: [
              pay(60_000n),
              passedOff(39_800n, place(other, 1, 0), place(thief, 1, 0).script),
            ],
          },
          ['change-not-ours'],
          { descriptors: [wpkh, other] },
        ],
        [
          'the key of a thief under the path of a second wallet of ours',
          { ...usual, outputs: [pay(60_000n), forged(thief, COSIGNER)] },
          ['change-not-ours'],
          { descriptors: [wpkh, other] },
        ],
        [
          'a payment of somebody else that names our key over another script',
          {
            coins: [coin(place(thief, 0, 0), 8)],
            outputs: [
              pay(60_000n),
              passedOff(39_800n, place(wpkh, 1, 0), place(thief, 1, 0).script),
            ],
          },
          ['change-not-ours', 'no-input-ours'],
        ],
      ],
      [
        ['our change, where our descriptor has no origin', usual, [], { descriptors: [bare] }],
        [
          'change to the second of two wallets',
          { ...usual, outputs: [pay(60_000n), back(39_800n, other)] },
          [],
          { descriptors: [wpkh, other] },
        ],
        [
          'change of a descriptor of which only the other branch is given',
          usual,
          [],
          { descriptors: [wpkh.replace('<0;1>', '0')] },
        ],
      ],
    ),
  ];
}

/** Replaces key paths by those of our account. */
const forgedPaths = (paths: Psbt['inputs'][number]['keyPaths']) =>
  paths.map((each) => ({
    ...each,
    origin: { ...each.origin, fingerprint: decodeHex(ME.fingerprint) as Bytes },
  }));

function changes(): ReviewVector[] {
  const truth = place(wpkh, 1, 0);
  const shared: PsbtSpec = {
    coins: [coin(place(multi, 0, 0), 30)],
    outputs: [pay(60_000n), back(39_600n, multi)],
  };
  const sharedTruth = place(multi, 1, 0);
  const ours = [...sharedTruth.knowledge.publicKeys.values()]
    .filter((key) => key.length === 33)
    .sort((a, b) => (encodeHex(a) < encodeHex(b) ? -1 : 1));
  const thiefKey = [...place(thief, 1, 0).knowledge.publicKeys.values()][0] as Bytes;
  const wsh = (script: Bytes) => p2wshScript(sha256(script));
  const fake = (script: Bytes): PsbtSpec => ({
    ...shared,
    outputs: [pay(60_000n), passedOff(39_600n, sharedTruth, script)],
  });
  const wrong: readonly FindingId[] = ['change-not-ours'];
  const multisig = { descriptors: [multi], source: MULTISIG };
  const ownLeaf = `tr(${keyAt(ME, '86h/1h/0h')},pk(${keyAt(COSIGNER, '86h/1h/0h')}))`;
  const thiefLeaf = `tr(${keyAt(ME, '86h/1h/0h')},pk(${keyAt(THIEF, '86h/1h/0h')}))`;
  return [
    ...rows(
      'change-not-ours',
      [
        [
          'the path of our change over the address of a thief',
          {
            ...usual,
            outputs: [pay(60_000n), passedOff(39_800n, truth, place(thief, 1, 0).script)],
          },
          wrong,
          { source: CHANGE },
        ],
        [
          'our fingerprint over the keys of a thief',
          {
            ...usual,
            outputs: [
              pay(60_000n),
              {
                ...back(39_800n, thief),
                change: (output) => {
                  output.keyPaths = output.keyPaths.map((each) => ({
                    ...each,
                    origin: { ...each.origin, fingerprint: decodeHex(ME.fingerprint) as Bytes },
                  }));
                },
              },
            ],
          },
          wrong,
          { source: CHANGE },
        ],
        [
          'our key, but in a legacy address that our descriptors do not have',
          {
            ...usual,
            outputs: [
              pay(60_000n),
              passedOff(39_800n, truth, p2pkhScript(truth.script.subarray(2))),
            ],
          },
          wrong,
          { source: CHANGE },
        ],
        [
          'our key, nested, where our descriptors have it native',
          {
            ...usual,
            outputs: [pay(60_000n), passedOff(39_800n, truth, p2shScript(hash160(truth.script)))],
          },
          wrong,
        ],
        [
          'the key of a cosigner replaced by that of a thief',
          fake(
            wsh(
              multisigScript(
                2,
                [...ours.slice(0, 2), thiefKey].sort((a, b) =>
                  encodeHex(a) < encodeHex(b) ? -1 : 1,
                ),
              ),
            ),
          ),
          [...wrong, 'output-mismatch'],
          multisig,
        ],
        [
          'all keys but ours replaced',
          fake(wsh(multisigScript(2, [ours[0] as Bytes, thiefKey, thiefKey]))),
          [...wrong, 'output-mismatch'],
          multisig,
        ],
        [
          'a quorum of one instead of two',
          fake(wsh(multisigScript(1, ours))),
          [...wrong, 'output-mismatch'],
          multisig,
        ],
        [
          'the keys in another order',
          fake(wsh(multisigScript(2, [...ours].reverse()))),
          [...wrong, 'output-mismatch'],
          multisig,
        ],
        [
          'a fourth key',
          fake(wsh(multisigScript(2, [...ours, thiefKey]))),
          [...wrong, 'output-mismatch'],
          multisig,
        ],
        [
          'our key alone, where the quorum is two of three',
          fake(p2wpkhScript(hash160(ours[0] as Bytes))),
          wrong,
          multisig,
        ],
        [
          'a taproot output with our internal key and the script of a thief',
          {
            coins: [coin(place(tr, 0, 0), 20)],
            outputs: [
              pay(60_000n),
              passedOff(39_800n, place(tr, 1, 0), place(thiefLeaf, 1, 0).script),
            ],
          },
          wrong,
          {
            descriptors: [tr],
            source: 'BIP371, rationale of PSBT_OUT_TAP_TREE: hidden script paths',
          },
        ],
        [
          'a taproot output with our internal key, where a script of ours should be',
          {
            coins: [coin(place(ownLeaf, 0, 0), 21)],
            outputs: [
              pay(60_000n),
              passedOff(39_800n, place(ownLeaf, 1, 0), place(tr, 1, 0).script),
            ],
          },
          wrong,
          { descriptors: [ownLeaf] },
        ],
        [
          'the change of another account of the same seed',
          { ...usual, outputs: [pay(60_000n), back(39_800n, `wpkh(${keyAt(ME, '84h/1h/7h')})`)] },
          wrong,
          { source: CHANGE },
        ],
      ],
      [
        ['our change', usual, [], { source: CHANGE }],
        ['the change of two of three, whose keys are sorted', shared, [], multisig],
        [
          'the change of a taproot key',
          { coins: [coin(place(tr, 0, 0), 20)], outputs: [pay(60_000n), back(39_800n, tr)] },
          [],
          { descriptors: [tr] },
        ],
        [
          'the change of a taproot tree of ours',
          {
            coins: [coin(place(ownLeaf, 0, 0), 21)],
            outputs: [pay(60_000n), back(39_800n, ownLeaf)],
          },
          [],
          { descriptors: [ownLeaf] },
        ],
        [
          'a payment to a thief that nobody passes off as change',
          {
            ...usual,
            outputs: [
              pay(60_000n),
              { ...back(39_800n), script: stranger, knowledge: createFlatSigningProvider() },
            ],
          },
          ['nothing-comes-back', 'output-repeated'],
        ],
        [
          'change that names no keys: it is found all the same',
          { ...usual, outputs: [pay(60_000n), { value: 39_800n, script: truth.script }] },
          [],
        ],
        [
          'the change of somebody else who takes part',
          {
            coins: [mine(0), coin(place(thief, 0, 0), 8)],
            outputs: [pay(60_000n), back(39_800n), back(99_800n, thief)],
          },
          ['inputs-of-others'],
        ],
      ],
    ),
    ...rows(
      'change-far',
      [
        [
          'change at a position that no wallet looks at',
          { ...usual, outputs: [pay(60_000n), back(39_800n, wpkh, 2_000_000_000)] },
          ['change-far'],
          { source: RANSOM },
        ],
        [
          'an address of ours just as far',
          { ...usual, outputs: [{ value: 99_800n, ...place(wpkh, 0, 1_000_000) }] },
          ['change-far'],
          { source: RANSOM },
        ],
      ],
      [
        [
          'change at the last position that may be in use',
          { ...usual, outputs: [pay(60_000n), back(39_800n, wpkh, 200)] },
          [],
        ],
      ],
    ),
    ...rows(
      'change-unproven',
      [
        [
          'change that nobody can check, as nobody told what is ours',
          usual,
          ['change-unproven'],
          { descriptors: undefined, source: CHANGE },
        ],
      ],
      [
        [
          'two payments',
          { ...usual, outputs: [pay(60_000n), pay(39_800n, place(thief, 0, 0).script)] },
          [],
          { descriptors: undefined },
        ],
      ],
    ),
  ];
}

function inputs(): ReviewVector[] {
  const at = (name: string, change: CoinSpec['change']): Row => [
    name,
    { ...usual, coins: [mine(0, change ? { change } : {})] },
    [],
  ];
  const found = ([name, spec]: Row, findings: readonly FindingId[], rest?: Rest): Row => [
    name,
    spec,
    findings,
    rest,
  ];
  const nestedUsual: PsbtSpec = {
    coins: [coin(place(nested, 0, 0), 5)],
    outputs: [pay(60_000n), back(39_800n, nested)],
  };
  const shared: PsbtSpec = {
    coins: [coin(place(multi, 0, 0), 30)],
    outputs: [pay(60_000n), back(39_600n, multi)],
  };
  const scripted = (spec: PsbtSpec, fields: object): PsbtSpec => ({
    ...spec,
    coins: spec.coins.map((each) => ({ ...each, change: (input) => Object.assign(input, fields) })),
  });
  const known = (amount: string) => ({
    [outPoint(mine(0))]: { amount, script: encodeHex(mine(0).script) },
  });
  const realPath = `wpkh(${keyAt(ME, '84h/0h/0h')})`;
  return [
    ...rows('clean', [
      ['a payment with change', usual, []],
      ['two coins', two, []],
      ['version 2 of the format', { ...usual, psbtVersion: 2 }, []],
    ]),
    ...rows(
      'input-twice',
      [
        [
          'a coin that is spent twice',
          { ...usual, coins: [mine(0), mine(0)] },
          ['input-twice', 'not-standard'],
          { source: 'CVE-2018-17144' },
        ],
      ],
      [['two coins of one transaction', two, []]],
    ),
    ...rows(
      'amount-contradicted',
      [
        [
          'a coin that holds more than the PSBT says',
          { ...usual, coins: [mine(0, { previous: false })] },
          ['fee-too-high', 'amount-contradicted'],
          { known: known('9900000'), source: BIP143_LIE },
        ],
      ],
      [
        [
          'a coin that holds what the PSBT says',
          { ...usual, coins: [mine(0, { previous: false })] },
          [],
          { known: known('100000') },
        ],
      ],
    ),
    ...rows(
      'utxo-mismatch',
      [
        found(
          at(
            'a witness UTXO that holds less than the output of the previous transaction',
            (input) =>
              Object.assign(input, { witnessUtxo: { value: 1n, scriptPubKey: mine(0).script } }),
          ),
          ['utxo-mismatch'],
          { source: BIP174 },
        ),
        found(
          at('a witness UTXO with another script', (input) =>
            Object.assign(input, { witnessUtxo: { value: 100_000n, scriptPubKey: stranger } }),
          ),
          ['utxo-mismatch'],
          { source: BIP174 },
        ),
      ],
      [
        at('both tell the same', (input) =>
          Object.assign(input, { witnessUtxo: { value: 100_000n, scriptPubKey: mine(0).script } }),
        ),
      ],
    ),
    ...rows(
      'script-mismatch',
      [
        [
          'a redeem script that the coin does not have hashed',
          scripted(nestedUsual, { redeemScript: stranger }),
          ['script-mismatch'],
          { descriptors: [nested], source: BIP174 },
        ],
        [
          'a witness script that the coin does not have hashed',
          scripted(shared, {
            witnessScript: multisigScript(1, [
              [...place(thief, 0, 0).knowledge.publicKeys.values()][0] as Bytes,
            ]),
          }),
          ['script-mismatch'],
          { descriptors: [multi], source: BIP174 },
        ],
        [
          'a redeem script where nothing is hashed',
          scripted(usual, { redeemScript: stranger }),
          ['script-mismatch'],
        ],
      ],
      [
        ['the redeem script', nestedUsual, [], { descriptors: [nested] }],
        ['the witness script', shared, [], { descriptors: [multi] }],
      ],
    ),
    ...rows(
      'coin-not-found',
      [
        [
          'a coin that the chain does not have',
          { ...usual, coins: [mine(0)] },
          ['coin-not-found'],
          { known: {}, knowsAllCoins: true },
        ],
      ],
      [['a coin that the chain has', usual, [], { known: known('100000'), knowsAllCoins: true }]],
    ),
    ...rows(
      'nothing-comes-back',
      [
        [
          'the change was replaced by the address of a thief',
          { ...usual, outputs: [pay(60_000n), pay(39_800n, place(thief, 1, 0).script)] },
          ['nothing-comes-back'],
        ],
        ['everything is sent away', { ...usual, outputs: [pay(99_800n)] }, ['nothing-comes-back']],
      ],
      [
        ['change comes back', usual, []],
        ['everything is sent to an address of ours', { ...usual, outputs: [back(99_800n)] }, []],
        [
          'somebody else sends everything away',
          { coins: [coin(place(thief, 0, 0), 8)], outputs: [pay(99_800n)] },
          ['no-input-ours'],
        ],
      ],
    ),
    ...rows(
      'output-unspendable',
      (
        [
          ['a program of version 0 that has 21 bytes', `0015${'11'.repeat(21)}`, []],
          ['an x-only key that is not on the curve', `5120${'00'.repeat(32)}`, []],
          ['an x-only key beyond the field', `5120${'ff'.repeat(32)}`, []],
          ['a script that leaves nothing', '00', ['not-standard']],
          ['a script that returns', '516a', ['not-standard']],
        ] as const
      ).map(([name, hex, more]): Row => {
        const script = decodeHex(hex) as Bytes;
        const outputs = [pay(60_000n, script), back(39_800n)];
        const also: readonly FindingId[] = hex.startsWith('0015') ? ['not-standard'] : more;
        return [name, { ...usual, outputs }, ['output-unspendable', ...also]];
      }),
    ),
    ...rows(
      'output-anyone-can-spend',
      ['6d6d51', '03a08601b17551'].map((hex): Row => {
        const outputs = [pay(60_000n, decodeHex(hex) as Bytes), back(39_800n)];
        const name = `a script that asks for no key: ${hex}`;
        return [name, { ...usual, outputs }, ['output-anyone-can-spend', 'not-standard']];
      }),
      [
        [
          'an anchor of 240 satoshi',
          {
            ...usual,
            outputs: [pay(60_000n), back(39_500n), pay(240n, decodeHex('51024e73') as Bytes)],
          },
          [],
        ],
      ],
    ),
    ...claims(),
    ...rows(
      'no-input-ours',
      [
        [
          'a payment of somebody else',
          { coins: [coin(place(thief, 0, 0), 8)], outputs: [pay(60_000n), back(39_800n, thief)] },
          ['no-input-ours'],
        ],
      ],
      [['a payment of ours', usual, []]],
    ),
    ...rows(
      'inputs-of-others',
      [
        [
          "the first of two signings: one of our coins is called somebody else's",
          {
            coins: [
              mine(0),
              coin(place(wpkh, 0, 1), 2, {
                change: (input) =>
                  Object.assign(input, {
                    keyPaths: [],
                    nonWitnessUtxo: undefined,
                    witnessUtxo: { value: 100_000n, scriptPubKey: place(thief, 0, 0).script },
                  }),
              }),
            ],
            outputs: [back(99_700n), pay(99_700n, place(thief, 0, 0).script)],
          },
          ['fee-unproven', 'inputs-of-others'],
          { fee: 'foreign', source: OWNERSHIP },
        ],
        [
          'a coinjoin',
          { coins: [mine(0), coin(place(thief, 0, 0), 8)], outputs: [pay(99_800n), back(99_800n)] },
          ['inputs-of-others'],
        ],
      ],
      [
        [
          'a coin of ours that names no keys is ours all the same',
          {
            ...two,
            coins: [
              mine(0),
              mine(1, { change: (input) => Object.assign(input, { keyPaths: [] }) }),
            ],
          },
          [],
          { source: OWNERSHIP },
        ],
      ],
    ),
    ...rows(
      'keys-of-another-network',
      [
        [
          'keys for real coins, on a test network',
          {
            coins: [coin(place(realPath, 0, 0), 6)],
            outputs: [pay(60_000n), back(39_800n, realPath)],
          },
          ['keys-of-another-network'],
          { descriptors: [realPath], source: ISOLATION },
        ],
      ],
      [['keys for this network', usual, [], { source: ISOLATION }]],
    ),
    ...rows(
      'input-uneconomic',
      [
        [
          'a coin that is worth less than its part of the fee',
          { coins: [mine(0), mine(1, { value: 1_500n })], outputs: [pay(80_000n)] },
          ['fee-very-high', 'nothing-comes-back', 'input-uneconomic'],
        ],
      ],
      [
        [
          'a coin that is worth a little more',
          { coins: [mine(0), mine(1, { value: 8_000n })], outputs: [pay(86_500n)] },
          ['fee-very-high', 'nothing-comes-back'],
        ],
      ],
    ),
    ...rows(
      'input-dust',
      [
        [
          'a tiny coin beside another',
          { coins: [mine(0), mine(1, { value: 546n })], outputs: [pay(60_000n), back(40_246n)] },
          ['input-dust'],
          {
            source:
              'the dust attacks on wallets (Samourai, 2018-10): tiny coins that link addresses',
          },
        ],
      ],
      [
        [
          'a small coin beside another',
          { coins: [mine(0), mine(1, { value: 1_001n })], outputs: [pay(60_000n), back(40_701n)] },
          [],
        ],
        [
          'tiny coins alone, swept on purpose',
          { coins: [mine(0, { value: 900n }), mine(1, { value: 900n })], outputs: [back(1_500n)] },
          [],
        ],
      ],
    ),
  ];
}

/** Returns a script with an address that begins and ends like that of `script`. */
function lookAlike(script: Bytes): Bytes {
  const wanted = formatAddress(script, networks.regtest)?.slice(-3);
  for (let i = 0; ; i++) {
    const made = script.slice();
    new DataView(made.buffer).setUint32(made.length - 4, i);
    if (
      formatAddress(made, networks.regtest)?.slice(-3) === wanted &&
      encodeHex(made) !== encodeHex(script)
    )
      return made;
  }
}

/** Returns OP_RETURN with one push of data. */
function pushing(size: number): Bytes {
  const length = size < 76 ? [size] : size < 256 ? [0x4c, size] : [0x4d, size & 0xff, size >> 8];
  return concatBytes(Uint8Array.of(0x6a, ...length), new Uint8Array(size).fill(1));
}

function outputs(): ReviewVector[] {
  const paying = (script: Bytes, value = 60_000n): PsbtSpec => ({
    ...usual,
    outputs: [pay(value, script), back(99_800n - value)],
  });
  const data = (value: bigint): PsbtSpec =>
    paying(concatBytes(Uint8Array.of(0x6a, 5), new TextEncoder().encode('hello')), value);
  const carrying = (fee: bigint, ...sizes: readonly number[]): PsbtSpec => ({
    coins: [mine(0, { value: 1_000_000n })],
    outputs: [...sizes.map((size) => pay(0n, pushing(size))), pay(700_000n), back(300_000n - fee)],
  });
  const many = (count: number) => Array.from({ length: count }, () => 80);
  const keys = [0, 1].map((i) => [...place(thief, 0, i).knowledge.publicKeys.values()][0] as Bytes);
  const bareKey = concatBytes(Uint8Array.of(33), keys[0] as Bytes, Uint8Array.of(0xac));
  const pk = `pk(${keyAt(ME, '44h/1h/1h')})`;
  const open = Uint8Array.of(0x51);
  const anchor = Uint8Array.of(0x51, 2, 0x4e, 0x73);
  const version2 = concatBytes(Uint8Array.of(0x52, 32), new Uint8Array(32).fill(2));
  const taprootOf = concatBytes(Uint8Array.of(0x51, 32), place(tr, 0, 3).script.subarray(2));
  const friend = p2wpkhScript(new Uint8Array(20).fill(0x77));
  return [
    ...rows(
      'output-unspendable',
      [
        ['money in an output of data', data(60_000n), ['output-unspendable']],
        [
          'a script with an operation that does not exist',
          paying(Uint8Array.of(0xff)),
          ['output-unspendable', 'not-standard'],
        ],
      ],
      [['data without money', data(0n), ['output-data']]],
    ),
    ...rows(
      'output-anyone-can-spend',
      [
        ['OP_TRUE', paying(open), ['output-anyone-can-spend', 'not-standard']],
        ['OP_TRUE behind P2WSH', paying(p2wshScript(sha256(open))), ['output-anyone-can-spend']],
        ['OP_TRUE behind P2SH', paying(p2shScript(hash160(open))), ['output-anyone-can-spend']],
        ['an anchor with money', paying(anchor), ['output-anyone-can-spend']],
        ['an empty script', paying(new Uint8Array(0)), ['output-anyone-can-spend', 'not-standard']],
        [
          'a script that drops what it is given, told by the PSBT',
          {
            ...usual,
            outputs: [
              {
                value: 60_000n,
                script: p2wshScript(sha256(Uint8Array.of(0x75, 0x51))),
                change: (output) =>
                  Object.assign(output, { witnessScript: Uint8Array.of(0x75, 0x51) }),
              },
              back(39_800n),
            ],
          },
          ['output-anyone-can-spend'],
        ],
      ],
      [
        [
          'an anchor without money, in a transaction without fee',
          { ...usual, version: 3, outputs: [pay(100_000n), pay(0n, anchor)] },
          ['nothing-comes-back', 'truc'],
        ],
        ['P2WSH of something', paying(p2wshScript(new Uint8Array(32).fill(0x52))), []],
        [
          'a script that anybody could open, but is not the one that is hashed',
          {
            ...usual,
            outputs: [
              {
                value: 60_000n,
                script: p2wshScript(new Uint8Array(32).fill(9)),
                change: (output) => Object.assign(output, { witnessScript: open }),
              },
              back(39_800n),
            ],
          },
          ['output-mismatch'],
        ],
      ],
    ),
    ...rows(
      'output-unknown-version',
      [['witness version 2', paying(version2), ['output-unknown-version']]],
      [['taproot', paying(taprootOf), []]],
    ),
    ...rows(
      'address-look-alike',
      [
        [
          'an address that begins and ends like one that was paid',
          paying(lookAlike(friend)),
          ['address-look-alike'],
          { knownScripts: [encodeHex(friend)], source: POISON },
        ],
      ],
      [
        [
          'the address that was paid',
          paying(friend),
          ['address-used'],
          { knownScripts: [encodeHex(friend)], source: POISON },
        ],
        [
          'an address that only begins like it',
          paying(concatBytes(friend.subarray(0, 18), Uint8Array.of(1, 2, 3, 5))),
          [],
          { knownScripts: [encodeHex(friend)] },
        ],
      ],
    ),
    ...rows(
      'address-used',
      [
        [
          'an address that was paid before',
          paying(friend),
          ['address-used'],
          { knownScripts: [encodeHex(friend)] },
        ],
      ],
      [['another one', paying(stranger), [], { knownScripts: [encodeHex(friend)] }]],
    ),
    ...rows(
      'output-dust',
      [
        ['one satoshi below the limit', paying(stranger, 293n), ['output-dust', 'not-standard']],
        [
          'a storm of dust',
          {
            ...usual,
            outputs: [
              ...Array.from({ length: 20 }, (_, i) =>
                pay(1n, p2wpkhScript(new Uint8Array(20).fill(i + 1))),
              ),
              back(98_000n),
            ],
          },
          ['output-dust', 'not-standard'],
          { source: 'the stress tests of 2015: en.bitcoin.it/wiki/July_2015_flood_attack' },
        ],
      ],
      [['just at the limit', paying(stranger, 294n), []]],
    ),
    ...rows(
      'output-repeated',
      [
        [
          'the same address twice',
          { ...usual, outputs: [pay(30_000n), pay(30_000n), back(39_700n)] },
          ['output-repeated'],
        ],
      ],
      [
        [
          'two addresses',
          { ...usual, outputs: [pay(30_000n), pay(30_000n, friend), back(39_700n)] },
          [],
        ],
      ],
    ),
    ...rows('output-data', [['some text', data(0n), ['output-data']]], [['a payment', usual, []]]),
    ...rows(
      'output-data-large',
      [
        [
          '9,000 bytes of data',
          carrying(10_000n, 9000),
          ['output-data-large'],
          { says: ['9004 bytes'] },
        ],
        ['six outputs of 80 bytes', carrying(1_000n, ...many(6)), ['output-data-large']],
      ],
      [
        ['four outputs of 80 bytes', carrying(1_000n, ...many(4)), ['output-data']],
        ['80 bytes of data', carrying(1_000n, 80), ['output-data']],
      ],
    ),
    ...rows(
      'output-bare',
      [
        ['a public key in place of an address', paying(bareKey), ['output-bare']],
        ['1 of 2 keys without an address', paying(multisigScript(1, keys)), ['output-bare']],
      ],
      [
        ['the hash of that key', paying(p2pkhScript(hash160(keys[0] as Bytes))), []],
        [
          'the same 1 of 2 behind its hash',
          paying(p2wshScript(sha256(multisigScript(1, keys)))),
          [],
        ],
        [
          'a public key of our own descriptor',
          { ...usual, outputs: [pay(60_000n, place(pk, 0, 3).script), back(39_800n)] },
          [],
          { descriptors: [wpkh, pk] },
        ],
      ],
    ),
  ];
}

function whole(): ReviewVector[] {
  const locked = (locktime: number, sequence = 0xfffffffe): PsbtSpec => ({
    ...usual,
    locktime,
    coins: [mine(0, { sequence })],
  });
  const now = { height: 800_000, time: 1_700_000_000 };
  const note: readonly FindingId[] = ['not-replaceable'];
  const field = (key: readonly number[], kind: 'unknown' | 'proprietary'): PsbtSpec => ({
    ...usual,
    change: (psbt) =>
      Object.assign(psbt, { [kind]: [{ key: Uint8Array.from(key), value: Uint8Array.of(1) }] }),
  });
  return [
    ...rows(
      'locktime-far',
      [
        [
          'two years of blocks',
          locked(905_000),
          ['locktime-far', ...note],
          { now, source: RANSOM },
        ],
        [
          'a year, as a time',
          locked(1_731_536_000),
          ['locktime-far', ...note],
          { now, source: RANSOM },
        ],
      ],
      [
        ['a day of blocks', locked(800_144), ['locktime-future', ...note], { now }],
        ['the height of now, against fee sniping', locked(800_000), note, { now }],
      ],
    ),
    ...rows(
      'locktime-future',
      [['an hour, as a time', locked(1_700_003_600), ['locktime-future', ...note], { now }]],
      [['an hour ago', locked(1_699_996_400), note, { now }]],
    ),
    ...rows(
      'locktime-ignored',
      [
        [
          'a lock that every sequence switches off',
          locked(905_000, 0xffffffff),
          ['locktime-ignored', ...note],
          { now },
        ],
      ],
      [['no lock', { ...usual, coins: [mine(0, { sequence: 0xffffffff })] }, note, { now }]],
    ),
    ...rows(
      'relative-lock',
      [
        [
          'a coin that has to be 144 blocks old',
          { ...usual, coins: [mine(0, { sequence: 144 })] },
          ['relative-lock'],
        ],
        [
          'a coin that has to be two weeks old',
          { ...usual, coins: [mine(0, { sequence: 2016 })] },
          ['relative-lock'],
          { says: ['2016 blocks, about 14 days old'] },
        ],
      ],
      [
        [
          'the same number in version 1, where it means nothing',
          { ...usual, version: 1, coins: [mine(0, { sequence: 144 })] },
          [],
        ],
        [
          'a number with the bit that switches it off',
          { ...usual, coins: [mine(0, { sequence: 0x80000090 })] },
          [],
        ],
      ],
    ),
    ...rows(
      'truc',
      [['version 3', { ...usual, version: 3 }, ['truc']]],
      [['version 2', usual, []]],
    ),
    ...rows(
      'not-standard',
      [
        ['version 4', { ...usual, version: 4 }, ['not-standard']],
        [
          'a bare multisig of four keys',
          {
            ...usual,
            outputs: [
              pay(
                60_000n,
                multisigScript(
                  1,
                  Array.from(
                    { length: 4 },
                    (_, i) => [...place(wpkh, 0, i).knowledge.publicKeys.values()][0] as Bytes,
                  ),
                ),
              ),
              back(39_600n),
            ],
          },
          ['output-bare', 'not-standard'],
        ],
        [
          'no outputs at all',
          { ...usual, coins: [mine(0, { value: 900n })], outputs: [] },
          ['not-standard'],
        ],
      ],
      [
        [
          'a bare multisig of three keys',
          {
            ...usual,
            outputs: [
              pay(
                60_000n,
                multisigScript(
                  1,
                  Array.from(
                    { length: 3 },
                    (_, i) => [...place(wpkh, 0, i).knowledge.publicKeys.values()][0] as Bytes,
                  ),
                ),
              ),
              back(39_600n),
            ],
          },
          ['output-bare'],
        ],
      ],
    ),
    ...rows(
      'not-replaceable',
      [['no input signals it', { ...usual, coins: [mine(0, { sequence: 0xfffffffe })] }, note]],
      [['an input signals it', usual, []]],
    ),
    ...rows(
      'psbt-modifiable',
      [
        [
          'outputs may still be added',
          { ...usual, psbtVersion: 2, change: (psbt) => Object.assign(psbt, { txModifiable: 2 }) },
          ['psbt-modifiable'],
          { source: 'BIP370, PSBT_GLOBAL_TX_MODIFIABLE' },
        ],
      ],
      [
        [
          'only that there is a SINGLE is said',
          { ...usual, psbtVersion: 2, change: (psbt) => Object.assign(psbt, { txModifiable: 4 }) },
          ['modifiable-wrong'],
        ],
      ],
    ),
    ...rows(
      'fields-unknown',
      [
        ['a field of an unknown type', field([0xf0, 1], 'unknown'), ['fields-unknown']],
        [
          'a field of an application',
          field([0xfc, 4, 0x41, 0x43, 0x4d, 0x45, 0], 'proprietary'),
          ['fields-unknown'],
        ],
      ],
      [['known fields only', usual, []]],
    ),
  ];
}

function signed(): ReviewVector[] {
  const secret = `wpkh(${keyAt(ME, '84h/1h/0h', true)})`;
  const knowledge = createFlatSigningProvider();
  for (const index of [0, 1]) mergeFlatSigningProvider(knowledge, secretsOf(secret, 0, index));
  const sign = (spec: PsbtSpec, finalize: boolean, sighashType?: number): Psbt => {
    const done = signPsbt({
      psbt: buildPsbt(spec),
      provider: toSigningProvider(knowledge),
      finalize,
      sighashType,
      secp256k1,
    });
    if ('error' in done) throw new Error(done.error);
    return done.psbt;
  };
  const half = sign(usual, false);
  const elsewhere = {
    ...half,
    outputs: half.outputs.map((output, i) =>
      i === 0 ? { ...output, scriptPubKey: place(thief, 0, 0).script } : output,
    ),
  };
  const openHalf = sign(usual, false, 0x83);
  const replaced = {
    ...openHalf,
    inputs: openHalf.inputs.map((input) => ({ ...input, sighashType: undefined })),
    outputs: openHalf.outputs.map((output, i) =>
      i === 1 ? { ...output, scriptPubKey: place(thief, 0, 0).script, keyPaths: [] } : output,
    ),
  };
  const final = sign(usual, true);
  const raw = (psbt: Psbt, annex: boolean): Transaction => ({
    version: psbt.txVersion,
    locktime: psbt.fallbackLocktime ?? 0,
    inputs: psbt.inputs.map(({ prevout, sequence = 0, finalWitness }) => ({
      prevout,
      sequence,
      scriptSig: new Uint8Array(0),
      witness: annex ? [...finalWitness, Uint8Array.of(0x50, 1)] : finalWitness,
    })),
    outputs: psbt.outputs.map(({ value: amount, scriptPubKey: script }) => ({
      value: amount,
      scriptPubKey: script,
    })),
  });
  const known = { [outPoint(mine(0))]: { amount: '100000', script: encodeHex(mine(0).script) } };
  const rawRow = (
    name: string,
    has: boolean,
    annex: boolean,
    about: FindingId,
    findings: readonly FindingId[],
  ): ReviewVector => ({
    name,
    about,
    has,
    hex: encodeHex(encodeTransaction(raw(final, annex))),
    descriptors: [wpkh],
    known,
    findings,
    fee: 'proven',
  });
  return [
    ...rows(
      'signature-invalid',
      [
        ['an output was replaced after it was signed', elsewhere, ['signature-invalid']],
        [
          'a signature for another amount',
          {
            ...half,
            inputs: half.inputs.map((input) => ({
              ...input,
              nonWitnessUtxo: undefined,
              witnessUtxo: { value: 99_999n, scriptPubKey: mine(0).script },
            })),
          },
          ['signature-invalid'],
          { source: BIP143_LIE },
        ],
      ],
      [['a signature that holds', half, []]],
    ),
    ...rows('sighash-anyone-can-pay', [
      [
        'SINGLE|ANYONECANPAY was signed, the change was replaced, and the signature still holds',
        replaced,
        ['sighash-single', 'sighash-anyone-can-pay', 'nothing-comes-back', 'sighash-differs'],
        { source: OPEN_TYPES, fee: 'open' },
      ],
    ]),
    ...rows(
      'nothing-to-sign',
      [['every input is final', final, ['nothing-to-sign']]],
      [['signed, but not final', half, []]],
    ),
    rawRow('a signed raw transaction', true, false, 'nothing-to-sign', ['nothing-to-sign']),
    rawRow('an item that looks like an annex', true, true, 'annex', [
      'signature-invalid',
      'annex',
      'nothing-to-sign',
    ]),
    rawRow('no annex', false, false, 'annex', ['nothing-to-sign']),
  ];
}

function pasts(): ReviewVector[] {
  const payeesOf = { others: 'f'.repeat(64) };
  const sent = { value: 60_000n, scriptPubKey: stranger, owner: undefined };
  const past = (payees: string, isSigned: boolean) => ({
    [outPoint(mine(0))]: { amount: '100000', payees, isSigned },
  });
  return rows(
    'coin-paid-elsewhere',
    [
      [
        'a coin that was signed for, to pay somebody else',
        usual,
        ['coin-paid-elsewhere'],
        { past: past(payeesOf.others, true) },
      ],
    ],
    [
      [
        'the same payees with more fee: a replacement',
        { ...usual, outputs: [pay(60_000n), back(39_000n)] },
        [],
        { past: past(payeesDigest([sent]), true) },
      ],
      [
        'a coin that was looked at and not signed for',
        usual,
        [],
        { past: past(payeesOf.others, false) },
      ],
    ],
  );
}

/** Cases by file; those about fees are in `fee-cases.ts`. */
export const reviewCases = {
  fees,
  types,
  changes,
  inputs,
  outputs,
  whole,
  signed,
  pasts,
  silent,
} as const;
