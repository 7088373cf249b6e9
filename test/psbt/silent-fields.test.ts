import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { type Bytes, concatBytes } from '../../src/encoding/bytes.ts';
import type { Psbt, PsbtInput, PsbtOutput, RawField } from '../../src/psbt/psbt.ts';
import {
  hasSilentFields,
  inputShares,
  isScriptPending,
  labelField,
  recipientField,
  recipientFields,
  shareFields,
  silentRecipient,
  silentSpend,
} from '../../src/psbt/silent-fields.ts';
import { judgeSilentPayments } from '../../src/psbt/silent-payments.ts';
import { provenShare, sendersOf } from '../../src/psbt/silent-shares.ts';
import { p2trScript } from '../../src/script/builders.ts';
import { tapLeafHash, tapTweakHash, UNSPENDABLE_KEY } from '../../src/script/taproot.ts';
import { silentAddress, silentPsbt } from '../support/generate/silent-payments.ts';

// Types, sizes and places of the fields are those in the tables of BIP375 and BIP376.

const pending = silentPsbt({ kinds: ['wpkh', 'tr'], outputs: [[1, 1]], shares: 'none' });
const [firstInput, secondInput] = pending.inputs as readonly [PsbtInput, PsbtInput];
const [firstOutput] = pending.outputs as readonly [PsbtOutput];
const field = (key: readonly number[], size: number, fill = 1): RawField => ({
  key: Uint8Array.from(key),
  value: new Uint8Array(size).fill(fill),
});
const long = (type: number, size: number): readonly number[] => [
  type,
  ...new Array<number>(size - 1).fill(2),
];
const inputWith = (...unknown: readonly RawField[]): PsbtInput => ({ ...firstInput, unknown });
const outputWith = (...unknown: readonly RawField[]): PsbtOutput => ({ ...firstOutput, unknown });
const { scanKey, spendKey } = silentAddress(1, 1);
const info = { key: Uint8Array.of(0x09), value: concatBytes(scanKey, spendKey) };
const other = silentAddress(2, 2);

describe('fields of an input', () => {
  test.each<[boolean, string, readonly RawField[]]>([
    [true, 'none', []],
    [true, 'a tweak', [field([0x20], 32)]],
    [false, 'a tweak of 31 bytes', [field([0x20], 31)]],
    [false, 'a tweak with key data', [field([0x20, 1], 32)]],
    [false, 'a tweak with key data of a wrong size', [field([0x20, 1], 31)]],
    [true, 'a derivation without steps', [field(long(0x1f, 34), 4)]],
    [true, 'a derivation of one step', [field(long(0x1f, 34), 8)]],
    [false, 'a derivation without a fingerprint', [field(long(0x1f, 34), 0)]],
    [false, 'a derivation with half a step', [field(long(0x1f, 34), 6)]],
    [false, 'a derivation with a short key', [field(long(0x1f, 33), 8)]],
    [false, 'a derivation with a long key', [field(long(0x1f, 35), 8)]],
    [false, 'a derivation with a short key and half a step', [field(long(0x1f, 33), 6)]],
    [true, 'types that only begin so in their second byte', [field([0x77, 0x20], 31)]],
    [true, 'another type before a derivation’s', [field([0x77, 0x1f], 3)]],
    [true, 'a share and its proof', [field(long(0x1d, 34), 33), field(long(0x1e, 34), 64)]],
    [true, 'a share without its proof', [field(long(0x1d, 34), 33)]],
    [false, 'a proof without its share', [field(long(0x1e, 34), 64)]],
    [false, 'a share of 32 bytes', [field(long(0x1d, 34), 32)]],
    [false, 'a share as large as a proof', [field(long(0x1d, 34), 64)]],
    [false, 'a proof of 63 bytes', [field(long(0x1d, 34), 33), field(long(0x1e, 34), 63)]],
    [false, 'a share with a short key', [field(long(0x1d, 33), 33)]],
    [
      false,
      'a proof for another key than the share',
      [field(long(0x1d, 34), 33), field([...long(0x1e, 33), 3], 64)],
    ],
  ])('are sound: %s, %s', (isSound, _, fields) => {
    expect(inputShares(inputWith(...fields)).isSound).toBe(isSound);
    // A sound field may be before a wrong one, and the other way around.
    const sound = field([0x20], 32);
    expect(inputShares(inputWith(...fields, sound)).isSound).toBe(isSound);
    expect(inputShares(inputWith(sound, ...fields)).isSound).toBe(isSound);
  });

  const key = concatBytes(Uint8Array.of(0x1f), spendKey);
  test.each<[string, readonly RawField[], number | undefined]>([
    ['no tweak', [], undefined],
    ['a tweak only', [field([0x20], 32)], 0],
    ['a tweak with key data', [field([0x20, 1], 32)], undefined],
    ['another field of one byte', [field([0x77], 32)], undefined],
    ['a key', [field([0x20], 32), { key, value: new Uint8Array(4) }], 1],
    ['a key of another field first', [field([0x77], 32), field([0x20], 32)], 0],
    [
      'a derivation without a fingerprint',
      [field([0x20], 32), { key, value: new Uint8Array(0) }],
      0,
    ],
    ['half a step', [field([0x20], 32), { key, value: new Uint8Array(6) }], 0],
    ['another field as long', [field([0x20], 32), field(long(0x77, 34), 8)], 0],
    ['a short key', [field([0x20], 32), field(long(0x1f, 33), 8)], 0],
  ])('to spend a silent payment: %s', (_, fields, keys) => {
    expect(silentSpend(inputWith(...fields))?.spendKeys.length).toBe(keys);
  });

  test('the derivation is the fingerprint and little-endian steps', () => {
    const value = Uint8Array.from([1, 2, 3, 4, 0x60, 1, 0, 0x80, 5, 0, 0, 0]);
    expect(silentSpend(inputWith(field([0x20], 32), { key, value }))?.keyPaths).toEqual([
      {
        publicKey: spendKey,
        origin: { fingerprint: Uint8Array.of(1, 2, 3, 4), path: [0x80000160, 5] },
      },
    ]);
  });
});

