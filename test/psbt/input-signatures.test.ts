import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodePsbt } from '../../src/psbt/encode.ts';
import {
  finalizedInput,
  inputSignatureData,
  updatedInput,
  updatedKeyFields,
} from '../../src/psbt/input-signatures.ts';
import {
  createPsbt,
  emptyPsbtOutput,
  isFinalized,
  type Psbt,
  type PsbtInput,
} from '../../src/psbt/psbt.ts';
import { updatePsbtOutput } from '../../src/psbt/sign-job.ts';
import { emptyProvider } from '../../src/signing/miniscript-provider.ts';
import { emptySignatureData } from '../../src/signing/signature-data.ts';
import { arbitraryPsbt } from '../support/generate/arbitrary-psbt.ts';
import { curve, publicKeyOf, xOnlyOf } from '../support/signing.ts';

// Core: PSBTInput::FromSignatureData replaces a final script only by one that is not empty.
test('final scripts stay if the signature data has none', () => {
  const none = new Uint8Array(0);
  const prevout = { txid: '11'.repeat(32), vout: 0 };
  const inputs = [{ prevout, scriptSig: none, sequence: 0, witness: [] }];
  const [input] = createPsbt({ version: 2, locktime: 0, inputs, outputs: [] }, 2).inputs;
  if (input === undefined) throw new Error('no input');
  const known = {
    ...input,
    finalScriptSig: Uint8Array.of(1),
    finalWitness: [Uint8Array.of(2)],
  };
  expect(finalizedInput(known, emptySignatureData)).toMatchObject({
    finalScriptSig: Uint8Array.of(1),
    finalWitness: [Uint8Array.of(2)],
  });
  const data = { ...emptySignatureData, scriptSig: Uint8Array.of(3), witness: [Uint8Array.of(4)] };
  expect(finalizedInput(known, data)).toMatchObject({
    finalScriptSig: Uint8Array.of(3),
    finalWitness: [Uint8Array.of(4)],
  });
});

const samples = fc.sample(arbitraryPsbt(2), { numRuns: 60, seed: 46 });
const open = samples.flatMap(({ inputs }) => inputs.filter((input) => !isFinalized(input)));
const final = samples.flatMap(({ inputs }) => inputs.filter(isFinalized));

const [sample] = samples;
if (sample === undefined) throw new Error('no sample');
/** The bytes of a PSBT with this input or output, in which lists have Core's order. */
const written = (maps: Partial<Pick<Psbt, 'inputs' | 'outputs'>>) =>
  encodePsbt({ ...sample, inputs: [], outputs: [], ...maps });
const writtenInput = (input: PsbtInput) => written({ inputs: [input] });

