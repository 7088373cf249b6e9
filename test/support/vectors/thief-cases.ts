import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import {
  createFlatSigningProvider,
  toSigningProvider,
} from '../../../src/descriptor/flat-signing-provider.ts';
import { type Bytes, concatBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import { signPsbt } from '../../../src/psbt/sign-psbt.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { formatAddress } from '../../../src/script/address.ts';
import {
  multisigScript,
  p2pkhScript,
  p2shScript,
  p2wpkhScript,
  p2wshScript,
} from '../../../src/script/builders.ts';
import { buildScript } from '../../../src/script/script.ts';
import { silentAddress, silentPsbt } from '../generate/silent-payments.ts';
import { almost, at, field, friend, other, pair, withFacts } from './attack-cases.ts';
import { withLeaves } from './lock-cases.ts';
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
  THIEF,
  thief,
  tr,
  wpkh,
} from './review-cases.ts';
import {
  buildPsbt,
  type CoinSpec,
  keyAt,
  type OutputSpec,
  type PsbtSpec,
  place,
  secretsOf,
} from './review-world.ts';

const BTC = 100_000_000n;

const musig = (second = COSIGNER) =>
  `tr(musig(${keyAt(ME, '86h/1h/0h')},${keyAt(second, '86h/1h/0h')}))`;
const decaying = (days: number, second = COSIGNER) =>
  `wsh(or_d(pk(${keyAt(ME, '48h/1h/0h/2h')}),and_v(v:pkh(${keyAt(second, '48h/1h/0h/2h')}),older(${days}))))`;
const NUMS = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';
const inLeaf = (second = COSIGNER) =>
  `tr(${NUMS},sortedmulti_a(2,${keyAt(ME, '86h/1h/0h')},${keyAt(second, '86h/1h/0h')}))`;
const pairOf = (second = COSIGNER) =>
  `sh(wsh(sortedmulti(2,${keyAt(ME, '48h/1h/0h/1h')},${keyAt(second, '48h/1h/0h/1h')})))`;
const of = (...descriptors: readonly string[]) => ({ descriptors });
const change: readonly FindingId[] = ['change-not-ours'];

/** A payment of 400,000 sat from a coin of a descriptor, with these outputs for the rest. */
const from = (text: string, ...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [at(text, 0, 900_000n)],
  outputs: [pay(400_000n, friend), ...outputs],
});
/** Makes an output that looks like change of one descriptor and belongs to another. */
const spoofed = (text: string, wrong: string) =>
  from(text, passedOff(499_000n, place(text, 1, 4), place(wrong, 1, 4).script));
const honest = (text: string) => from(text, back(499_000n, text, 4));
const keyOf = (text: string, branch: 0 | 1 = 1, index = 4): Bytes =>
  [...place(text, branch, index).knowledge.publicKeys.values()].find(
    (key) => key.length === 33,
  ) as Bytes;

