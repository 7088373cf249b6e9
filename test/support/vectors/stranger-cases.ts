import { hash160, sha256 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import type { Bytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { payeesDigest } from '../../../src/review/past.ts';
import {
  multisigScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
  witnessScript,
} from '../../../src/script/builders.ts';
import { at, field, friend, other, pair } from './attack-cases.ts';
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

const of = (...descriptors: readonly string[]) => ({ descriptors });
const stolen: readonly FindingId[] = ['change-not-ours'];
const elsewhere = place(thief, 1, 4).script;

/** 900,000 sat of a descriptor: 400,000 to a friend, 1,000 as fee, the rest to these outputs. */
const from = (text: string, ...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [at(text, 0, 900_000n)],
  outputs: [pay(400_000n, friend), ...outputs],
});
const honest = (text: string) => from(text, back(499_000n, text, 4));
/** Makes the change of a descriptor, with its owner's data, over another script. */
const over = (text: string, script: Bytes) =>
  from(text, passedOff(499_000n, place(text, 1, 4), script));
const keyOf = (text: string, index = 4): Bytes =>
  [...place(text, 1, index).knowledge.publicKeys.values()].find(
    (each) => each.length === 33,
  ) as Bytes;
const flipped = (key: Bytes) => Uint8Array.of(key[0] === 2 ? 3 : 2, ...key.subarray(1));
const withPath = (output: OutputSpec, change: object, key?: Bytes): OutputSpec => ({
  ...output,
  change: (each) =>
    Object.assign(each, {
      keyPaths: each.keyPaths.map(({ publicKey, origin }) => ({
        publicKey: key ?? publicKey,
        origin: { ...origin, ...change },
      })),
    }),
});

/** Scripts that are almost our change. */
function scripts(): ReviewVector[] {
  const own = keyOf(wpkh);
  const shared = [...place(multi, 1, 4).knowledge.publicKeys.values()].filter(
    ({ length }) => length === 33,
  );
  const wrong = (name: string, text: string, script: Bytes, ...more: readonly FindingId[]) =>
    pair(
      'change-not-ours',
      [name, over(text, script), [...stolen, ...more], of(text)],
      [`no ${name}`, honest(text), [], of(text)],
    );
  const secret = ME.root.derive("m/84'/1'/0'/1/4").privateKey ?? new Uint8Array(32);
  const long = PrivateKey.from(secret, false)?.publicKey(secp256k1) ?? own;
  const hardened = [...place(wpkh, 1, 4).knowledge.origins.values()][0]?.path ?? [];
  const beyond = [...hardened.slice(0, -1), 0x80000004];
  const hashed = `wsh(and_v(v:pk(${keyAt(ME, '84h/1h/0h')}),sha256(${'11'.repeat(32)})))`;
  return [
    ...wrong('key with the other parity', wpkh, p2wpkhScript(hash160(flipped(own)))),
    ...wrong('SHA256 in place of HASH160', wpkh, p2wpkhScript(sha256(own).subarray(0, 20))),
    ...wrong('P2WSH of our key alone', wpkh, p2wshScript(sha256(Uint8Array.of(33, ...own, 0xac)))),
    ...wrong('hash of our hash', wpkh, p2wpkhScript(hash160(hash160(own)))),
    ...wrong('uncompressed key as P2WPKH', wpkh, p2wpkhScript(hash160(long))),
    ...wrong('P2SH of our key hash', nested, p2shScript(hash160(own))),
    ...wrong(
      'program of taproot with another version',
      tr,
      witnessScript(2, keyOf(tr).subarray(1)),
      'output-unknown-version',
    ),
    ...wrong(
      'bare multisig of a thief and our key',
      wpkh,
      multisigScript(1, [own, keyOf(thief)]),
      'output-bare',
    ),
    ...wrong(
      'two of three with our key twice',
      multi,
      p2wshScript(
        sha256(multisigScript(2, [shared[0] as Bytes, shared[0] as Bytes, keyOf(thief)])),
      ),
      'output-mismatch',
    ),
    ...wrong('script that also wants a preimage', wpkh, place(hashed, 1, 4).script),
    ...wrong(
      'output key of a thief that is one letter off',
      tr,
      p2trScript(
        flipped(keyOf(tr.replace(keyAt(ME, '86h/1h/0h'), keyAt(THIEF, '86h/1h/0h')))).subarray(1),
      ),
    ),
    ...wrong(
      'redeem script of two of three that is hashed as P2SH',
      multi,
      p2shScript(hash160(multisigScript(2, shared))),
    ),
    ...pair(
      'change-not-ours',
      [
        'one true change and the same path again over a stranger',
        from(wpkh, back(1_000n, wpkh, 4), passedOff(498_000n, place(wpkh, 1, 4), elsewhere)),
        stolen,
        of(wpkh),
      ],
      [
        'two changes, both true',
        from(wpkh, back(1_000n, wpkh, 4), back(498_000n, wpkh, 5)),
        [],
        of(wpkh),
      ],
    ),
    ...pair(
      'change-not-ours',
      [
        'a hardened position, which no descriptor can derive',
        from(
          wpkh,
          withPath(
            passedOff(499_000n, place(wpkh, 1, 4), elsewhere),
            { path: beyond },
            keyOf(thief),
          ),
        ),
        stolen,
        of(wpkh),
      ],
      ['a position that is not hardened', honest(wpkh), [], of(wpkh)],
    ),
    ...pair(
      'change-not-ours',
      [
        'our key under the fingerprint read backwards',
        from(
          wpkh,
          withPath(passedOff(499_000n, place(wpkh, 1, 4), elsewhere), {
            fingerprint: Uint8Array.of(3, 0x36, 0xa4, 0x4b),
          }),
        ),
        stolen,
        of(wpkh),
      ],
      [
        'a fingerprint read backwards over our own change',
        from(
          wpkh,
          withPath(back(499_000n, wpkh, 4), { fingerprint: Uint8Array.of(3, 0x36, 0xa4, 0x4b) }),
        ),
        [],
        of(wpkh),
      ],
    ),
    ...pair(
      'nothing-comes-back',
      [
        'the key of a thief under no fingerprint, for a program that trusts paths',
        from(
          wpkh,
          withPath(
            passedOff(499_000n, place(wpkh, 1, 4), elsewhere),
            { fingerprint: new Uint8Array(4) },
            keyOf(thief),
          ),
        ),
        ['nothing-comes-back'],
        of(wpkh),
      ],
      [
        'our change under no fingerprint',
        from(wpkh, withPath(back(499_000n, wpkh, 4), { fingerprint: new Uint8Array(4) })),
        [],
        of(wpkh),
      ],
    ),
  ];
}

/** Details that a person overlooks: little change, which looks like all of it. */
function amounts(): ReviewVector[] {
  const large = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
    coins: [at(wpkh, 0, 10_000_000n)],
    outputs,
  });
  const anchor = witnessScript(1, Uint8Array.of(0x4e, 0x73));
  const anchors = (count: number): OutputSpec[] =>
    Array.from({ length: count }, () => pay(240n, anchor));
  const tiny = (count: number, value: bigint): OutputSpec[] =>
    Array.from({ length: count }, (_, i) =>
      pay(value, p2wpkhScript(new Uint8Array(20).fill(i + 1))),
    );
  const many = Array.from({ length: 15 }, (_, i) => at(wpkh, i + 1, 700n));
  const huge = at(wpkh, 0, 2_099_999_900_000_000n, { previous: false });
  return [
    ...pair(
      'little-comes-back',
      [
        'a change of 546 sat that hides where the rest goes',
        large(pay(100_000n, friend), back(546n), pay(9_898_454n, elsewhere)),
        ['little-comes-back'],
        of(wpkh),
      ],
      [
        'one payee and a change of 600 sat',
        large(pay(9_998_400n, friend), back(600n)),
        [],
        of(wpkh),
      ],
      [
        'two payees and half of it back',
        large(pay(3_000_000n, friend), pay(2_000_000n, other), back(4_999_000n)),
        [],
        of(wpkh),
      ],
    ),
    ...pair(
      'little-comes-back',
      [
        'three changes of 0.2 % each beside a stranger',
        large(
          pay(100_000n, friend),
          back(20_000n),
          back(20_000n, wpkh, 1),
          back(20_000n, wpkh, 2),
          pay(9_839_000n, elsewhere),
        ),
        ['little-comes-back'],
        of(wpkh),
      ],
      [
        'three changes of a third each',
        large(
          pay(100_000n, friend),
          back(3_300_000n),
          back(3_300_000n, wpkh, 1),
          back(3_299_000n, wpkh, 2),
        ),
        [],
        of(wpkh),
      ],
    ),
    ...pair(
      'output-anyone-can-spend',
      [
        'thirty anchors of 240 sat',
        large(pay(100_000n, friend), ...anchors(30), back(9_887_800n)),
        ['output-anyone-can-spend', 'output-repeated'],
        of(wpkh),
      ],
      [
        'one anchor of 240 sat',
        large(pay(100_000n, friend), ...anchors(1), back(9_898_760n)),
        [],
        of(wpkh),
      ],
    ),
    ...pair(
      'output-dust',
      [
        'sixty payees of 200 sat each',
        large(...tiny(60, 200n), back(9_978_000n)),
        ['fee-high', 'output-dust', 'not-standard'],
        of(wpkh),
      ],
      [
        'sixty payees of 2,000 sat each',
        large(...tiny(60, 2_000n), back(9_876_000n)),
        [],
        of(wpkh),
      ],
    ),
    ...pair(
      'input-uneconomic',
      [
        'fifteen crumbs of 700 sat at 20 sat/vB',
        {
          coins: [at(wpkh, 0, 900_000n), ...many],
          outputs: [pay(400_000n, friend), back(488_500n)],
        },
        ['fee-high', 'input-uneconomic', 'input-dust'],
        of(wpkh),
      ],
      [
        'one coin at 20 sat/vB',
        { coins: [at(wpkh, 0, 900_000n)], outputs: [pay(400_000n, friend), back(497_000n)] },
        [],
        of(wpkh),
      ],
    ),
    ...pair(
      'fee-too-high',
      [
        'a coin that claims to be nearly all bitcoin',
        { coins: [huge], outputs: [pay(400_000n, friend), back(499_000n)] },
        ['fee-too-high'],
        of(wpkh),
      ],
      [
        'the amount that it has',
        {
          coins: [at(wpkh, 0, 900_000n, { previous: false })],
          outputs: [pay(400_000n, friend), back(499_000n)],
        },
        [],
        of(wpkh),
      ],
    ),
  ];
}