describe('fields of an output', () => {
  const label = { key: Uint8Array.of(0x0a), value: Uint8Array.of(1, 2, 0, 0) };

  test('are the address, and the label as 32 bits, little-endian', () => {
    expect(recipientFields({ scanKey, spendKey })).toEqual([info]);
    expect(recipientFields({ scanKey, spendKey }, 0x0201)).toEqual([info, label]);
    expect(recipientFields({ scanKey, spendKey }, 0)[1]?.value).toEqual(new Uint8Array(4));
  });

  test.each<[number | undefined, string, readonly RawField[]]>([
    [undefined, 'no label', [info]],
    [0x0201, 'a label', [info, label]],
    [0x0201, 'a label before the address', [label, info]],
    [undefined, 'a label with key data', [{ ...label, key: Uint8Array.of(0x0a, 1) }]],
    [undefined, 'another field of one byte', [field([0x77], 4)]],
    [undefined, 'another field with that second byte', [field([0x77, 0x0a], 4)]],
    [undefined, 'a label of five bytes', [field([0x0a], 5)]],
    [undefined, 'a label of three bytes', [field([0x0a], 3)]],
  ])('label %s: %s', (value, _, fields) => {
    expect(labelField(outputWith(...fields))).toBe(value);
  });

  test.each<[boolean, string, readonly RawField[]]>([
    [true, 'none', []],
    [true, 'an address', [info]],
    [true, 'an address and a label', [info, label]],
    [false, 'two addresses', [info, info]],
    [false, 'two labels', [info, label, label]],
    [false, 'two addresses and two labels', [info, info, label, label]],
    [false, 'a label without an address', [label]],
    [false, 'a label with key data', [info, { ...label, key: Uint8Array.of(0x0a, 1) }]],
    [false, 'a label of three bytes', [info, field([0x0a], 3)]],
    [false, 'a label of three bytes without an address', [field([0x0a], 3)]],
    [false, 'an address of 65 bytes', [field([0x09], 65)]],
    [false, 'an address with key data', [{ ...info, key: Uint8Array.of(0x09, 1) }]],
    [false, 'an address of 65 bytes with key data', [field([0x09, 1], 65)]],
    [false, 'an address of 65 bytes and a wrong label', [field([0x09], 65), field([0x0a], 3)]],
    [true, 'other fields with these second bytes', [field([0x77, 9], 1), field([0x77, 10], 1)]],
  ])('are sound: %s, %s', (isSound, _, fields) => {
    expect(silentRecipient(outputWith(...fields)).isSound).toBe(isSound);
  });

  test('name the address, and no script means that it is not computed', () => {
    expect(recipientField(outputWith(field([0x77, 9], 1), info))).toEqual(info.value);
    expect(recipientField(outputWith(field([0x77, 9], 1)))).toBe(undefined);
    expect(silentRecipient(outputWith(info)).recipient).toEqual({ scanKey, spendKey });
    expect(isScriptPending(outputWith(info))).toBe(true);
    expect(isScriptPending(outputWith())).toBe(false);
    expect(isScriptPending({ ...outputWith(info), scriptPubKey: Uint8Array.of(1) })).toBe(false);
  });
});