function claims(): ReviewVector[] {
  const own = place(wpkh, 1, 4);
  const stolen = place(thief, 1, 4).script;
  const swapped = (text: string, name: string, wrong: string, ...more: readonly FindingId[]) =>
    pair(
      'change-not-ours',
      [name, spoofed(text, wrong), [...change, ...more], of(text)],
      [`no ${name.replace(/^an? /, '')}`, honest(text), [], of(text)],
    );
  const atBranch = (branch: number) => wpkh.replace('<0;1>', `<0;${branch}>`);
  const account = (number: number) => `wpkh(${keyAt(ME, `84h/1h/${number}h`)})`;
  const named = (output: OutputSpec, origin: object): OutputSpec => ({
    ...output,
    change: (each) =>
      Object.assign(each, {
        keyPaths: each.keyPaths.map((path) => ({ ...path, origin: { ...path.origin, ...origin } })),
      }),
  });
  const asTaproot: OutputSpec = {
    value: 499_000n,
    script: stolen,
    change: (output) => {
      const origin = { fingerprint: new Uint8Array(4), path: [0] };
      output.tapKeyPaths = [{ xOnly: keyOf(wpkh).subarray(1), leafHashes: new Set(), origin }];
    },
  };
  return [
    ...swapped(musig(), 'the change of MuSig2 with a thief in place of the cosigner', musig(THIEF)),
    ...swapped(
      decaying(144),
      'a recovery after 144 blocks that opens after one',
      decaying(1),
      'output-mismatch',
    ),
    ...swapped(decaying(144), 'a recovery key of a thief', decaying(144, THIEF), 'output-mismatch'),
    ...swapped(inLeaf(), 'two of two in a leaf, one of them a thief', inLeaf(THIEF)),
    ...swapped(pairOf(), 'a nested pair with a thief in it', pairOf(THIEF)),
    ...pair(
      'change-not-ours',
      [
        'the change of two of three, without one cosigner',
        from(
          multi,
          passedOff(
            499_000n,
            place(multi, 1, 4),
            p2wshScript(sha256(multisigScript(2, [keyOf(multi), keyOf(thief)]))),
          ),
        ),
        [...change, 'output-mismatch'],
        of(multi),
      ],
      ['two of three with all cosigners', honest(multi), [], of(multi)],
    ),
    ...pair(
      'change-not-ours',
      [
        'change on a branch 2 that no wallet looks through',
        from(wpkh, back(499_000n, atBranch(2), 4)),
        change,
      ],
      ['change on the receive branch', from(wpkh, { value: 499_000n, ...place(wpkh, 0, 4) }), []],
    ),
    ...pair(
      'change-not-ours',
      [
        'an account of our seed that is not open',
        from(wpkh, back(499_000n, account(5), 4)),
        change,
      ],
      [
        'a second account that is open',
        from(wpkh, back(499_000n, account(5), 4)),
        [],
        of(wpkh, account(5)),
      ],
    ),
    ...pair(
      'change-not-ours',
      [
        'our key in P2PKH inside P2SH, which no descriptor has',
        from(
          wpkh,
          passedOff(499_000n, own, p2shScript(hash160(p2pkhScript(hash160(keyOf(wpkh)))))),
        ),
        change,
      ],
      ['our key in its own form', honest(wpkh), []],
    ),
    ...pair(
      'change-not-ours',
      [
        'our key under a fingerprint of zeros, over the script of a thief',
        from(wpkh, named(passedOff(499_000n, own, stolen), { fingerprint: new Uint8Array(4) })),
        change,
      ],
      [
        'our change under a fingerprint of zeros',
        from(wpkh, named({ value: 499_000n, ...own }, { fingerprint: new Uint8Array(4) })),
        [],
      ],
    ),
    ...pair(
      'change-not-ours',
      [
        'our key in a taproot field beside the script of a thief',
        from(wpkh, asTaproot),
        [...change, 'output-mismatch'],
      ],
      ['change that names nothing', from(wpkh, { value: 499_000n, script: own.script }), []],
    ),
    ...pair(
      'change-not-ours',
      [
        'the derivation of our change is on the payee',
        {
          coins: [mine(7, { value: 900_000n })],
          outputs: [passedOff(400_000n, own, friend), { value: 499_000n, script: own.script }],
        },
        change,
      ],
      ['the derivation of our change is on our change', honest(wpkh), []],
    ),
    ...pair(
      'change-unproven',
      [
        'the key of a cosigner alone as our change',
        from(multi, back(499_000n, `wpkh(${keyAt(COSIGNER, '48h/1h/0h/2h')})`, 4)),
        ['change-unproven'],
        of(multi),
      ],
      [
        'a payment to a cosigner who names nothing',
        from(
          multi,
          pay(100_000n, place(`wpkh(${keyAt(COSIGNER, '48h/1h/0h/2h')})`, 1, 4).script),
          back(399_000n, multi, 4),
        ),
        [],
        of(multi),
      ],
    ),
    ...pair(
      'change-far',
      [
        'nested change at position 123,456',
        from(nested, back(499_000n, nested, 123_456)),
        ['change-far'],
        of(nested),
      ],
      ['nested change at position 200', from(nested, back(499_000n, nested, 200)), [], of(nested)],
    ),
    ...pair(
      'nothing-comes-back',
      [
        'the coins of a consolidation go to a stranger',
        { coins: [0, 1, 2, 3].map((i) => mine(i)), outputs: [pay(399_000n, stolen)] },
        ['nothing-comes-back'],
      ],
      [
        'a consolidation',
        { coins: [0, 1, 2, 3].map((i) => mine(i)), outputs: [back(399_000n)] },
        [],
      ],
    ),
    ...pair(
      'nothing-comes-back',
      [
        'change that goes to a thief without a claim',
        from(multi, { value: 499_000n, script: stolen }),
        ['nothing-comes-back'],
        of(multi),
      ],
      [
        'change that comes back in two pieces',
        from(multi, back(100_000n, multi, 4), back(399_000n, multi, 5)),
        [],
        of(multi),
      ],
    ),
  ];
}