/** Bits of sighash types that a lenient program ignores. */
function bits(): ReviewVector[] {
  const open = (text: string) => ({ ...of(text), fee: 'open' as const });
  const typed = (text: string, sighashType: number): PsbtSpec => ({
    ...honest(text),
    coins: [at(text, 0, 900_000n, field({ sighashType }))],
  });
  const undefinedTypes: readonly (readonly [string, number])[] = [
    [wpkh, 0x21],
    [wpkh, 0x41],
    [tr, 0x80],
    [tr, 0xc1],
    [wpkh, 0x101],
    [multi, 0x04],
    [pkh, 0x80000001],
  ];
  return [
    ...undefinedTypes.flatMap(([text, type]) =>
      pair(
        'sighash-undefined',
        [
          `type 0x${type.toString(16)} of ${text.slice(0, 7)}`,
          typed(text, type),
          (type & 0x80) === 0 || text !== tr
            ? ['sighash-undefined']
            : ['sighash-anyone-can-pay', 'sighash-undefined'],
          open(text),
        ],
        [
          `type 0x1 of ${text.slice(0, 7)} beside 0x${type.toString(16)}`,
          typed(text, 1),
          [],
          of(text),
        ],
      ),
    ),
    ...pair(
      'sighash-anyone-can-pay',
      [
        'ALL|ANYONECANPAY on the last of three inputs',
        {
          coins: [
            at(wpkh, 0, 300_000n),
            at(wpkh, 1, 300_000n),
            at(wpkh, 2, 300_000n, field({ sighashType: 0x81 })),
          ],
          outputs: [pay(400_000n, friend), back(499_000n)],
        },
        ['sighash-anyone-can-pay'],
        open(wpkh),
      ],
      [
        'ALL on the last of three inputs',
        {
          coins: [
            at(wpkh, 0, 300_000n),
            at(wpkh, 1, 300_000n),
            at(wpkh, 2, 300_000n, field({ sighashType: 1 })),
          ],
          outputs: [pay(400_000n, friend), back(499_000n)],
        },
        [],
        of(wpkh),
      ],
    ),
  ];
}

