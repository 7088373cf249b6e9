import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import type { Psbt, PsbtInput } from '../../src/psbt/psbt.ts';
import { spendFields } from '../../src/psbt/silent-fields.ts';
import { judgeSilentPayments } from '../../src/psbt/silent-payments.ts';
import { silentSigning } from '../../src/psbt/silent-signing.ts';
import { p2trScript } from '../../src/script/builders.ts';
import { tapTweakHash } from '../../src/script/taproot.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import {
  type SilentKind,
  silentAddress,
  silentKey,
  silentPsbt,
} from '../support/generate/silent-payments.ts';

// BIP375: a signer with all keys makes one global share for each scan key; others make a share for
// each of their inputs. Shares and scripts that are there already stay. The PSBTs are made by code
// of their own (test/support/generate/silent-payments.ts).

const KINDS: readonly SilentKind[] = ['wpkh', 'tr', 'pkh'];
const outputs = [
  [1, 1],
  [2, 1],
] as const;
const whole = silentPsbt({ kinds: KINDS, outputs, shares: 'global' });
const each = silentPsbt({ kinds: KINDS, outputs, shares: 'inputs' });
const pending = silentPsbt({ kinds: KINDS, outputs, shares: 'none' });

const keyOf = (bytes: Bytes): PrivateKey => {
  const key = PrivateKey.from(bytes, true);
  if (key === undefined) throw new Error('no key');
  return key;
};
const providerOf = (...numbers: readonly number[]) =>
  createKeyProvider({ keys: numbers.map((n) => keyOf(silentKey(n))), bip86: true }, secp256k1);

const prepare = (psbt: Psbt, numbers: readonly number[], type?: 0 | 1 | 2) =>
  silentSigning.prepare(psbt, () => [providerOf(...numbers)], type, secp256k1);

/** The number of fields in the global map and in each input. */
const counts = (psbt: Psbt | undefined) =>
  psbt && [psbt.unknown.length, ...psbt.inputs.map(({ unknown }) => unknown.length)];
const scriptsOf = ({ outputs: list }: Psbt) => list.map((one) => encodeHex(one.scriptPubKey));
/** Scripts are not computed, and these inputs have their shares. */
const sharedBy = (...numbers: readonly number[]): Psbt => ({
  ...pending,
  inputs: pending.inputs.map((input, i) =>
    numbers.includes(i) ? { ...input, unknown: each.inputs[i]?.unknown ?? [] } : input,
  ),
});

describe('a signer', () => {
  test('makes, with all keys, a global share for each scan key, also of one input', () => {
    const done = prepare(pending, [0, 1, 2]);
    expect(counts(done)).toEqual([4, 0, 0, 0]);
    expect(done && scriptsOf(done)).toEqual(scriptsOf(whole));
    const one = silentPsbt({ kinds: ['wpkh'], outputs, shares: 'none' });
    expect(counts(prepare(one, [0]))).toEqual([4, 0]);
  });

  test('makes shares of its inputs with some of the keys, and computes no script', () => {
    const done = prepare(pending, [0, 2]);
    expect(counts(done)).toEqual([0, 4, 0, 4]);
    expect(done && scriptsOf(done)).toEqual(['', '']);
    expect(done && judgeSilentPayments(done, secp256k1)?.faults).toEqual([]);
  });

  test('keeps the shares of others, and adds only its own, even with all keys', () => {
    for (const numbers of [
      [1, 2],
      [0, 1, 2],
    ]) {
      const done = prepare(sharedBy(0), numbers);
      expect(counts(done)).toEqual([0, 4, 4, 4]);
      expect(done?.inputs[0]?.unknown).toEqual(each.inputs[0]?.unknown);
      expect(done && scriptsOf(done)).toEqual(scriptsOf(whole));
    }
    const other = { key: Uint8Array.of(0x77), value: Uint8Array.of(1) };
    const given = {
      ...pending,
      inputs: pending.inputs.map((input) => ({ ...input, unknown: [other] })),
    };
    expect(counts(prepare(given, [0]))).toEqual([0, 5, 1, 1]);
    expect(counts(prepare({ ...pending, unknown: [other] }, [0, 1, 2]))).toEqual([5, 0, 0, 0]);
  });

  test('changes nothing if all is computed, if it has no key, or if no input is eligible', () => {
    expect(prepare(whole, [0, 1, 2])).toBe(whole);
    for (const done of [whole, each]) {
      // The third flag allows no change of inputs or outputs.
      const open = { ...done, txModifiable: 4 };
      expect(prepare(open, [0, 1, 2])).toEqual(open);
    }
    expect(prepare(pending, [])).toEqual(pending);
    const none = silentPsbt({ kinds: ['multisig'], outputs, shares: 'none' });
    expect(prepare(none, [0])).toEqual(none);
  });

  test('computes scripts from the shares of others without any key', () => {
    const done = prepare(sharedBy(0, 1, 2), []);
    expect(done && scriptsOf(done)).toEqual(scriptsOf(whole));
    expect(done?.txModifiable).toBe(0);
    const unset = { ...sharedBy(0, 1, 2), txModifiable: undefined };
    expect(prepare(unset, [])).toMatchObject({ txModifiable: undefined });
    // Of two scripts one is computed already.
    const half = {
      ...sharedBy(0, 1, 2),
      outputs: pending.outputs.map((output, i) =>
        i === 0 ? (whole.outputs[0] ?? output) : output,
      ),
    };
    const both = prepare(half, []);
    expect(both && scriptsOf(both)).toEqual(scriptsOf(whole));
    expect(both?.outputs[0]).toBe(half.outputs[0]);
  });

  test('refuses other types than ALL, and faults, each on its own', () => {
    expect(prepare(pending, [0], 1)).toBeDefined();
    expect(prepare(pending, [0], 2)).toBe(undefined);
    expect(prepare(whole, [0, 1, 2], 2)).toBe(undefined);
    const label = { key: Uint8Array.of(0x0a), value: new Uint8Array(3) };
    const wrong = (psbt: Psbt): Psbt => ({
      ...psbt,
      outputs: psbt.outputs.map((output) => ({ ...output, unknown: [...output.unknown, label] })),
    });
    expect(prepare(wrong(pending), [0])).toBe(undefined);
    const plain = { ...pending, outputs: pending.outputs.map((one) => ({ ...one, unknown: [] })) };
    expect(prepare(plain, [0], 2)).toBe(plain);
    expect(prepare(wrong(plain), [0])).toBe(undefined);
  });

  test('makes a share of an output key whose root only the input has', () => {
    const root = new Uint8Array(32).fill(5);
    const internalKey = keyOf(silentKey(0)).publicKey(secp256k1).subarray(1);
    const tweaked = secp256k1.tweakXOnlyPublicKey(internalKey, tapTweakHash(internalKey, root));
    if (tweaked === undefined) throw new Error('no key');
    const one = silentPsbt({ kinds: ['tr'], outputs, shares: 'none' });
    const inputs = one.inputs.map(
      (input): PsbtInput => ({
        ...input,
        nonWitnessUtxo: undefined,
        witnessUtxo: { value: 90_000n, scriptPubKey: p2trScript(tweaked.xOnly) },
        tapInternalKey: internalKey,
        tapMerkleRoot: root,
      }),
    );
    const done = prepare({ ...one, inputs }, [0]);
    expect(counts(done)).toEqual([4, 0]);
    expect(done && judgeSilentPayments(done, secp256k1)?.outputs.map((o) => o.isProven)).toEqual([
      true,
      true,
    ]);
    expect(counts(prepare({ ...one, inputs }, [1]))).toEqual([0, 0]);
  });
});

