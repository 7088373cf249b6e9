import { describe, expect, test } from 'vitest';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import {
  areOfType,
  askForType,
  isSameType,
  opensSilentPayment,
  paysSilently,
  typeOfSchnorr,
  usualType,
} from '../../src/psbt/signature-types.ts';
import { p2trScript, p2wpkhScript } from '../../src/script/builders.ts';
import { silentPsbt } from '../support/generate/silent-payments.ts';

// BIP341: a signature of 64 bytes has SIGHASH_DEFAULT, and one of 65 the type of its last byte,
// which is never 0. BIP375: "must sign using SIGHASH_ALL".

const ended = (size: number, type: number): Uint8Array => {
  const bytes = new Uint8Array(size).fill(7);
  bytes[size - 1] = type;
  return bytes;
};

test.each([
  [0, ended(64, 3)],
  [1, ended(65, 1)],
  [0x83, ended(65, 0x83)],
  [undefined, ended(65, 0)],
  [undefined, new Uint8Array(0)],
])('the type of a BIP340 signature is %s', (type, signature) => {
  expect(typeOfSchnorr(signature)).toBe(type);
});

test('the usual type is DEFAULT for taproot, and ALL beside a silent payment', () => {
  const all = [true, false].flatMap((isTaproot) =>
    [true, false].map((isSilent) => usualType(isTaproot, isSilent)),
  );
  expect(all).toEqual([1, 0, 1, 1]);
});

test('ALL and DEFAULT are one type only beside a silent payment', () => {
  for (const isSilent of [true, false]) {
    expect(isSameType(0, 1, isSilent)).toBe(isSilent);
    expect(isSameType(1, 0, isSilent)).toBe(isSilent);
    expect(isSameType(3, 3, isSilent)).toBe(true);
    expect(isSameType(undefined, undefined, isSilent)).toBe(true);
    expect(isSameType(1, 2, isSilent)).toBe(false);
    expect(isSameType(2, 1, isSilent)).toBe(false);
    expect(isSameType(0, undefined, isSilent)).toBe(false);
  }
});

describe('all signatures of an input have a type', () => {
  const key = new Uint8Array(33);
  const none = { partialSignatures: [], tapKeySignature: undefined, tapScriptSignatures: [] };
  const ecdsa = (...types: number[]) => ({
    partialSignatures: types.map((type) => ({ publicKey: key, signature: ended(71, type) })),
  });
  const leaf = (size: number, type: number) => ({
    xOnly: key,
    leafHash: key,
    signature: ended(size, type),
  });

  test.each<[boolean, string, Partial<PsbtInput>, number, boolean]>([
    [true, 'none of ALL', {}, 1, false],
    [true, 'none of DEFAULT', {}, 0, false],
    [true, 'ALL', ecdsa(1, 1), 1, false],
    [false, 'ALL and NONE', ecdsa(1, 2), 1, false],
    [false, 'NONE and ALL', ecdsa(2, 1), 1, false],
    [true, 'NONE', ecdsa(2), 2, false],
    // Core looks at ECDSA signatures only if the type is not DEFAULT.
    [true, 'ECDSA for DEFAULT', ecdsa(1), 0, false],
    [true, 'a key path of DEFAULT', { tapKeySignature: ended(64, 9) }, 0, false],
    [false, 'a key path of ALL for DEFAULT', { tapKeySignature: ended(65, 1) }, 0, false],
    [true, 'the same beside a silent payment', { tapKeySignature: ended(65, 1) }, 0, true],
    [true, 'a key path of DEFAULT for ALL there', { tapKeySignature: ended(64, 1) }, 1, true],
    [false, 'a key path of NONE there', { tapKeySignature: ended(65, 2) }, 1, true],
    [false, 'a key path of DEFAULT for ALL', { tapKeySignature: ended(64, 1) }, 1, false],
    [true, 'leaves', { tapScriptSignatures: [leaf(65, 3), leaf(65, 3)] }, 3, false],
    [false, 'leaves of two types', { tapScriptSignatures: [leaf(65, 3), leaf(65, 2)] }, 3, false],
    [false, 'a leaf of DEFAULT', { tapScriptSignatures: [leaf(64, 3)] }, 3, false],
    [
      false,
      'ECDSA of ALL and a key path of NONE',
      { ...ecdsa(1), tapKeySignature: ended(65, 2) },
      1,
      false,
    ],
    [
      false,
      'ECDSA of NONE and a key path of ALL',
      { ...ecdsa(2), tapKeySignature: ended(65, 1) },
      1,
      false,
    ],
  ])('%s: %s', (are, _, signatures, type, isSilent) => {
    expect(areOfType({ ...none, ...signatures }, type, isSilent)).toBe(are);
  });
});