function coins(): ReviewVector[] {
  const bare = (text: string, nonce: number, more: Partial<CoinSpec> = {}) =>
    coin(place(text, 0, nonce), 500 + nonce, { value: 300_000n, previous: false, ...more });
  const paying = (...spent: readonly CoinSpec[]): PsbtSpec => ({
    coins: spent,
    outputs: [pay(200_000n, friend), back(BigInt(spent.length) * 300_000n - 200_600n, wpkh, 4)],
  });
  const legacy = `sh(sortedmulti(1,${keyAt(ME, '45h')},${keyAt(COSIGNER, '45h')}))`;
  const proven = { previous: true };
  const foreign = (text: string) => bare(text, 40);
  const thiefTr = thief.replace('wpkh', 'tr');
  const anchor = {
    script: Uint8Array.of(0x51, 2, 0x4e, 0x73),
    knowledge: createFlatSigningProvider(),
  };
  const shared = `wsh(multi(1,${keyAt(ME, '84h/1h/0h')},${keyAt(THIEF, '84h/1h/0h')}))`;
  const trap = `wsh(andor(pk(${keyAt(ME, '84h/1h/0h')}),older(1000),pk(${keyAt(THIEF, '84h/1h/0h')})))`;
  const bareKey = (text: string): CoinSpec => ({
    ...mine(9, { value: 300_000n }),
    script: concatBytes(Uint8Array.of(33), keyOf(text, 0, 9), Uint8Array.of(0xac)),
  });
  return [
    ...pair(
      'fee-unproven',
      [
        'three nested coins, each only claimed',
        paying(bare(nested, 0), bare(nested, 1), bare(nested, 2)),
        ['fee-unproven'],
        { ...of(nested, wpkh), fee: 'sessions' },
      ],
      [
        'three nested coins with their transactions',
        paying(bare(nested, 0, proven), bare(nested, 1, proven), bare(nested, 2, proven)),
        [],
        of(nested, wpkh),
      ],
    ),
    ...pair(
      'fee-unproven',
      [
        'two shared coins, each only claimed',
        paying(bare(multi, 0), bare(multi, 1)),
        ['fee-unproven'],
        { ...of(multi, wpkh), fee: 'sessions' },
      ],
      ['one shared coin, only claimed', paying(bare(multi, 0)), [], of(multi, wpkh)],
    ),
    ...pair(
      'fee-unproven',
      [
        'a legacy multisig coin that is claimed to be small',
        paying(bare(legacy, 0, { value: 30_000_000n, claimed: 300_000n })),
        ['fee-unproven'],
        { ...of(legacy, wpkh), fee: 'claimed' },
      ],
      [
        'a legacy multisig coin with its transaction',
        paying(bare(legacy, 0, proven)),
        [],
        of(legacy, wpkh),
      ],
    ),
    ...pair(
      'fee-unproven',
      [
        'our taproot coin beside a claimed one, signed ALL|ANYONECANPAY',
        withFacts(paying(bare(tr, 0), bare(tr, 1)), field({ sighashType: 0x81 })),
        ['fee-unproven', 'sighash-anyone-can-pay'],
        { ...of(tr, wpkh), fee: 'sessions' },
      ],
      [
        'our taproot coin beside a claimed one, signed ALL',
        withFacts(paying(bare(tr, 0), bare(tr, 1)), field({ sighashType: 1 })),
        [],
        of(tr, wpkh),
      ],
    ),
    ...pair(
      'fee-unproven',
      [
        'our P2WPKH coin beside a claimed taproot coin of others',
        paying(bare(wpkh, 0), foreign(thiefTr)),
        ['fee-unproven', 'inputs-of-others'],
        { ...of(wpkh), fee: 'foreign' },
      ],
      [
        'our taproot coin beside a claimed taproot coin of others',
        paying(bare(tr, 0), foreign(thiefTr)),
        ['inputs-of-others'],
        of(tr, wpkh),
      ],
    ),
    ...pair(
      'fee-unproven',
      [
        'an anchor that claims to bring money, beside P2WPKH',
        paying(bare(wpkh, 0), coin(anchor, 77, { value: 300_000n, previous: false })),
        ['fee-unproven'],
        { ...of(wpkh), fee: 'foreign' },
      ],
      [
        'an anchor with its transaction',
        paying(bare(wpkh, 0, proven), coin(anchor, 77, { value: 300_000n })),
        [],
        of(wpkh),
      ],
    ),
    ...pair(
      'input-foreign-script',
      [
        'a coin that a thief can spend too',
        paying(bare(shared, 0, proven)),
        ['input-foreign-script'],
        of(wpkh),
      ],
      [
        'a coin of the same script that is open',
        paying(bare(shared, 0, proven)),
        ['change-other-script'],
        of(shared, wpkh),
      ],
    ),
    ...pair(
      'input-foreign-script',
      [
        'a coin with a lock for us and none for a thief',
        withFacts(paying(bare(trap, 0, proven)), { sequence: 1000 }),
        ['input-foreign-script', 'recovery-path'],
        of(wpkh),
      ],
      [
        'the same script where it is ours',
        withFacts(paying(bare(trap, 0, proven)), { sequence: 1000 }),
        ['change-other-script', 'recovery-path'],
        of(trap, wpkh),
      ],
    ),
    ...pair(
      'input-foreign-script',
      ['our key in a bare script', paying(bareKey(wpkh)), ['input-foreign-script'], of(wpkh)],
      ['our key in P2WPKH', paying(mine(9, { value: 300_000n })), [], of(wpkh)],
    ),
    ...pair(
      'utxo-mismatch',
      [
        'the chain has another script for the coin',
        paying(mine(1, { value: 300_000n })),
        ['input-foreign-script', 'utxo-mismatch'],
        {
          known: {
            [outPoint(mine(1, { value: 300_000n }))]: {
              amount: '300000',
              script: encodeHex(other),
            },
          },
        },
      ],
      [
        'the chain has the same script',
        paying(mine(1, { value: 300_000n })),
        [],
        {
          known: {
            [outPoint(mine(1, { value: 300_000n }))]: {
              amount: '300000',
              script: encodeHex(mine(1).script),
            },
          },
        },
      ],
    ),
  ];
}

