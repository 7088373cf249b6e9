import { RawPSBTV0, RawPSBTV2 } from '@scure/btc-signer/psbt.js';
import { describe, expect, test } from 'vitest';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { combinePsbts } from '../../src/psbt/combine.ts';
import { convertPsbt } from '../../src/psbt/convert.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import { lockTime } from '../../src/psbt/unsigned-transaction.ts';
import { readVector } from '../support/paths.ts';
import { readPsbt, writePsbt } from '../support/psbt.ts';

const own = { key: Uint8Array.of(0xfc, 1, 0x61, 5), value: Uint8Array.of(1) };

/** A PSBT of version 2 with two inputs, of which the first has these fields. */
function psbtWith(fields: Partial<PsbtInput>, more: Partial<Psbt> = {}): Psbt {
  const inputs = [0, 1].map((vout) => ({
    prevout: { txid: '11'.repeat(32), vout },
    scriptSig: new Uint8Array(0),
    sequence: 5,
    witness: [],
  }));
  const outputs = [{ value: 1000n, scriptPubKey: Uint8Array.of(0x51) }];
  const psbt = createPsbt({ version: 2, inputs, outputs, locktime: 0 }, 2);
  return {
    ...psbt,
    ...more,
    inputs: psbt.inputs.map((input, i) => (i === 0 ? { ...input, ...fields } : input)),
  };
}

function converted(psbt: Psbt, version: 0 | 2): Psbt {
  const done = convertPsbt(psbt, version);
  if (done === undefined) throw new Error('one lock time');
  return done;
}

// BIP370: the fields that version 0 does not have.
const CASES: readonly (readonly [string, Psbt])[] = [
  ['no lock', psbtWith({})],
  ['a fallback lock time', psbtWith({}, { fallbackLocktime: 700_000 })],
  ['no fallback lock time', psbtWith({}, { fallbackLocktime: undefined })],
  ['a height', psbtWith({ heightLocktime: 1 })],
  ['the largest height', psbtWith({ heightLocktime: 499_999_999 })],
  ['the least time', psbtWith({ timeLocktime: 500_000_000 })],
  ['the largest time', psbtWith({ timeLocktime: 0xffffffff })],
  ['a height and a time', psbtWith({ heightLocktime: 700_000, timeLocktime: 1_600_000_000 })],
  ['a height that is also the fallback', psbtWith({ heightLocktime: 7 }, { fallbackLocktime: 7 })],
  ['no sequence', psbtWith({ sequence: undefined })],
  ['a final sequence', psbtWith({ sequence: 0xffffffff })],
  ['a sequence of 0', psbtWith({ sequence: 0 })],
  ['flags', psbtWith({}, { txModifiable: 0b101 })],
  ['flags of zero', psbtWith({}, { txModifiable: 0 })],
  ['fields of others', psbtWith({ proprietary: [own] }, { proprietary: [own] })],
];

describe.each(CASES)('version 2 with %s', (_, psbt) => {
  const older = converted(psbt, 0);

  test('becomes a version 0 of the same transaction, which btc-signer reads', () => {
    const theirs = RawPSBTV0.decode(encodePsbt(older) ?? new Uint8Array(0)).global.unsignedTx;
    expect(theirs?.lockTime).toBe(lockTime(psbt));
    expect(theirs?.inputs.map((input: { readonly sequence: number }) => input.sequence)).toEqual(
      psbt.inputs.map(({ sequence = 0xffffffff }) => sequence),
    );
  });

  test('is the same again after version 0, also by its bytes', () => {
    expect(converted(older, 2)).toEqual(psbt);
    const back = writePsbt(converted(readPsbt(writePsbt(older)), 2));
    expect(back).toBe(writePsbt(psbt));
    const read = RawPSBTV2.decode(encodePsbt(converted(older, 2)) ?? new Uint8Array(0));
    expect(read.inputs[0]).toMatchObject({
      ...(psbt.inputs[0]?.heightLocktime && {
        requiredHeightLocktime: psbt.inputs[0].heightLocktime,
      }),
      ...(psbt.inputs[0]?.timeLocktime && { requiredTimeLocktime: psbt.inputs[0].timeLocktime }),
    });
  });

  test('is returned as it is for its own version', () => {
    expect(convertPsbt(psbt, 2)).toBe(psbt);
    expect(convertPsbt(older, 0)).toBe(older);
  });
});