/** Locks that later sections of version 2 compute, and those that scripts hide. */
function waits(): ReviewVector[] {
  const clock = { now: { time: 1_770_000_000 }, network: 'main' as const };
  const two = (first: object, second: object, more: Partial<PsbtSpec> = {}): PsbtSpec => ({
    coins: [at(wpkh, 0, 450_000n, field(first)), at(wpkh, 1, 450_000n, field(second))],
    outputs: [pay(400_000n, friend), back(499_000n)],
    psbtVersion: 2,
    ...more,
  });
  const year2099 = 4_070_908_800;
  const decaying = `tr(${keyAt(ME, '86h/1h/0h')},and_v(v:pk(${keyAt(COSIGNER, '86h/1h/0h')}),older(52560)))`;
  const nestedDecay = `sh(wsh(or_d(pk(${keyAt(ME, '48h/1h/0h/1h')}),and_v(v:pk(${keyAt(COSIGNER, '48h/1h/0h/1h')}),older(52560)))))`;
  const late = (text: string, sequence = 52_560): PsbtSpec => ({
    coins: [at(text, 0, 900_000n, { sequence })],
    outputs: [pay(400_000n, friend), back(499_000n, text, 4)],
  });
  const bare = (spec: PsbtSpec): PsbtSpec => ({
    ...spec,
    coins: spec.coins.map((each) => ({
      ...each,
      change: (input) =>
        Object.assign(input, { witnessScript: new Uint8Array(0), redeemScript: new Uint8Array(0) }),
    })),
  });
  const unsure = 'relative-lock-unsure' as const;
  return [
    ...pair(
      'locktime-far',
      [
        'a time in 2099 that one input requires',
        two({ timeLocktime: year2099 }, {}),
        ['locktime-far', 'keys-of-another-network'],
        { ...clock, ...of(wpkh) },
      ],
      [
        'a time of last year that one input requires',
        two({ timeLocktime: 1_740_000_000 }, {}),
        ['keys-of-another-network'],
        { ...clock, ...of(wpkh) },
      ],
    ),
    ...pair(
      'locktime-far',
      [
        'an input that allows a height or a time, and one that allows only the time',
        two({ heightLocktime: 100, timeLocktime: year2099 }, { timeLocktime: 1_740_000_000 }),
        ['locktime-far'],
        { now: clock.now, ...of(wpkh) },
      ],
      [
        'an input that allows a height or a time, and one that allows both',
        two(
          { heightLocktime: 100, timeLocktime: year2099 },
          { heightLocktime: 90, timeLocktime: 1_740_000_000 },
        ),
        [],
        { now: { ...clock.now, height: 900_000 }, ...of(wpkh) },
      ],
    ),
    ...pair(
      unsure,
      [
        'a leaf that the PSBT hides, and no descriptor is open',
        late(decaying),
        ['change-unproven', unsure],
        { descriptors: undefined },
      ],
      [
        'a leaf that the PSBT hides, and its descriptor is open',
        late(decaying),
        ['relative-lock'],
        of(decaying),
      ],
      [
        'a leaf that the PSBT shows',
        withLeaves(late(decaying)),
        ['change-unproven', 'recovery-path'],
        { descriptors: undefined },
      ],
    ),
    ...pair(
      unsure,
      [
        'a witness script that the PSBT hides',
        bare(late(nestedDecay)),
        ['change-unproven', unsure],
        { descriptors: undefined },
      ],
      [
        'a witness script that the PSBT hides, and its descriptor is open',
        bare(late(nestedDecay)),
        ['relative-lock'],
        of(nestedDecay),
      ],
    ),
    ...pair(
      'relative-lock-far',
      [
        'a key path without leaves that waits a year',
        late(tr),
        ['relative-lock-far', 'change-unproven'],
        { descriptors: undefined },
      ],
      [
        'a key path without leaves that waits a day',
        late(tr, 144),
        ['change-unproven', 'relative-lock'],
        { descriptors: undefined },
      ],
    ),
    ...pair(
      'relative-lock-far',
      [
        'more than the leaf asks for, which the PSBT shows',
        withLeaves(late(decaying, 60_000)),
        ['relative-lock-far', 'change-unproven'],
        { descriptors: undefined },
      ],
      [
        'less than two weeks, beside a leaf that asks for a year',
        withLeaves(late(decaying, 1_000)),
        ['change-unproven', 'relative-lock'],
        { descriptors: undefined },
      ],
    ),
    ...pair(
      'relative-lock-far',
      [
        'more than the hidden leaf asks for, by its descriptor',
        late(decaying, 60_000),
        ['relative-lock-far'],
        of(decaying),
      ],
      [
        'as much as the hidden leaf asks for',
        late(decaying, 52_560),
        ['relative-lock'],
        of(decaying),
      ],
    ),
  ];
}