function fees(): ReviewVector[] {
  const big = (value: bigint, ...outputs: readonly OutputSpec[]): PsbtSpec => ({
    coins: [at(multi, 0, value)],
    outputs,
  });
  const many = (count: number, value: bigint, out: bigint): PsbtSpec => ({
    coins: Array.from({ length: count }, (_, i) => at(tr, i, value)),
    outputs: [back(out, tr, 2)],
  });
  const joined = (ours: bigint): PsbtSpec => ({
    coins: [mine(0, { value: 1_000_000n }), coin(place(thief, 0, 3), 204, { value: 100_000n })],
    outputs: [back(ours), pay(300_000n, friend), pay(99_000n, place(thief, 1, 3).script)],
  });
  return [
    ...pair(
      'fee-too-high',
      [
        '26 % of a payment by two of three',
        big(5_000_000n, pay(1_000_000n, friend), back(3_740_000n, multi, 6)),
        ['fee-too-high'],
        of(multi),
      ],
      [
        '4 % of a payment by two of three',
        big(5_000_000n, pay(1_000_000n, friend), back(3_960_000n, multi, 6)),
        [],
        of(multi),
      ],
    ),
    ...pair(
      'fee-too-high',
      [
        '0.11 BTC for gathering 20 coins',
        many(20, BTC, 19n * BTC + 89_000_000n),
        ['fee-too-high'],
        of(tr),
      ],
      ['20,000 sat for gathering 20 coins', many(20, BTC, 20n * BTC - 20_000n), [], of(tr)],
    ),
    ...pair(
      'fee-too-high',
      [
        '30 % of a payment to ourselves',
        { coins: [at(tr, 0, BTC)], outputs: [back(70_000_000n, tr, 2)] },
        ['fee-too-high'],
        of(tr),
      ],
      [
        '300 sat of a payment to ourselves',
        { coins: [at(tr, 0, BTC)], outputs: [back(BTC - 300n, tr, 2)] },
        [],
        of(tr),
      ],
    ),
    ...pair(
      'fee-too-high',
      [
        'a coinjoin whose fee is ours alone',
        joined(400_000n),
        ['fee-too-high', 'inputs-of-others'],
      ],
      ['a coinjoin whose fee is shared', joined(699_000n), ['inputs-of-others']],
    ),
    ...pair(
      'fee-too-high',
      ['2,100 sat/vB at 15 % of the payment', from(wpkh, back(100_000n)), ['fee-too-high']],
      ['140 sat/vB of the same payment', from(wpkh, back(480_000n)), []],
    ),
    ...pair(
      'fee-high',
      [
        '320 sat/vB at 1 % of a large payment',
        {
          coins: [mine(0, { value: 10_000_000n })],
          outputs: [pay(6_000_000n, friend), back(3_954_000n)],
        },
        ['fee-high'],
      ],
      [
        '280 sat/vB at 1 % of a large payment',
        {
          coins: [mine(0, { value: 10_000_000n })],
          outputs: [pay(6_000_000n, friend), back(3_960_000n)],
        },
        [],
      ],
    ),
    ...pair(
      'output-unspendable',
      [
        'a fee that is hidden as burned money',
        from(wpkh, { value: 90_000n, script: Uint8Array.of(0x6a, 2, 7, 7) }, back(409_000n)),
        ['output-unspendable'],
      ],
      [
        'data that holds no money',
        from(wpkh, { value: 0n, script: Uint8Array.of(0x6a, 2, 7, 7) }, back(499_000n)),
        ['output-data'],
      ],
    ),
  ];
}

/** Finds a P2PKH or P2SH address that begins and ends like another. */
function likeBase58(known: Bytes, make: (hash: Bytes) => Bytes, hashAt: number): Bytes {
  const wanted = formatAddress(known, networks.regtest) ?? '';
  const hash = known.slice(hashAt, hashAt + 20);
  for (let i = 0; ; i++) {
    new DataView(hash.buffer).setUint32(14, i);
    const text = formatAddress(make(hash), networks.regtest) ?? '';
    if (text.endsWith(wanted.slice(-2))) return make(hash);
  }
}