// Core: PSBTInput::FillSignatureData and PSBTInput::FromSignatureData.
describe('the signature data of an input', () => {
  test('has every field, so that the input is the same again', () => {
    expect(open.length).toBeGreaterThan(20);
    for (const input of open) {
      const updated = updatedInput(input, inputSignatureData(input));
      expect(writtenInput(updated)).toEqual(writtenInput(input));
    }
  });

  test('has the preimages of each kind of hash', () => {
    const kinds = ['ripemd160', 'sha256', 'hash160', 'hash256'] as const;
    for (const kind of kinds) {
      const [input] = open.filter((each) => each[kind].length > 0);
      if (input === undefined) throw new Error(`no sample has ${kind}`);
      const blank = { ...input, ripemd160: [], sha256: [], hash160: [], hash256: [] };
      const only = { ...blank, [kind]: input[kind] };
      const { preimages } = inputSignatureData(only);
      expect([...preimages.keys()].every((key) => key.startsWith(`${kind}:`))).toBe(true);
      expect(updatedInput(blank, inputSignatureData(only))).toMatchObject({
        ...blank,
        [kind]: input[kind],
      });
    }
  });

  test('has no script if there is none, and one of a single byte', () => {
    const [input] = open;
    if (input === undefined) throw new Error('no sample');
    const none = new Uint8Array(0);
    const bare = { ...input, redeemScript: none, witnessScript: none };
    expect(inputSignatureData(bare)).toMatchObject({
      redeemScript: undefined,
      witnessScript: undefined,
    });
    const short = { ...input, redeemScript: Uint8Array.of(1), witnessScript: Uint8Array.of(2) };
    expect(inputSignatureData(short)).toMatchObject({
      redeemScript: Uint8Array.of(1),
      witnessScript: Uint8Array.of(2),
    });
  });

  test('is only the final scripts if there are some', () => {
    expect(final.length).toBeGreaterThan(5);
    for (const input of final) {
      expect(inputSignatureData({ ...input, redeemScript: Uint8Array.of(1) })).toEqual({
        ...emptySignatureData,
        scriptSig: input.finalScriptSig,
        witness: input.finalWitness,
      });
    }
  });

  test('adds to an input what it lacks, and changes nothing of it', () => {
    const origin = (byte: number) => ({ fingerprint: new Uint8Array(4).fill(byte), path: [byte] });
    const leaf = (byte: number) => ({
      script: Uint8Array.of(byte),
      leafVersion: 0xc0,
      controlBlocks: [new Uint8Array(33).fill(byte)],
    });
    const with_ = (byte: number, numbers: readonly number[]): PsbtInput => ({
      ...(open[0] as PsbtInput),
      redeemScript: Uint8Array.of(byte),
      witnessScript: Uint8Array.of(byte),
      keyPaths: numbers.map((n) => ({ publicKey: publicKeyOf(n), origin: origin(byte) })),
      tapKeyPaths: numbers.map((n) => ({
        xOnly: xOnlyOf(n),
        leafHashes: new Set<string>(),
        origin: origin(byte),
      })),
      tapLeaves: numbers.map(leaf),
    });
    const [own, theirs] = [with_(7, [1, 2]), with_(8, [2, 3])];
    const both = updatedInput(own, inputSignatureData(theirs));
    expect(both).toMatchObject({
      redeemScript: own.redeemScript,
      witnessScript: own.witnessScript,
    });
    const origins = (list: readonly { origin: { path: readonly number[] } }[]) =>
      list.map((each) => each.origin.path[0]).sort();
    expect(origins(both.keyPaths)).toEqual([7, 7, 8]);
    expect(origins(both.tapKeyPaths)).toEqual([7, 7, 8]);
    expect(both.tapLeaves.map(({ script }) => script[0]).sort()).toEqual([1, 2, 3]);
    const none = new Uint8Array(0);
    const bare = { ...own, redeemScript: none, witnessScript: none };
    expect(updatedKeyFields(bare, inputSignatureData(theirs))).toMatchObject({
      redeemScript: theirs.redeemScript,
      witnessScript: theirs.witnessScript,
    });
  });
});

// Core: UpdatePSBTOutput.
test('an output keeps its fields if no key or script is known', () => {
  const outputs = samples.flatMap((psbt) => psbt.outputs);
  for (const output of outputs) {
    // A tree and a key are looked at only if they lead to the script.
    const given = { ...output, tapTree: [], tapInternalKey: undefined };
    const updated = updatePsbtOutput(given, emptyProvider, curve);
    expect(written({ outputs: [updated] })).toEqual(written({ outputs: [given] }));
  }
  const alone = { ...emptyPsbtOutput(1n, Uint8Array.of(0x51)), tapInternalKey: xOnlyOf(1) };
  expect(updatePsbtOutput(alone, emptyProvider, curve)).toEqual(alone);
  const tree = [{ depth: 0, leafVersion: 0xc0, script: Uint8Array.of(0x51) }];
  const whole = { ...alone, tapTree: tree };
  expect(updatePsbtOutput(whole, emptyProvider, curve)).toEqual(whole);
});