/** Earlier signatures, and what a thief makes of them. */
function earlier(): ReviewVector[] {
  const coin: CoinSpec = at(wpkh, 0, 900_000n);
  const spec = (...outputs: readonly OutputSpec[]): PsbtSpec => ({ coins: [coin], outputs });
  const row = (...paid: readonly OutputSpec[]) => ({
    amount: '900000',
    payees: payeesDigest(
      paid.map(({ value, script }) => ({ value, scriptPubKey: script, owner: undefined })),
    ),
    isSigned: true,
    payments: paid.map(({ value, script }) => ({ value: `${value}`, script: encodeHex(script) })),
  });
  const past = { ...of(wpkh), past: { [outPoint(coin)]: row(pay(100_000n, friend)) } };
  const paid: Row = [
    'the same payment with a higher fee',
    spec(pay(100_000n, friend), back(798_000n)),
    [],
    past,
  ];
  const replaced: readonly FindingId[] = ['coin-paid-elsewhere'];
  return [
    ...pair(
      'output-repeated',
      [
        'a replacement that pays the payee twice',
        spec(pay(100_000n, friend), pay(100_000n, friend), back(698_000n)),
        ['coin-paid-elsewhere', 'output-repeated'],
        past,
      ],
      paid,
    ),
    ...pair(
      'coin-paid-elsewhere',
      [
        'a replacement with ten times the payment',
        spec(pay(890_000n, friend), back(8_000n)),
        replaced,
        past,
      ],
      paid,
    ),
    ...pair(
      'coin-paid-elsewhere',
      [
        'a replacement that pays the same sum to a stranger',
        spec(pay(100_000n, elsewhere), back(798_000n)),
        replaced,
        past,
      ],
      paid,
    ),
    ...pair(
      'little-comes-back',
      [
        'a replacement that keeps the payee and takes the change',
        spec(pay(100_000n, friend), pay(797_000n, elsewhere), back(1_000n)),
        ['payee-added', 'little-comes-back'],
        past,
      ],
      paid,
    ),
    ...pair(
      'nothing-comes-back',
      [
        'a replacement without change',
        spec(pay(100_000n, friend), pay(798_000n, elsewhere)),
        ['payee-added', 'nothing-comes-back'],
        past,
      ],
      paid,
    ),
    ...pair(
      'coin-amount-changed',
      [
        'the coin of then with one satoshi more',
        { coins: [{ ...coin, value: 900_001n }], outputs: [pay(100_000n, friend), back(798_000n)] },
        ['coin-amount-changed'],
        { ...past, past: { [outPoint({ ...coin, value: 900_001n })]: row(pay(100_000n, friend)) } },
      ],
      paid,
    ),
  ];
}