function places(): ReviewVector[] {
  const to = (script: Bytes, more: Partial<OutputSpec> = {}, value = 400_000n): PsbtSpec => ({
    coins: [mine(7, { value: 900_000n })],
    outputs: [{ value, script, ...more }, back(899_400n - value)],
  });
  const zeros = new Uint8Array(32);
  const inside = (script: Bytes): Partial<OutputSpec> => ({
    change: (output) => Object.assign(output, { witnessScript: script }),
  });
  const hidden = (script: Bytes) => to(p2wshScript(sha256(script)), inside(script));
  const pushes = (count: number) =>
    buildScript(
      ...Array.from({ length: count }, () => [new Uint8Array(255), 0x75]).flat(),
      keyOf(thief),
      0xac,
    );
  const redeeming = (size: number) => {
    // Two pushes, OP_DROP and OP_CHECKSIG, with the key.
    const script = buildScript(new Uint8Array(size - 3 - 1 - 34 - 1), 0x75, keyOf(thief), 0xac);
    return to(p2shScript(hash160(script)), {
      change: (output) => Object.assign(output, { redeemScript: script }),
    });
  };
  const known = { knownScripts: [encodeHex(friend)] };
  const p2sh = p2shScript(new Uint8Array(20).fill(0x2d));
  const burned: readonly FindingId[] = ['output-unspendable'];
  const open: readonly FindingId[] = ['output-anyone-can-spend'];
  const real = (n: number) => Uint8Array.from({ length: n }, (_, i) => i + 1);
  return [
    ...(
      [
        ['P2PKH', p2pkhScript(zeros.subarray(12)), p2pkhScript(real(20))],
        ['P2WPKH', p2wpkhScript(zeros.subarray(12)), p2wpkhScript(real(20))],
        ['P2SH', p2shScript(zeros.subarray(12)), p2shScript(real(20))],
        ['P2WSH', p2wshScript(zeros), p2wshScript(real(32))],
      ] as const
    ).flatMap(([name, zero, some]) =>
      pair(
        'output-unspendable',
        [`${name} of a hash of zeros`, to(zero), burned],
        [`${name} of any hash`, to(some), []],
      ),
    ),
    ...pair(
      'output-unspendable',
      ['P2PKH of the hash of nothing', to(p2pkhScript(hash160(new Uint8Array(0)))), burned],
      ['P2PKH of a key', to(p2pkhScript(hash160(keyOf(thief)))), []],
    ),
    ...pair(
      'output-anyone-can-spend',
      ['P2WSH of a script of nothing', to(p2wshScript(sha256(new Uint8Array(0)))), open],
      [
        'P2WSH of a script with a key',
        to(p2wshScript(sha256(buildScript(keyOf(thief), 0xac)))),
        [],
      ],
    ),
    ...pair(
      'output-anyone-can-spend',
      ['P2SH of a script of nothing', to(p2shScript(hash160(new Uint8Array(0)))), open],
      ['P2SH of a script with a key', to(p2shScript(hash160(buildScript(keyOf(thief), 0xac)))), []],
    ),
    ...pair(
      'output-anyone-can-spend',
      ['P2WSH of OP_2', to(p2wshScript(sha256(Uint8Array.of(0x52)))), open],
      [
        'P2WSH of OP_RETURN, which the PSBT does not show',
        to(p2wshScript(sha256(Uint8Array.of(0x6a, 0x52)))),
        [],
      ],
    ),
    ...pair(
      'output-unspendable',
      [
        'P2WSH whose script, as the PSBT shows it, begins with OP_RETURN',
        hidden(buildScript(0x6a, keyOf(thief), 0xac)),
        burned,
      ],
      [
        'P2WSH whose script, as the PSBT shows it, has a key',
        hidden(buildScript(keyOf(thief), 0xac)),
        [],
      ],
    ),
    ...pair(
      'output-unspendable',
      ['P2WSH whose script is longer than 10,000 bytes', hidden(pushes(40)), burned],
      ['P2WSH whose script is of 3,100 bytes', hidden(pushes(12)), []],
    ),
    ...pair(
      'output-unspendable',
      ['P2SH whose script is of 521 bytes', redeeming(521), burned],
      ['P2SH whose script is of 520 bytes', redeeming(520), []],
    ),
    ...almost('output-unspendable', [
      'P2WSH beside a script with OP_RETURN that is not hashed in it',
      to(p2wshScript(real(32)), inside(Uint8Array.of(0x6a, 0x51))),
      ['output-mismatch'],
    ]),
    ...pair(
      'output-unknown-version',
      [
        'an anchor with a letter of difference',
        to(Uint8Array.of(0x51, 2, 0x4e, 0x74)),
        ['output-unknown-version'],
      ],
      ['taproot', to(other), []],
    ),
    ...pair(
      'output-dust',
      ['a payee who gets nothing', to(friend, {}, 0n), ['output-dust', 'not-standard']],
      ['a payee who gets 546 sat', to(friend, {}, 546n), []],
    ),
    ...pair(
      'address-look-alike',
      [
        'a P2PKH address like one that was paid before',
        to(likeBase58(friend, p2pkhScript, 3)),
        ['address-look-alike'],
        known,
      ],
      ['the P2PKH address that was paid before', to(friend), ['address-used'], known],
    ),
    ...pair(
      'address-look-alike',
      [
        'a P2SH address like one that was paid before',
        to(likeBase58(p2sh, p2shScript, 2)),
        ['address-look-alike'],
        { knownScripts: [encodeHex(p2sh)] },
      ],
      ['another P2SH address', to(p2shScript(real(20))), [], { knownScripts: [encodeHex(p2sh)] }],
    ),
  ];
}