test.each<[boolean, string, Partial<Psbt>]>([
  [false, 'none', {}],
  [true, 'a global share', { unknown: [field(long(0x07, 34), 33)] }],
  [true, 'a global proof', { unknown: [field(long(0x08, 34), 64)] }],
  [false, 'an input’s share in the global map', { unknown: [field(long(0x1d, 34), 33)] }],
  [true, 'a share of the second input', { inputs: [inputWith(), inputWith(field([0x1d], 1))] }],
  [
    true,
    'a tweak beside another field',
    { inputs: [inputWith(field([0x77], 1), field([0x20], 1))] },
  ],
  [false, 'a global share in an input', { inputs: [inputWith(field([0x07], 1))] }],
  [true, 'an address of the second output', { outputs: [outputWith(), outputWith(info)] }],
  [true, 'a label', { outputs: [outputWith(field([0x77], 1), field([0x0a], 4))] }],
])('a PSBT has fields of silent payments: %s, %s', (has, _, change) => {
  const blank = { ...pending, inputs: [inputWith()], outputs: [outputWith()] };
  expect(hasSilentFields({ ...blank, ...change })).toBe(has);
});

describe('a PSBT is malformed', () => {
  const faultsOf = (psbt: Psbt) => judgeSilentPayments(psbt, secp256k1)?.faults;
  const off = new Uint8Array(33).fill(0xff);

  test('if fields of an input and of an output are wrong, and both are named', () => {
    const psbt = {
      ...pending,
      inputs: [firstInput, inputWith(field([0x20], 31))],
      outputs: [outputWith(field([0x09], 65))],
    };
    expect(faultsOf(psbt)).toEqual([{ kind: 'malformed', inputs: [1], outputs: [0] }]);
  });

  test.each([
    ['the scan key', concatBytes(off, spendKey)],
    ['the spend key', concatBytes(scanKey, off)],
  ])('if %s is not on the curve', (_, value) => {
    const outputs = [outputWith({ key: info.key, value })];
    expect(faultsOf({ ...pending, outputs })).toEqual([
      { kind: 'malformed', inputs: [], outputs: [0] },
    ]);
  });

  test('unless it has a tweak without a key that it is added to', () => {
    const inputs = [firstInput, { ...secondInput, unknown: [field([0x20], 32)] }];
    expect(faultsOf({ ...pending, inputs })).toEqual([]);
  });

  const shares = (count: number, type: number, start = 0): readonly RawField[] =>
    Array.from({ length: count }, (_, i) => ({
      key: Uint8Array.from([...long(type, 32), (start + i) >> 8, (start + i) & 255]),
      value: new Uint8Array(33).fill(2),
    }));
  test.each([
    [1000, 0],
    [400, 600],
    [0, 1000],
  ])('has one share more than %i global ones and %i of inputs, which are 1,000', (all, own) => {
    const with_ = (more: number): Psbt => ({
      ...pending,
      unknown: shares(all + more, 0x07),
      inputs: [inputWith(...shares(own, 0x1d)), secondInput],
    });
    expect(faultsOf(with_(0))).toEqual([]);
    expect(faultsOf(with_(1))?.map(({ kind }) => kind)).toEqual(['malformed']);
  });

  test('a script of one byte is a wrong script', () => {
    const done = silentPsbt({ kinds: ['wpkh', 'tr'], outputs: [[1, 1]], shares: 'global' });
    const outputs = done.outputs.map((each) => ({ ...each, scriptPubKey: Uint8Array.of(0x51) }));
    expect(faultsOf({ ...done, outputs })).toEqual([
      { kind: 'script-wrong', inputs: [], outputs: [0] },
    ]);
  });
});