/** Previous transactions that do not prove what they seem to. */
function proofs(): ReviewVector[] {
  const coin = at(pkh, 0, 900_000n);
  const outputs = [pay(400_000n, friend), back(499_000n, pkh, 4)];
  const one: PsbtSpec = { coins: [coin], outputs };
  const null_ = (each: object) =>
    Object.assign(each, { prevout: { txid: '00'.repeat(32), vout: 0xffffffff } });
  return [
    ...pair(
      'utxo-mismatch',
      [
        'the previous transaction of another coin',
        {
          ...one,
          coins: [
            {
              ...coin,
              change: (each) =>
                Object.assign(each, {
                  nonWitnessUtxo: undefined,
                  witnessUtxo: { value: 900_000n, scriptPubKey: coin.script },
                }),
            },
          ],
        },
        ['fee-unproven'],
        { ...of(pkh), fee: 'claimed' },
      ],
      ['the previous transaction of the coin', one, [], of(pkh)],
    ).map((each) => ({ ...each, about: 'fee-unproven' as const })),
    ...pair(
      'fee-unproven',
      [
        'the outpoint of a coinbase',
        { ...one, coins: [coin, at(pkh, 1, 5_000n, { previous: false, change: null_ })] },
        ['fee-unproven', 'input-null', 'not-standard'],
        { ...of(pkh), fee: 'claimed' },
      ],
      ['two usual outpoints', { ...one, coins: [coin, at(pkh, 1, 5_000n)] }, [], of(pkh)],
    ),
  ];
}

/** Attacks by an author who had not seen the other cases. */
export const strangerCases: { readonly [name: string]: () => ReviewVector[] } = {
  'stranger-scripts': scripts,
  'stranger-amounts': amounts,
  'stranger-bits': bits,
  'stranger-waits': waits,
  'stranger-earlier': earlier,
  'stranger-proofs': proofs,
};