function locksAndTypes(): ReviewVector[] {
  const lock = (text: string, more: Partial<CoinSpec>, whole: Partial<PsbtSpec> = {}) => ({
    ...withFacts(from(text, back(499_000n)), more),
    ...whole,
  });
  const after = (text: string) => `wsh(and_v(v:pk(${keyAt(ME, '48h/1h/0h/2h')}),${text}))`;
  const two = `wsh(and_v(v:multi(2,${keyAt(ME, '48h/1h/0h/2h')},${keyAt(COSIGNER, '48h/1h/0h/2h')}),after(900000)))`;
  const early = `sh(${after('older(10)')})`;
  const leaves = `tr(${NUMS},{and_v(v:pk(${keyAt(ME, '86h/1h/0h')}),older(10)),and_v(v:pk(${keyAt(COSIGNER, '86h/1h/0h')}),after(500))})`;
  const quorum = `wsh(thresh(2,pk(${keyAt(ME, '48h/1h/0h/2h')}),s:pk(${keyAt(COSIGNER, '48h/1h/0h/2h')}),sln:older(20)))`;
  const beside = (sequence: number): PsbtSpec => ({
    coins: [mine(0, { value: 300_000n }), { ...at(after('older(10)'), 0, 600_000n), sequence }],
    outputs: [pay(400_000n, friend), back(499_000n)],
  });
  const typed = (text: string, sighashType: number) =>
    withFacts(from(text, back(499_000n, text, 4)), field({ sighashType }));
  const ofOpen = (text: string) => ({ ...of(text), fee: 'open' as const });
  return [
    ...pair(
      'lock-unmet',
      [
        'a nested script, one block early',
        lock(early, { sequence: 9 }),
        ['lock-unmet', 'relative-lock'],
        of(early, wpkh),
      ],
      [
        'a nested script in time',
        lock(early, { sequence: 10 }),
        ['relative-lock'],
        of(early, wpkh),
      ],
    ),
    ...pair(
      'lock-unmet',
      [
        'two leaves, both too early',
        withLeaves(lock(leaves, { sequence: 9 }, { locktime: 499 })),
        ['lock-unmet', 'relative-lock'],
        of(leaves, wpkh),
      ],
      [
        'two leaves, one of them in time',
        withLeaves(lock(leaves, { sequence: 9 }, { locktime: 500 })),
        ['relative-lock'],
        of(leaves, wpkh),
      ],
    ),
    ...pair(
      'lock-unmet',
      [
        'two of two, one block early',
        lock(two, {}, { locktime: 899_999 }),
        ['lock-unmet'],
        of(two, wpkh),
      ],
      ['two of two in time', lock(two, {}, { locktime: 900_000 }), [], of(two, wpkh)],
    ),
    ...pair(
      'lock-unmet',
      [
        'the second coin comes too early',
        beside(9),
        ['lock-unmet', 'relative-lock'],
        of(wpkh, after('older(10)')),
      ],
      ['the second coin in time', beside(10), ['relative-lock'], of(wpkh, after('older(10)'))],
    ),
    ...pair(
      'lock-unmet',
      [
        'a sequence of 0 where 65,537, of which 1 counts, is asked for',
        lock(after('older(65537)'), { sequence: 0 }),
        ['lock-unmet'],
        of(after('older(65537)'), wpkh),
      ],
      [
        'a sequence of 1 where 65,537 is asked for',
        lock(after('older(65537)'), { sequence: 1 }),
        ['relative-lock'],
        of(after('older(65537)'), wpkh),
      ],
    ),
    ...almost('lock-unmet', [
      'two keys of two, where a lock would do for one',
      lock(quorum, {}),
      [],
      of(quorum, wpkh),
    ]),
    ...pair(
      'sighash-single',
      ['SINGLE by two of three', typed(multi, 3), ['sighash-single'], ofOpen(multi)],
      ['ALL by two of three', typed(multi, 1), [], of(multi)],
    ),
    ...pair(
      'sighash-none',
      [
        'NONE|ANYONECANPAY of a nested coin',
        typed(nested, 0x82),
        ['sighash-none', 'sighash-anyone-can-pay'],
        ofOpen(nested),
      ],
      ['ALL of a nested coin', typed(nested, 1), [], of(nested)],
    ),
    ...pair(
      'sighash-single',
      ['SINGLE of MuSig2', typed(musig(), 3), ['sighash-single'], ofOpen(musig())],
      ['DEFAULT of MuSig2', typed(musig(), 0), [], of(musig())],
    ),
    ...pair(
      'sighash-none',
      ['NONE of a legacy coin', typed(pkh, 2), ['sighash-none'], ofOpen(pkh)],
      ['ALL of a legacy coin', typed(pkh, 1), [], of(pkh)],
    ),
  ];
}