test('version 0 has a field for each of those that it lacks, and no other', () => {
  const counts = (psbt: Psbt) => {
    const older = converted(psbt, 0);
    return [older.proprietary.length, ...older.inputs.map((each) => each.proprietary.length)];
  };
  expect(CASES.map(([, psbt]) => counts(psbt))).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 0],
    [1, 1, 0],
    [1, 1, 0],
    [1, 2, 0],
    [0, 1, 0],
    [0, 1, 0],
    [0, 0, 0],
    [0, 0, 0],
    [1, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
  ]);
});

test('BIP370: lock times that exclude each other have no version 0', () => {
  const { locktimes } = JSON.parse(readVector('psbt/bip370.json'));
  const { psbt } = locktimes.find(({ locktime }: { locktime: unknown }) => locktime === null);
  const given = readPsbt(psbt);
  expect(convertPsbt(given, 0)).toBe(undefined);
  const older = converted(psbtWith({}), 0);
  expect(combinePsbts(older, given)).toBe(undefined);
  expect(combinePsbts(given, older)).toBe(undefined);
});

describe('kept fields that another program changed', () => {
  const TAG = [0xfc, 8, ...new TextEncoder().encode('coldsign')];
  const field = (type: number, ...value: number[]) => ({
    key: Uint8Array.from([...TAG, type]),
    value: Uint8Array.from(value),
  });
  const older = converted(psbtWith({}), 0);
  const withFields = (global: Psbt['proprietary'], input: Psbt['proprietary']): Psbt => ({
    ...older,
    proprietary: global,
    inputs: older.inputs.map((each, i) => (i === 0 ? { ...each, proprietary: input } : each)),
  });
  const plain = converted(older, 2);

  test.each([
    ['a fallback of another lock time', [field(3, 9, 0, 0, 0)], []],
    ['a height that is not the lock time', [], [field(0x12, 9, 0, 0, 0)]],
  ])('%s is not used, so that the transaction is the same', (_, global, input) => {
    const given = withFields(global, input);
    const newer = converted(given, 2);
    expect(newer).toEqual({ ...given, version: 2 });
    expect(lockTime(newer)).toBe(lockTime(older));
  });

  test.each([
    ['a fallback of a wrong size', [field(3, 9, 0, 0)], []],
    ['flags of two bytes', [field(6, 1, 1)], []],
    ['flags of no byte', [field(6)], []],
    ['a time of a wrong size', [], [field(0x11, 0, 0x65, 0xcd)]],
    ['a time below the least', [], [field(0x11, 0xff, 0x64, 0xcd, 0x1d)]],
    ['a height of zero', [], [field(0x12, 0, 0, 0, 0)]],
    ['a height of a wrong size', [], [field(0x12, 1, 0, 0, 0, 0)]],
    ['a height that is a time', [], [field(0x12, 0, 0x65, 0xcd, 0x1d)]],
    ['no sequence beside one that is not final', [], [field(0x10)]],
    ['a sequence with a value', [], [field(0x10, 1, 0, 0, 0)]],
  ])('%s is dropped', (_, global, input) => {
    expect(converted(withFields(global, input), 2)).toEqual(plain);
  });

  test('a final sequence stays if the field for none has a value', () => {
    const given = withFields([], [field(0x10, 1)]);
    const final = {
      ...given,
      inputs: given.inputs.map((each) => ({ ...each, sequence: 0xffffffff })),
    };
    expect(converted(final, 2).inputs.map(({ sequence }) => sequence)).toEqual([
      0xffffffff, 0xffffffff,
    ]);
  });

  test.each([
    ['another identifier', Uint8Array.from([0xfc, 1, 0x63, 3])],
    ['more key data', concatBytes(field(3).key, Uint8Array.of(1))],
  ])('a field with %s stays', (_, key) => {
    const other = { key, value: Uint8Array.of(9, 0, 0, 0) };
    expect(converted(withFields([other], [other]), 2)).toMatchObject({
      fallbackLocktime: 0,
      proprietary: [other],
      inputs: [{ proprietary: [other] }, { proprietary: [] }],
    });
  });
});
