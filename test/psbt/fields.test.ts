import { PSBTGlobal, PSBTInput, PSBTOutput } from '@scure/btc-signer/psbt.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { encodeBase64 } from '../../src/encoding/base64.ts';
import { execute } from '../../src/library/call.ts';
import { encodePsbt as formatPsbt } from '../../src/library/payment/encoded.ts';
import { combinePsbts } from '../../src/psbt/combine.ts';
import { decodePsbt } from '../../src/psbt/decode.ts';
import { encodePsbt, orderPsbt } from '../../src/psbt/encode.ts';
import { type FieldRow, globalRows, inputRows, outputRows } from '../../src/psbt/fields.ts';
import { emptyPsbtInput, emptyPsbtOutput, hasValue, type Psbt } from '../../src/psbt/psbt.ts';
import { arbitraryPsbt } from '../support/generate/arbitrary-psbt.ts';

describe('the table of fields', () => {
  test.each([
    ['global', globalRows, PSBTGlobal],
    ['input', inputRows, PSBTInput],
    ['output', outputRows, PSBTOutput],
  ])('has the types, lists and versions of the %s map in btc-signer', (_, rows, theirs) => {
    const others = new Map(
      Object.values(theirs).map(([type, key, , required, allowed]) => [
        type,
        { isList: key !== false, isRequired: required.includes(2), isTwo: !allowed.includes(0) },
      ]),
    );
    for (const { type, member, list, required, two } of rows) {
      if (type === undefined) continue;
      const ours = {
        isList: list !== undefined,
        isRequired: required !== undefined,
        isTwo: two !== undefined,
      };
      expect(ours, member).toEqual(others.get(type));
    }
    const types = rows.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
  });
});

const samples: readonly Psbt[] = fc.sample(arbitraryPsbt(2), { numRuns: 80, seed: 46 });
const inputs = samples.flatMap((psbt) => psbt.inputs);
const outputs = samples.flatMap((psbt) => psbt.outputs);
const prevout = { txid: '11'.repeat(32), vout: 0 };

const psbtOf = (input: Psbt['inputs'][number], output: Psbt['outputs'][number]): Psbt => ({
  version: 2,
  txVersion: 2,
  fallbackLocktime: undefined,
  txModifiable: undefined,
  xpubs: [],
  inputs: [input],
  outputs: [output],
  proprietary: [],
  unknown: [],
});

type Case = { readonly member: string; readonly without: Psbt; readonly with: Psbt };

const emptyOutput = emptyPsbtOutput(1n, Uint8Array.of(0x51));

const casesOf = <Map extends object>(
  rows: readonly FieldRow[],
  maps: readonly Map[],
  place: (map: Map, value: object) => Psbt,
): readonly Case[] =>
  rows.flatMap(({ member }) => {
    if (['prevout', 'value', 'scriptPubKey'].includes(member)) return [];
    const of = (map: Map): unknown => Object.entries(map).find(([name]) => name === member)?.[1];
    const sample = maps.find((map) => hasValue(of(map)));
    if (sample === undefined) throw new Error(`no sample has ${member}`);
    const value = of(sample);
    const psbt = orderPsbt(place(sample, { [member]: value }));
    return [{ member, without: place(sample, {}), with: psbt }];
  });

const cases: readonly Case[] = [
  ...casesOf(inputRows, inputs, (input, value) =>
    psbtOf({ ...emptyPsbtInput(input.prevout, undefined), ...value }, emptyOutput),
  ),
  ...casesOf(outputRows, outputs, (_, value) =>
    psbtOf(emptyPsbtInput(prevout, undefined), { ...emptyOutput, ...value }),
  ),
];

/** Fields that Core's combiner does not take from another PSBT, or that change the transaction. */
const notCombined = ['sighashType', 'timeLocktime', 'heightLocktime'];

describe.each(cases)('the field $member', ({ member, without, with: psbt }) => {
  test('is read from the bytes that it was written to', () => {
    const bytes = encodePsbt(psbt);
    const read = bytes && decodePsbt(bytes, nobleSecp256k1);
    expect(read).toEqual(psbt);
  });

  test('is added by combining, if Core combines it', () => {
    const combined = combinePsbts(without, psbt);
    if (notCombined.includes(member)) expect(combined).not.toEqual(psbt);
    else expect(combined).toEqual(psbt);
  });

  test('is refused with a value of another type', () => {
    const [input, output] = [psbt.inputs[0], psbt.outputs[0]];
    const wrong = { [member]: Symbol('wrong') };
    const of = (map: object | undefined) => (map && member in map ? { ...map, ...wrong } : map);
    const changed: Psbt = Object.assign({}, psbt, { inputs: [of(input)], outputs: [of(output)] });
    expect(() => formatPsbt(changed)).toThrow(`.${member} must be`);
  });

  test('changes what decodepsbt shows', async () => {
    const shown = ([without, psbt] as const).map((each) => {
      const bytes = encodePsbt(each);
      return bytes && execute('decodepsbt', JSON.stringify([encodeBase64(bytes)]));
    });
    const [before, after] = await Promise.all(shown);
    expect(after).toContain('"inputs"');
    expect(after).not.toBe(before);
  });
});
