import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { aggregateKeys, aggregateOf } from '../../../src/crypto/musig.ts';
import type { Bytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { PsbtInput, PsbtOutput } from '../../../src/psbt/psbt.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { payeesDigest } from '../../../src/review/past.ts';
import { formatAddress } from '../../../src/script/address.ts';
import { p2pkhScript, p2wpkhScript } from '../../../src/script/builders.ts';
import { tapLeafHash } from '../../../src/script/taproot.ts';
import { almost, at, friend, other, pair } from './attack-cases.ts';
import {
  back,
  COSIGNER,
  coin,
  ME,
  multi,
  nested,
  outPoint,
  type PastRow,
  pay,
  pkh,
  type ReviewVector,
  thief,
  tr,
  wpkh,
} from './review-cases.ts';
import {
  type CoinSpec,
  keyAt,
  type Mutable,
  type OutputSpec,
  type PsbtSpec,
  person,
  place,
} from './review-world.ts';

/** Returns the aggregate key of these keys (BIP327). */
function aggregateKey(keys: readonly Bytes[]): Bytes {
  const aggregation = aggregateKeys(keys, secp256k1);
  if (aggregation === undefined) throw new Error('no keys');
  return aggregateOf(aggregation);
}

const of = (...descriptors: readonly string[]) => ({ descriptors });

/** 900,000 sat of ours: 400,000 to someone, 499,000 as change. */
const from = (text: string, ...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [at(text, 0, 900_000n)],
  outputs,
});

/** Returns a script whose address begins and ends like another one: four letters at each end. */
export function alike(script: Bytes, letters = 3): Bytes {
  const ends = formatAddress(script, networks.regtest)?.slice(-letters) ?? '';
  const made = script.slice();
  for (let i = 0; ; i++) {
    new DataView(made.buffer).setUint32(made.length - 4, i);
    const isOther = encodeHex(made) !== encodeHex(script);
    if (isOther && formatAddress(made, networks.regtest)?.endsWith(ends)) return made;
  }
}

/** Addresses that resemble another one of the transaction, or one of ours. */
function lookAlikes(): ReviewVector[] {
  const about = 'address-look-alike';
  const twice: readonly FindingId[] = [about, about];
  const real = p2wpkhScript(new Uint8Array(20).fill(0x3d));
  const fresh = p2pkhScript(new Uint8Array(20).fill(0x44));
  const ownAddress = place(wpkh, 0, 17).script;
  const split = (a: Bytes, b: Bytes) =>
    from(tr, pay(300_000n, a), pay(100_000n, b), back(499_000n, tr, 4));
  return [
    ...pair(
      about,
      ['a payee and its look-alike, both new', split(real, alike(real)), twice, of(tr)],
      ['two payees', split(real, fresh), [], of(tr)],
      ['a payee of version 0 and one of taproot', split(real, other), [], of(tr)],
    ),
    ...pair(
      about,
      [
        'a payee that was paid before, and its look-alike',
        split(alike(real), real),
        [about, 'address-used'],
        { ...of(tr), knownScripts: [encodeHex(real)], says: ['which output 1 pays'] },
      ],
      [
        'a payee that was paid before',
        split(fresh, real),
        ['address-used'],
        { ...of(tr), knownScripts: [encodeHex(real)] },
      ],
    ),
    ...pair(
      about,
      [
        'a look-alike of our change in place of a payee',
        from(wpkh, pay(400_000n, alike(place(wpkh, 1, 4).script)), back(499_000n, wpkh, 4)),
        [about],
      ],
      ['our change and a payee', from(wpkh, pay(400_000n, real), back(499_000n, wpkh, 4)), []],
    ),
    ...almost(about, [
      'our change, which resembles a payee of before',
      from(wpkh, pay(400_000n, real), back(499_000n, wpkh, 4)),
      [],
      { knownScripts: [encodeHex(alike(place(wpkh, 1, 4).script))] },
    ]),
    ...pair(
      about,
      [
        'a look-alike of the address that the coin came to',
        from(wpkh, pay(899_000n, alike(place(wpkh, 0, 0).script))),
        [about, 'nothing-comes-back'],
      ],
      [
        'back to the address that the coin came to',
        from(wpkh, { value: 899_000n, ...place(wpkh, 0, 0) }),
        [],
      ],
    ),
    ...pair(
      about,
      [
        'a look-alike of an address of ours that is not paid yet',
        from(wpkh, pay(400_000n, alike(ownAddress)), back(499_000n, wpkh, 4)),
        [about],
      ],
      [
        'an address of ours that is not paid yet',
        from(wpkh, { value: 400_000n, ...place(wpkh, 0, 17) }, back(499_000n, wpkh, 4)),
        [],
      ],
    ),
    ...pair(
      about,
      ['a legacy look-alike beside its payee', split(friend, likeLegacy(friend)), twice, of(tr)],
      ['two legacy payees', split(friend, fresh), [], of(tr)],
    ),
    ...almost(about, [
      'many payees that only begin alike',
      {
        coins: [at(tr, 0, 9_000_000n)],
        outputs: [
          ...Array.from({ length: 20 }, (_, i) => {
            const hash = new Uint8Array(20).fill(0x3d);
            hash[19] = 7 * i;
            return pay(100_000n + BigInt(i), p2wpkhScript(hash));
          }),
          back(6_990_000n, tr, 4),
        ],
      },
      [],
      of(tr),
    ]),
  ];
}