function replacements(): ReviewVector[] {
  const mineNow = mine(0, { value: 900_000n });
  const before = (value: bigint, script = friend) => ({
    [outPoint(mineNow)]: {
      amount: '900000',
      payees: 'e'.repeat(64),
      isSigned: true,
      payments: [{ value: String(value), script: encodeHex(script) }],
    },
  });
  const payjoin = (theirs: bigint): PsbtSpec => ({
    coins: [mineNow, coin(place(thief, 0, 3), 205, { value: theirs })],
    outputs: [pay(500_000n, friend), back(399_000n + theirs, wpkh, 4)],
  });
  const coinjoin = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
    coins: [mineNow, coin(place(thief, 0, 3), 205, { value: 900_000n })],
    outputs,
  });
  return [
    ...pair(
      'coin-paid-elsewhere',
      [
        'a payjoin that takes 100,000 sat more and adds 1,000',
        payjoin(1_000n),
        ['coin-paid-elsewhere', 'inputs-of-others'],
        { past: before(400_000n) },
      ],
      [
        'a payjoin that takes 100,000 sat more and adds them',
        payjoin(100_000n),
        ['inputs-of-others'],
        { past: before(400_000n) },
      ],
    ),
    ...pair(
      'coin-paid-elsewhere',
      [
        'a replacement that pays the sum to another of two payees',
        { coins: [mineNow], outputs: [pay(400_000n, other), back(499_000n)] },
        ['coin-paid-elsewhere'],
        { past: before(400_000n) },
      ],
      [
        'a replacement with a higher fee from the change',
        { coins: [mineNow], outputs: [pay(400_000n, friend), back(495_600n)] },
        [],
        { past: before(400_000n) },
      ],
    ),
    ...almost('coin-paid-elsewhere', [
      'a payment that is taken back',
      { coins: [mineNow], outputs: [back(899_000n)] },
      [],
      { past: before(400_000n) },
    ]),
    ...pair(
      'nothing-comes-back',
      [
        'a coinjoin without our output',
        coinjoin(pay(899_000n, friend), pay(899_000n, other)),
        ['nothing-comes-back', 'coinjoin-short', 'inputs-of-others'],
      ],
      [
        'a coinjoin with our output',
        coinjoin(pay(899_000n, friend), back(899_000n)),
        ['inputs-of-others'],
      ],
    ),
    ...pair(
      'coin-not-found',
      [
        'one coin of a coinjoin is spent',
        coinjoin(pay(899_000n, friend), back(899_000n)),
        ['coin-not-found', 'inputs-of-others'],
        {
          knowsAllCoins: true,
          known: { [outPoint(mineNow)]: { amount: '900000', script: encodeHex(mineNow.script) } },
        },
      ],
      [
        'our coin is there',
        { coins: [mineNow], outputs: [pay(400_000n, friend), back(499_000n)] },
        [],
        {
          knowsAllCoins: true,
          known: { [outPoint(mineNow)]: { amount: '900000', script: encodeHex(mineNow.script) } },
        },
      ],
    ),
  ];
}

