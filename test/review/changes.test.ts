import { describe, expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import type { Psbt, PsbtInput, PsbtOutput } from '../../src/psbt/psbt.ts';
import { changesOf, finishedPsbt } from '../../src/review/changes.ts';
import { mine } from '../support/review/coins.ts';
import { back, buildPsbt, pay } from '../support/review/payments.ts';

const before = buildPsbt({
  coins: [mine(0), mine(1)],
  outputs: [pay(60_000n), back(39_800n)],
  psbtVersion: 2,
});
const changes = (after: Psbt, of: Psbt = before) => changesOf(of, after, networks.regtest);
const withInput = (change: object, of: Psbt = before): Psbt => ({
  ...of,
  inputs: of.inputs.map((input, i) => (i === 1 ? { ...input, ...change } : input)),
});
const withOutput = (change: object, of: Psbt = before): Psbt => ({
  ...of,
  outputs: of.outputs.map((output, i) => (i === 1 ? { ...output, ...change } : output)),
});
const bytes = (fill: number, length = 33) => new Uint8Array(length).fill(fill);
const origin = { fingerprint: bytes(1, 4), path: [1, 2] };
const [a, b, c] = [2, 3, 4].map((fill) => ({ publicKey: bytes(fill), origin }));
const raw = [4, 5, 6].map((fill) => ({ key: bytes(fill, 2), value: bytes(9, 1) }));
const leaf = (script: number) => ({
  script: bytes(script, 5),
  leafVersion: 0xc0,
  controlBlocks: [],
});

test('a PSBT does not differ from itself, and signatures, nonces and final scripts are no difference', () => {
  expect(changes(before)).toEqual([]);
  const signed = withInput({
    partialSignatures: [{ publicKey: bytes(2), signature: bytes(3) }],
    tapKeySignature: bytes(1, 64),
    tapScriptSignatures: [{ xOnly: bytes(1, 32), leafHash: bytes(1, 32), signature: bytes(1, 64) }],
    finalScriptSig: bytes(1, 3),
    finalWitness: [bytes(1, 3)],
    musigPubNonces: [{ participant: bytes(2), aggregate: bytes(2), value: bytes(1, 66) }],
    musigPartialSignatures: [{ participant: bytes(2), aggregate: bytes(2), value: bytes(1, 32) }],
  });
  expect(changes(signed)).toEqual([]);
});

/** Fields of an input: names, and two values. */
const INPUT: readonly (readonly [keyof PsbtInput, string, unknown, unknown])[] = [
  ['redeemScript', 'the redeem script', bytes(1, 3), bytes(2, 3)],
  ['witnessScript', 'the witness script', bytes(1, 3), bytes(2, 3)],
  ['sighashType', 'the sighash type', 3, 2],
  ['tapInternalKey', 'the taproot internal key', bytes(1, 32), bytes(2, 32)],
  ['tapMerkleRoot', 'the root of the taproot tree', bytes(1, 32), bytes(2, 32)],
  ['tapLeaves', 'taproot leaves', [leaf(1)], [leaf(2)]],
  ['sha256', 'preimages of SHA-256', [{ digest: bytes(1, 32), preimage: bytes(1) }], [raw[0]]],
];

describe('a field of an input', () => {
  test.each(INPUT)('%s that is added, changed or removed is %s', (field, name, one, other) => {
    const empty = before.inputs[1]?.[field];
    const [none, first, second] = [empty, one, other].map((value) => withInput({ [field]: value }));
    const found = (was: Psbt | undefined, is: Psbt | undefined) =>
      changes(is as Psbt, was).map(({ kind, part, text, isHarmless }) => [
        kind,
        part,
        text,
        isHarmless,
      ]);
    expect(found(none, first)).toEqual([['added', 'input', `Input 1 adds ${name}.`, false]]);
    expect(found(first, second)).toEqual([['changed', 'input', `Input 1 changes ${name}.`, false]]);
    // A finalizer removes what a final input no longer needs.
    expect(found(first, none)).toEqual([['removed', 'input', `Input 1 removes ${name}.`, true]]);
    expect(found(first, first)).toEqual([]);
  });

  test.each([
    ['keyPaths', 'derivations of keys', [a, b, c]],
    ['tapKeyPaths', 'derivations of taproot keys', [a, b, c]],
    ['musigParticipants', 'MuSig2 participants', [a, b, c]],
    ['proprietary', 'fields of an application', raw],
    ['unknown', 'fields of an unknown type', raw],
  ])('%s may gain entries, and must keep its own', (field, name, [x, y, z]) => {
    const found = (was: unknown[], is: unknown[]) =>
      changes(withInput({ [field]: is }), withInput({ [field]: was })).map((each) => [
        each.text,
        each.isHarmless,
      ]);
    expect(found([x], [x, y])).toEqual([[`Input 1 changes ${name}.`, true]]);
    expect(found([x, y], [y, z, x])).toEqual([[`Input 1 changes ${name}.`, true]]);
    expect(found([], [x])).toEqual([[`Input 1 adds ${name}.`, true]]);
    expect(found([x, y], [x, z])).toEqual([[`Input 1 changes ${name}.`, false]]);
    expect(found([x, y], [z, y])).toEqual([[`Input 1 changes ${name}.`, false]]);
    expect(found([x], [y])).toEqual([[`Input 1 changes ${name}.`, false]]);
  });

  test('is compared in all its parts', () => {
    const path = (change: object) => [{ publicKey: bytes(2), origin, ...change }];
    const found = (is: object) =>
      changes(withInput({ keyPaths: path(is) }), withInput({ keyPaths: path({}) })).length;
    expect(found({})).toBe(0);
    expect(found({ publicKey: bytes(2).slice() })).toBe(0);
    expect(found({ origin: { ...origin, path: [1, 2, 3] } })).toBe(1);
    expect(found({ origin: { ...origin, fingerprint: bytes(2, 4) } })).toBe(1);
    expect(found({ more: 1 })).toBe(1);
    const hashes = (...list: string[]) => [
      { xOnly: bytes(1, 32), origin, leafHashes: new Set(list) },
    ];
    const sets = (was: string[], is: string[]) =>
      changes(withInput({ tapKeyPaths: hashes(...is) }), withInput({ tapKeyPaths: hashes(...was) }))
        .length;
    expect(sets(['a', 'b'], ['b', 'a'])).toBe(0);
    expect(sets(['a', 'b'], ['a', 'c'])).toBe(1);
    expect(sets(['a'], ['a', 'b'])).toBe(1);
  });
});

test.each([
  ['redeemScript', 'the redeem script', bytes(1, 3)],
  ['tapTree', 'the taproot tree', [{ depth: 0, leafVersion: 0xc0, script: bytes(1, 3) }]],
  ['tapInternalKey', 'the taproot internal key', bytes(1, 32)],
] as readonly (readonly [keyof PsbtOutput, string, unknown])[])(
  'an output that gets %s gets %s',
  (field, name, value) => {
    expect(changes(withOutput({ [field]: value }))).toEqual([
      { kind: 'added', part: 'output', text: `Output 1 adds ${name}.`, isHarmless: false },
    ]);
  },
);

test.each([
  ['xpubs', [{ xpub: bytes(4, 78), origin }], 'adds extended public keys', true],
  ['txModifiable', 1, 'adds the flags that let others add inputs or outputs', false],
  ['unknown', raw, 'adds fields of an unknown type', true],
])('a PSBT that gets %s differs', (field, value, text, isHarmless) => {
  expect(
    changes({ ...before, txModifiable: undefined, [field]: value }, { ...before, txModifiable: 0 }),
  ).toEqual([{ kind: 'added', part: 'global', text: `The PSBT ${text}.`, isHarmless }]);
});

describe('the transaction', () => {
  const texts = (after: Psbt, of: Psbt = before) =>
    changes(after, of).map(({ kind, text }) => `${kind}: ${text}`);
  const [first, second] = before.inputs.map(({ prevout }) => `${prevout.txid}:${prevout.vout}`);
  const shorter = {
    ...before,
    inputs: before.inputs.slice(0, 1),
    outputs: before.outputs.slice(0, 1),
  };
  const change = 'bcrt1qlfr2dxd9n8wvgtt2t39atsvd4luxrk8v390ycj';

  test('names inputs and outputs that are gone or new', () => {
    expect(texts(shorter)).toEqual([
      `removed: Input 1 is gone: it spent ${second}.`,
      `removed: Output 1 is gone: it paid 0.00039800 BTC (39,800 sat) to ${change}.`,
    ]);
    expect(texts(before, shorter)).toEqual([
      `added: Input 1 is new: it spends ${second}.`,
      `added: Output 1 is new: it pays 0.00039800 BTC (39,800 sat) to ${change}.`,
    ]);
  });

  test('names inputs and outputs with another coin or payee', () => {
    const turned = { ...before, inputs: [...before.inputs].reverse() };
    expect(texts(turned).filter((text) => text.includes('spends'))).toEqual([
      `changed: Input 0 spends ${second} instead of ${first}.`,
      `changed: Input 1 spends ${first} instead of ${second}.`,
    ]);
    expect(texts(withOutput({ value: 1_000_000n }))).toEqual([
      `changed: Output 1 pays 0.01000000 BTC (1,000,000 sat) to ${change} instead of 0.00039800 BTC (39,800 sat) to ${change}.`,
    ]);
    expect(texts(withOutput({ scriptPubKey: Uint8Array.of(0x6a) }))).toEqual([
      `changed: Output 1 pays 0.00039800 BTC (39,800 sat) to 6a instead of 0.00039800 BTC (39,800 sat) to ${change}.`,
    ]);
  });

  test('names another sequence, version and lock time', () => {
    expect(texts(withInput({ sequence: 7 }))).toEqual([
      'changed: The sequence of input 1 is 7 instead of 4294967293.',
    ]);
    expect(texts({ ...before, txVersion: 3, fallbackLocktime: 9 })).toEqual([
      'changed: The version is 3 instead of 2.',
      'changed: The lock time is 9 instead of 0.',
    ]);
  });

  test('cannot be compared if its lock times exclude each other', () => {
    const both: Psbt = {
      ...before,
      inputs: before.inputs.map((input, i) => ({
        ...input,
        ...(i === 0 ? { timeLocktime: 1_600_000_000 } : { heightLocktime: 10 }),
      })),
    };
    for (const [was, is] of [
      [before, both],
      [both, before],
    ] as const) {
      expect(texts(is, was)).toEqual(['changed: The lock times that the inputs require differ.']);
    }
  });
});

test('a finished transaction has the fields of its PSBT, and its own inputs and outputs', () => {
  const bare = (psbt: Psbt) => ({
    version: 2,
    locktime: 0,
    inputs: psbt.inputs.map(({ prevout, sequence = 0xffffffff }) => ({
      prevout,
      sequence,
      scriptSig: bytes(1, 2),
      witness: [bytes(1, 1)],
    })),
    outputs: psbt.outputs.map(({ value, scriptPubKey }) => ({ value, scriptPubKey })),
  });
  const noted = withInput({ redeemScript: bytes(7, 3) });
  const done = finishedPsbt(noted, bare(noted));
  expect(changes(done, noted)).toEqual([]);
  expect(done.inputs.map(({ finalScriptSig }) => finalScriptSig)).toEqual([
    bytes(1, 2),
    bytes(1, 2),
  ]);
  const other = withOutput({ value: 5n }, noted);
  const texts = changes(finishedPsbt(noted, bare(other)), noted).map(({ text }) => text);
  expect(texts).toEqual([expect.stringMatching(/^Output 1 pays 0.00000005 BTC/)]);
});