describe('a PSBT', () => {
  const outputs = [Uint8Array.of(0x51), [1, 1]] as const;
  const silent = silentPsbt({ kinds: ['wpkh', 'tr'], outputs, shares: 'none' });
  const plain: Psbt = { ...silent, outputs: silent.outputs.slice(0, 1) };
  const asking = (psbt: Psbt, ...types: readonly (number | undefined)[]): Psbt => ({
    ...psbt,
    inputs: psbt.inputs.map((input, i) => ({ ...input, sighashType: types[i] })),
  });

  test('pays silently in version 2 if any output has an address', () => {
    expect(paysSilently(silent)).toBe(true);
    expect(paysSilently(plain)).toBe(false);
    expect(paysSilently({ ...silent, version: 0 })).toBe(false);
  });

  test.each<[boolean, Psbt, 0 | 1 | 2 | undefined]>([
    [false, silent, undefined],
    [false, silent, 0],
    [false, silent, 1],
    [true, silent, 2],
    [false, asking(silent, 1, 1), undefined],
    [true, asking(silent, undefined, 0), undefined],
    [true, asking(silent, 2, 1), undefined],
    [true, asking(silent, 1, 2), 1],
    [false, plain, 2],
    [false, asking(plain, 2, 2), undefined],
  ])('opens its silent payment: %s', (opens, psbt, asked) => {
    expect(opensSilentPayment(psbt, asked)).toBe(opens);
  });

  test('is asked for a type that its inputs do not have without it', () => {
    const coins = [p2wpkhScript(new Uint8Array(20)), p2trScript(new Uint8Array(32)), undefined];
    const inputs = [...coins, ...coins].map((_, vout) => ({
      prevout: { txid: '11'.repeat(32), vout },
      scriptSig: new Uint8Array(0),
      sequence: 0,
      witness: [],
    }));
    const blank = createPsbt({ version: 2, locktime: 7, inputs, outputs: [] }, 2);
    const psbt: Psbt = {
      ...blank,
      inputs: blank.inputs.map((input, i) => {
        const scriptPubKey = coins[i % 3];
        const witnessUtxo = scriptPubKey && { value: 1n, scriptPubKey };
        if (i < 3) return { ...input, witnessUtxo };
        // One input asks for a type already, and one is final.
        return i === 3
          ? { ...input, witnessUtxo, sighashType: 0x82 }
          : { ...input, witnessUtxo, finalWitness: [Uint8Array.of(1)] };
      }),
    };
    const asked = (type: 0 | 1 | 2 | undefined) =>
      askForType(psbt, type).inputs.map(({ sighashType }) => sighashType);
    const kept = [0x82, undefined, undefined];
    expect(asked(undefined)).toEqual([undefined, undefined, undefined, ...kept]);
    expect(asked(0)).toEqual([undefined, undefined, undefined, ...kept]);
    expect(asked(1)).toEqual([undefined, 1, undefined, ...kept]);
    expect(asked(2)).toEqual([2, 2, 2, ...kept]);
    const without = (each: Psbt) => ({
      ...each,
      inputs: each.inputs.map(({ sighashType: _, ...input }) => input),
    });
    expect(without(askForType(psbt, 2))).toEqual(without(psbt));
  });
});