test('a payment replaces placeholders by addresses, and keeps other fields', () => {
  const recipient = silentAddress(1, 1);
  const script = silentSigning.placeholder(recipient, 0);
  const other = { key: Uint8Array.of(0x77), value: Uint8Array.of(1) };
  const given: Psbt = {
    ...pending,
    outputs: pending.outputs.map((output, i) => ({
      ...output,
      scriptPubKey: i === 0 ? script : Uint8Array.of(0x51),
      unknown: [other],
    })),
  };
  const recipients = new Map([[encodeHex(script), { ...recipient, label: 0 }]]);
  const paid = silentSigning.pay(given, recipients, secp256k1);
  expect(paid?.outputs.map(({ scriptPubKey: s }) => s.length)).toEqual([0, 1]);
  expect(paid?.outputs.map(({ unknown }) => unknown.map(({ key }) => key[0]))).toEqual([
    [0x77, 0x09, 0x0a],
    [0x77],
  ]);
  const of = (...kinds: readonly SilentKind[]) =>
    silentSigning.pay(silentPsbt({ kinds, outputs, shares: 'none' }), recipients, secp256k1);
  expect(of('multisig')).toBe(undefined);
  expect(of('wpkh', 'future')).toBe(undefined);
  expect(of('wpkh', 'multisig')).toBeDefined();
  expect(silentSigning.pay({ ...given, inputs: [] }, recipients, secp256k1)).toBeDefined();
});

test('BIP376: only final inputs lose the fields for spending, and no others', () => {
  const origin = { fingerprint: new Uint8Array(4), path: [] };
  const { spendKey } = silentAddress(1, 1);
  const fields = spendFields(silentKey(5), { publicKey: spendKey, origin });
  const other = { key: Uint8Array.of(0x77), value: Uint8Array.of(1) };
  const final = { finalWitness: [Uint8Array.of(1)] };
  const share = { key: Uint8Array.of(0x1d, 1), value: Uint8Array.of(1) };
  const given: Psbt = {
    ...pending,
    inputs: pending.inputs.map((input, i) => ({
      ...input,
      ...(i === 0 ? {} : final),
      unknown: i === 2 ? [other, share] : [other, ...fields, share],
    })),
  };
  const done = silentSigning.finish(given);
  expect(done.inputs[0]).toBe(given.inputs[0]);
  expect(done.inputs[1]?.unknown).toEqual([other, share]);
  expect(done.inputs[2]).toBe(given.inputs[2]);
});