function likeLegacy(script: Bytes): Bytes {
  const ends = formatAddress(script, networks.regtest)?.slice(-2) ?? '';
  const made = script.slice();
  for (let i = 0; ; i++) {
    new DataView(made.buffer).setUint32(17, i);
    if (formatAddress(made, networks.regtest)?.endsWith(ends)) return made;
  }
}

/** Makes the history of a coin that was signed for, with this payment. */
function signedFor(spec: CoinSpec, value: bigint, script: Bytes, more: Partial<PastRow> = {}) {
  const payments = [{ value: `${value}`, script: encodeHex(script) }];
  const payees = payeesDigest([{ value, scriptPubKey: script, owner: undefined }]);
  const row = { amount: `${spec.value}`, payees, isSigned: true, payments, ...more };
  return [outPoint(spec), row] as const;
}

/** The same payment from other coins. */
function paidTwice(): ReviewVector[] {
  const about = 'payee-paid-twice';
  const first = at(tr, 5, 700_000n);
  const past = (...rows: readonly (readonly [string, PastRow])[]) => ({
    ...of(tr),
    past: Object.fromEntries(rows),
  });
  const paying = (value: bigint, script = other): PsbtSpec =>
    from(tr, pay(value, script), back(899_000n - value, tr, 4));
  const twice: readonly FindingId[] = [about];
  return [
    ...pair(
      about,
      [
        'the same payment, from another coin',
        paying(400_000n),
        twice,
        past(signedFor(first, 400_000n, other)),
      ],
      ['another payee', paying(400_000n, friend), [], past(signedFor(first, 400_000n, other))],
      [
        'another invoice of the same payee',
        paying(120_000n),
        [],
        past(signedFor(first, 400_000n, other)),
      ],
      [
        'the same payment, once the first one has confirmed',
        paying(400_000n),
        [],
        past(signedFor(first, 400_000n, other, { isSettled: true })),
      ],
      [
        'the same payment, of which the first was only reviewed',
        paying(400_000n),
        [],
        past(signedFor(first, 400_000n, other, { isSigned: false })),
      ],
    ),
    ...pair(
      about,
      [
        'the same payment with the fee taken out of it',
        paying(398_500n),
        twice,
        past(signedFor(first, 400_000n, other)),
      ],
      [
        'a replacement, with another coin for the fee',
        { ...paying(400_000n), coins: [first, at(tr, 0, 200_000n)] },
        [],
        past(signedFor(first, 400_000n, other)),
      ],
    ),
    ...pair(
      about,
      [
        'the first of two payments to one payee, from another coin',
        paying(400_000n),
        twice,
        past(signedFor(first, 400_000n, other), signedFor(at(tr, 6, 700_000n), 50_000n, other)),
      ],
      [
        'a third payment to one payee, of another amount',
        paying(200_000n),
        [],
        past(signedFor(first, 400_000n, other), signedFor(at(tr, 6, 700_000n), 50_000n, other)),
      ],
    ),
    ...pair(
      about,
      [
        'one of three payees of a batch is paid already',
        {
          coins: [at(tr, 0, 900_000n)],
          outputs: [
            pay(100_000n, friend),
            pay(400_000n, other),
            pay(90_000n),
            back(309_000n, tr, 4),
          ],
        },
        twice,
        past(signedFor(first, 405_000n, other)),
      ],
      [
        'a transaction that replaces one of two coins of the first',
        paying(400_000n),
        [],
        past(signedFor(first, 400_000n, other), signedFor(at(tr, 0, 900_000n), 400_000n, other)),
      ],
    ),
    ...pair(
      about,
      [
        'the same payment from another coin, which was reviewed before',
        paying(400_000n),
        twice,
        past(
          signedFor(first, 400_000n, other),
          signedFor(at(tr, 0, 900_000n), 400_000n, other, { isSigned: false }),
        ),
      ],
      [
        'a replacement with another coin for the fee, which was reviewed before',
        { ...paying(400_000n), coins: [first, at(tr, 0, 200_000n)] },
        [],
        past(
          signedFor(first, 400_000n, other),
          signedFor(at(tr, 0, 200_000n), 400_000n, other, { isSigned: false }),
        ),
      ],
    ),
  ];
}