/** Answers of a compromised cosigner, or of a program that signs wrongly. */
function cosigners(): ReviewVector[] {
  const path = '48h/1h/0h/2h';
  const secret = multi.replace(keyAt(COSIGNER, path), keyAt(COSIGNER, path, true));
  const provider = toSigningProvider(secretsOf(secret, 0, 0));
  const signed = (spec: PsbtSpec, sighashType?: number): Psbt => {
    const psbt = buildPsbt(spec);
    const done = signPsbt({ psbt, provider, finalize: false, sighashType, secp256k1 });
    if ('error' in done) throw new Error(done.error);
    const inputs = done.psbt.inputs.map((input) => ({ ...input, sighashType: undefined }));
    return { ...done.psbt, inputs };
  };
  const true_ = signed(honest(multi));
  const elsewhere = signed(from(multi, back(498_000n, multi, 4)));
  const moved: Psbt = {
    ...true_,
    inputs: true_.inputs.map((input, i) => ({
      ...input,
      partialSignatures: elsewhere.inputs[i]?.partialSignatures ?? [],
    })),
  };
  const asThief: Psbt = {
    ...true_,
    inputs: true_.inputs.map((input) => ({
      ...input,
      partialSignatures: input.partialSignatures.map((each) => ({
        ...each,
        publicKey: keyOf(multi, 0, 0),
      })),
    })),
  };
  const more = of(multi);
  return [
    ...pair(
      'signature-invalid',
      ['the signature of a cosigner for other change', moved, ['signature-invalid'], more],
      ['the signature of a cosigner for this', true_, [], more],
      ['no signature yet', honest(multi), [], more],
    ),
    ...pair(
      'signature-invalid',
      ['the signature of a cosigner under our key', asThief, ['signature-invalid'], more],
      ['the signature of a cosigner who wrote its type out', signed(honest(multi), 1), [], more],
    ),
    ...pair(
      'sighash-none',
      [
        'a cosigner has signed NONE|ANYONECANPAY, and the field says nothing',
        signed(honest(multi), 0x82),
        ['sighash-none', 'sighash-anyone-can-pay', 'sighash-differs'],
        { ...more, fee: 'open' },
      ],
      ['the same payment before the cosigner', { ...honest(multi), version: 2 }, [], more],
    ),
  ];
}

/** Silent payments (BIP352, BIP375). */
function silentPayments(): ReviewVector[] {
  const none = { descriptors: undefined } as const;
  const kinds = ['wpkh', 'tr'] as const;
  const good = silentPsbt({ kinds, outputs: [[1, 1]], shares: 'global' });
  const other_ = silentPsbt({ kinds, outputs: [[2, 1]], shares: 'global' });
  const two = silentPsbt({
    kinds: ['wpkh'],
    outputs: [
      [1, 1],
      [2, 2],
    ],
    shares: 'global',
  });
  const each = silentPsbt({ kinds, outputs: [[1, 1]], shares: 'inputs' });
  const info = (psbt: Psbt, fields: Psbt['outputs'][number]['unknown']): Psbt => ({
    ...psbt,
    outputs: psbt.outputs.map((output) => ({ ...output, unknown: fields })),
  });
  const scan = silentAddress(1, 1).scanKey;
  const wrongSpend = [
    { key: Uint8Array.of(9), value: concatBytes(scan, silentAddress(1, 7).spendKey) },
  ];
  const wrong: readonly FindingId[] = ['silent-script-wrong'];
  return [
    ...pair(
      'silent-script-wrong',
      [
        'the spend key of a thief beside the scan key of the payee',
        info(good, wrongSpend),
        wrong,
        none,
      ],
      ['both keys of the payee', good, [], none],
    ),
    ...pair(
      'silent-script-wrong',
      [
        'the scripts of two payees exchanged',
        {
          ...two,
          outputs: two.outputs.map((output, i) => ({
            ...output,
            scriptPubKey: two.outputs[1 - i]?.scriptPubKey ?? output.scriptPubKey,
          })),
        },
        [...wrong, ...wrong],
        none,
      ],
      ['two payees', two, [], none],
    ),
    ...pair(
      'silent-proof-missing',
      [
        'the share and the proof of another payee',
        { ...good, unknown: other_.unknown },
        ['silent-proof-missing'],
        none,
      ],
      ['the share of each input', each, [], none],
    ),
    ...pair(
      'silent-sighash',
      [
        'ALL|ANYONECANPAY beside a silent payment',
        {
          ...good,
          inputs: good.inputs.map((input, i) =>
            i === 0 ? { ...input, sighashType: 0x81 } : input,
          ),
        },
        ['sighash-anyone-can-pay', 'silent-sighash'],
        { ...none, fee: 'open' },
      ],
      [
        'ALL beside a silent payment',
        {
          ...good,
          inputs: good.inputs.map((input, i) => (i === 0 ? { ...input, sighashType: 1 } : input)),
        },
        [],
        none,
      ],
    ),
    ...pair(
      'silent-modifiable',
      [
        'outputs may be added beside a script that is set',
        { ...good, txModifiable: 2 },
        ['silent-modifiable', 'psbt-modifiable'],
        none,
      ],
      ['nothing may be added', { ...good, txModifiable: 0 }, [], none],
    ),
  ];
}

/** Cases by file: attacks of a thief or a careless program, each with its honest neighbour. */
export const thiefCases = {
  'thief-claims': claims,
  'thief-coins': coins,
  'thief-fees': fees,
  'thief-places': places,
  'thief-locks': locksAndTypes,
  'thief-replacements': replacements,
  'thief-cosigners': cosigners,
  'thief-silent': silentPayments,
} as const;