describe('the shares of several inputs', () => {
  const each = silentPsbt({
    kinds: ['wpkh', 'multisig', 'tr'],
    outputs: [[1, 1]],
    shares: 'inputs',
  });
  const whole = silentPsbt({
    kinds: ['wpkh', 'multisig', 'tr'],
    outputs: [[1, 1]],
    shares: 'global',
  });
  const judge = (psbt: Psbt, key: Bytes = scanKey) => {
    const { share, ...rest } = provenShare(key, sendersOf(psbt, secp256k1), secp256k1);
    return { ...rest, hasShare: share !== undefined };
  };
  const fine = { invalid: [], missing: [], unproven: [], hasShare: true };
  const change = (psbt: Psbt, at: number, fields: Partial<PsbtInput>): Psbt => ({
    ...psbt,
    inputs: psbt.inputs.map((input, i) => (i === at ? { ...input, ...fields } : input)),
  });
  const without = (fields: readonly RawField[] | undefined, type: number): RawField[] =>
    (fields ?? []).filter(({ key }) => key[0] !== type);
  const forged = (fields: readonly RawField[] | undefined, type: number): RawField[] =>
    (fields ?? []).map((one) =>
      one.key[0] === type ? { ...one, value: one.value.map((b, i) => (i === 9 ? b ^ 1 : b)) } : one,
    );

  test('are complete without those of inputs that are not eligible', () => {
    expect(judge(each)).toEqual(fine);
    expect(judge(whole)).toEqual(fine);
    expect(judge(each, other.scanKey)).toEqual({ ...fine, missing: [0, 2], hasShare: false });
  });

  test('lack one, or a proof', () => {
    expect(judge(change(each, 0, { unknown: [] }))).toEqual({
      ...fine,
      missing: [0],
      hasShare: false,
    });
    expect(judge(change(each, 2, { unknown: without(each.inputs[2]?.unknown, 0x1e) }))).toEqual({
      ...fine,
      missing: [2],
      unproven: [2],
      hasShare: false,
    });
    expect(judge({ ...whole, unknown: without(whole.unknown, 0x08) })).toEqual({
      ...fine,
      unproven: [0, 2],
      hasShare: false,
    });
  });

  test('have a proof or a share that is not valid', () => {
    const wrong = { ...fine, hasShare: false };
    expect(judge(change(each, 0, { unknown: forged(each.inputs[0]?.unknown, 0x1e) }))).toEqual({
      ...wrong,
      invalid: [0],
    });
    expect(judge({ ...whole, unknown: forged(whole.unknown, 0x08) })).toEqual({
      ...wrong,
      invalid: [0, 2],
    });
    const notPoint = shareFields(
      'input',
      scanKey,
      new Uint8Array(33).fill(0xff),
      new Uint8Array(64),
    );
    expect(judge(change(each, 2, { unknown: notPoint }))).toEqual({ ...wrong, invalid: [2] });
  });

  test('are not proven while the public key of an input is unknown', () => {
    expect(judge(change(whole, 0, { keyPaths: [] }))).toEqual({
      ...fine,
      missing: [0],
      hasShare: false,
    });
    expect(judge(change(each, 0, { nonWitnessUtxo: undefined, witnessUtxo: undefined }))).toEqual({
      ...fine,
      missing: [0],
      hasShare: false,
    });
  });
});

describe('BIP352: an output that only scripts can spend is not eligible', () => {
  const script = Uint8Array.of(0x51);
  const merkleRoot = tapLeafHash(0xc0, script);
  const tweaked = (root: Bytes | undefined): Bytes => {
    const tweak = tapTweakHash(UNSPENDABLE_KEY, root);
    const made = secp256k1.tweakXOnlyPublicKey(UNSPENDABLE_KEY, tweak);
    if (made === undefined) throw new Error('no key');
    return made.xOnly;
  };
  const xOnly = tweaked(merkleRoot);
  const block = concatBytes(Uint8Array.of(0xc0), UNSPENDABLE_KEY);
  const kindOf = (fields: Partial<PsbtInput>, key: Bytes = xOnly) => {
    const witnessUtxo = { value: 1000n, scriptPubKey: p2trScript(key) };
    const input = { ...secondInput, nonWitnessUtxo: undefined, witnessUtxo, ...fields };
    return sendersOf({ ...pending, inputs: [input] }, secp256k1).keys[0]?.kind;
  };

  test('if its internal key and root, a leaf, or a witness show it', () => {
    expect(kindOf({})).toBe('key');
    expect(kindOf({ tapInternalKey: UNSPENDABLE_KEY, tapMerkleRoot: merkleRoot })).toBe('none');
    expect(kindOf({ tapInternalKey: UNSPENDABLE_KEY }, tweaked(undefined))).toBe('none');
    const leaf = { script, leafVersion: 0xc0, controlBlocks: [block] };
    expect(kindOf({ tapLeaves: [leaf] })).toBe('none');
    expect(kindOf({ finalWitness: [script, block] })).toBe('none');
  });

  test('a claim that the output does not prove leaves the key unknown', () => {
    expect(kindOf({ tapInternalKey: UNSPENDABLE_KEY })).toBe('unknown');
    const leaf = { script: Uint8Array.of(0x52), leafVersion: 0xc0, controlBlocks: [block] };
    expect(kindOf({ tapLeaves: [leaf] })).toBe('unknown');
    expect(kindOf({ tapInternalKey: xOnly })).toBe('key');
  });
});