const offline = `wpkh(${keyAt(person(1), '7h')})`;

/** Heights with a clock that may be slow. */
function clocks(): ReviewVector[] {
  const about = 'locktime-unsure';
  const until = (locktime: number): PsbtSpec => ({
    coins: [coin(place(offline, 0, 3), 9, { value: 300_000n, sequence: 0xfffffffe })],
    outputs: [back(99_000n, offline, 2), pay(200_000n, friend)],
    locktime,
  });
  const main = (time: number, height?: number) => ({
    network: 'main' as const,
    descriptors: [offline],
    now: { time, ...(height !== undefined && { height }) },
  });
  const unsure: readonly FindingId[] = [about, 'not-replaceable'];
  const rest: readonly FindingId[] = ['not-replaceable'];
  return [
    ...pair(
      about,
      // 2025-03-01 and 2026-11-20.
      [
        'the height of today beside a clock that is 20 months slow',
        until(976_900),
        unsure,
        main(1_740_787_200),
      ],
      ['the height of today beside the right clock', until(976_900), rest, main(1_795_132_800)],
      [
        'the height of today, which the chain says',
        until(976_900),
        rest,
        main(1_740_787_200, 976_900),
      ],
    ),
    ...pair(
      about,
      ['a year ahead of the clock', until(1_030_000), unsure, main(1_795_132_800)],
      [
        'two weeks ahead of the clock, which a fast chain may have',
        until(979_000),
        rest,
        main(1_795_132_800),
      ],
    ),
  ];
}

/** Names that do not belong to the scripts. */
function strays(): ReviewVector[] {
  const about = 'fields-unrelated';
  const stray: readonly FindingId[] = [about];
  const wrong = place(thief, 0, 3).knowledge;
  const [strangeKey] = [...wrong.publicKeys.values()];
  const [strangeOrigin] = [...wrong.origins.values()];
  if (strangeKey === undefined || strangeOrigin === undefined) throw new Error('a thief has keys');
  const named = { publicKey: strangeKey, origin: strangeOrigin };
  const xOnly = {
    xOnly: strangeKey.subarray(1),
    leafHashes: new Set<string>(),
    origin: strangeOrigin,
  };
  const beside = (input: Mutable<PsbtInput> | Mutable<PsbtOutput>) => {
    input.keyPaths = [...input.keyPaths, named];
  };
  const besideTap = (input: Mutable<PsbtInput> | Mutable<PsbtOutput>) => {
    input.tapKeyPaths = [...input.tapKeyPaths, xOnly];
  };
  const moved = (input: Mutable<PsbtInput> | Mutable<PsbtOutput>) => {
    input.keyPaths = input.keyPaths.map((each) => ({
      ...each,
      origin: { ...each.origin, path: [...each.origin.path.slice(0, -1), 77] },
    }));
  };
  const spending = (text: string, change?: CoinSpec['change'], back4?: OutputSpec['change']) => ({
    coins: [at(text, 0, 900_000n, { ...(change && { change }) })],
    outputs: [
      pay(400_000n, friend),
      { ...back(499_000n, text, 4), ...(back4 && { change: back4 }) },
    ],
  });
  const inTree = `tr(${keyAt(ME, '86h/1h/0h')},pk(${keyAt(COSIGNER, '86h/1h/0h')}))`;
  const leafOf = (text: string, branch: 0 | 1, index: number) => {
    const { taproot } = place(text, branch, index).knowledge;
    const [output] = [...taproot.values()];
    if (output === undefined) throw new Error('it is taproot');
    return output.spendData.leaves;
  };
  const withTree =
    (hash: Bytes | undefined) => (input: Mutable<PsbtInput> | Mutable<PsbtOutput>) => {
      const isInput = 'tapLeaves' in input;
      const leaves = leafOf(inTree, isInput ? 0 : 1, isInput ? 0 : 4);
      const fields = isInput
        ? { tapLeaves: leaves }
        : { tapTree: leaves.map(({ script, leafVersion }) => ({ depth: 0, script, leafVersion })) };
      const hashes = leaves.map(({ leafVersion, script }) => tapLeafHash(leafVersion, script));
      const tapKeyPaths = input.tapKeyPaths.map((each, i) => ({
        ...each,
        leafHashes: new Set(i === 1 ? [encodeHex(hash ?? hashes[0] ?? new Uint8Array(32))] : []),
      }));
      Object.assign(input, fields, { tapKeyPaths });
    };
  const group = (input: Mutable<PsbtInput> | Mutable<PsbtOutput>) => {
    const [a, b] = [ME, COSIGNER].map((who) => place(`pkh(${keyAt(who, '86h/1h/9h')})`, 0, 0));
    const keys = [a, b].flatMap((each) => [...(each?.knowledge.publicKeys.values() ?? [])]);
    input.musigParticipants = [{ aggregate: aggregateKey(keys), participants: keys }];
  };
  const key = 'It names a key that its script does not have.';
  const leaf = 'It names a leaf that its tree does not have.';
  const path = 'It gives a wrong path for your key.';
  const musig = 'It names a MuSig2 group that makes none of its keys.';
  return [
    ...[wpkh, pkh, nested, multi].flatMap((text) =>
      pair(
        about,
        [
          `a stranger's key beside those of ${text.slice(0, 12)}`,
          spending(text, beside),
          stray,
          { ...of(text), says: [key] },
        ],
        [`only the keys of ${text.slice(0, 12)}`, spending(text), [], of(text)],
      ),
    ),
    ...pair(
      about,
      [
        "a stranger's key beside that of our change",
        spending(wpkh, undefined, beside),
        stray,
        { says: [key] },
      ],
      ['no other key beside that of our change', spending(wpkh), []],
    ),
    ...pair(
      about,
      [
        "a stranger's key beside a taproot key",
        spending(tr, besideTap),
        stray,
        { ...of(tr), says: [key] },
      ],
      ['a taproot key alone', spending(tr), [], of(tr)],
    ),
    ...pair(
      about,
      [
        'our key under the path of another position',
        spending(wpkh, moved),
        stray,
        { says: [path] },
      ],
      [
        'our key under a fingerprint of zeros',
        spending(wpkh, (input) => {
          input.keyPaths = input.keyPaths.map((each) => ({
            ...each,
            origin: { ...each.origin, fingerprint: new Uint8Array(4) },
          }));
        }),
        [],
      ],
    ),
    ...pair(
      about,
      [
        'our change under the path of another position',
        spending(wpkh, undefined, moved),
        stray,
        { says: [path] },
      ],
      ['our change with the right path', spending(wpkh), []],
    ),
    ...pair(
      about,
      [
        'a leaf that the tree of the coin does not have',
        spending(inTree, withTree(new Uint8Array(32).fill(5))),
        stray,
        { ...of(inTree), says: [leaf] },
      ],
      ['the leaf of the coin', spending(inTree, withTree(undefined)), [], of(inTree)],
    ),
    ...pair(
      about,
      [
        'a leaf that the tree of our change does not have',
        spending(inTree, undefined, withTree(new Uint8Array(32).fill(5))),
        stray,
        { ...of(inTree), says: [leaf] },
      ],
      ['the leaf of our change', spending(inTree, undefined, withTree(undefined)), [], of(inTree)],
    ),
    ...pair(
      about,
      [
        'a MuSig2 group beside a single key',
        spending(tr, group),
        stray,
        { ...of(tr), says: [musig] },
      ],
      ['no group beside a single key', spending(tr), [], of(tr)],
    ),
    ...pair(
      about,
      [
        'a MuSig2 group on our change',
        spending(tr, undefined, group),
        stray,
        { ...of(tr), says: [musig] },
      ],
      ['no group on our change', spending(tr), [], of(tr)],
    ),
  ];
}

/** Cases by file: a new attacker and a new honest user, case by case. */
export const freshCases = {
  'fresh-alike': lookAlikes,
  'fresh-twice': paidTwice,
  'fresh-clocks': clocks,
  'fresh-strays': strays,
} as const;
