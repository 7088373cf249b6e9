import { RawPSBTV0, RawPSBTV2 } from '@scure/btc-signer/psbt.js';
import { Psbt as OtherPsbt } from 'bitcoinjs-lib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { isBytes } from '../../src/encoding/bytes.ts';
import { ColdsignError } from '../../src/encoding/coldsign-error.ts';
import { formatPsbt } from '../../src/index.ts';
import { combinePsbts } from '../../src/psbt/combine.ts';
import { convertPsbt } from '../../src/psbt/convert.ts';
import { decodePsbt } from '../../src/psbt/decode.ts';
import { encodePsbt, orderPsbt } from '../../src/psbt/encode.ts';
import type { Psbt, PsbtInput, PsbtOutput } from '../../src/psbt/psbt.ts';
import { lockTime } from '../../src/psbt/unsigned-transaction.ts';
import { createPsbt, encodePsbt as publicEncodePsbt } from '../../src/public/psbt.ts';
import { anyPsbt, arbitraryPsbt } from '../support/generate/arbitrary-psbt.ts';
import { runs } from '../support/generate/sample.ts';

function encoded(psbt: Psbt): Uint8Array {
  const bytes = encodePsbt(psbt);
  if (bytes === undefined) throw new Error('not encoded');
  return bytes;
}

function decoded(bytes: Uint8Array): Psbt {
  const psbt = decodePsbt(bytes, secp256k1);
  if ('error' in psbt) throw new Error(psbt.error);
  return psbt;
}

test('reads its own encoding', () => {
  fc.assert(
    fc.property(anyPsbt, (psbt) => {
      const bytes = encoded(psbt);
      expect(orderPsbt(decoded(bytes))).toEqual(orderPsbt(psbt));
      expect(encoded(decoded(bytes))).toEqual(bytes);
    }),
    { numRuns: runs(100) },
  );
});

/** Lists every part of a PSBT that is bytes or a number, by its path. */
function partsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === 'number' || isBytes(value)) return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => partsOf(part, [...path, name]));
}

function changed(value: unknown, [name, ...rest]: readonly string[], seed: number): unknown {
  if (name === undefined) return isBytes(value) ? changedBytes(value, seed) : changedNumber(seed);
  const part = changed(Reflect.get(Object(value), name), rest, seed);
  if (!Array.isArray(value)) return { ...Object(value), [name]: part };
  return value.map((each, i) => (String(i) === name ? part : each));
}

function changedBytes(bytes: Uint8Array, seed: number): Uint8Array {
  const ways = [
    bytes.subarray(1),
    bytes.subarray(0, -1),
    Uint8Array.from([...bytes, seed & 255]),
    new Uint8Array(0),
    new Uint8Array(bytes.length),
    bytes.map((byte, i) => (i === seed % bytes.length ? byte ^ 0x80 : byte)),
  ];
  return ways[seed % ways.length] ?? bytes;
}

const changedNumber = (seed: number): number =>
  [0, 1, 127, 129, 255, 256, 499_999_999, 500_000_000, 0xffffffff][seed % 9] ?? 0;

test('names the part of a PSBT that has the wrong size', () => {
  const blank = createPsbt({ version: 2, inputs: [], outputs: [], locktime: 0 }, 2);
  const origin = { fingerprint: new Uint8Array(3), path: [] };
  const psbt = { ...blank, xpubs: [{ xpub: new Uint8Array(78), origin }] };
  expect(() => publicEncodePsbt(psbt)).toThrow(
    'encodePsbt: psbt.xpubs[0].origin.fingerprint must be a Uint8Array of 4 bytes, not 3 bytes',
  );
});

test('refuses to write a PSBT that it cannot read, and names the part', () => {
  let [written, refused] = [0, 0];
  fc.assert(
    fc.property(anyPsbt, fc.nat(), fc.nat(), (psbt, where, how) => {
      const paths = partsOf(psbt);
      const path = paths[where % paths.length] ?? [];
      const given = changed(psbt, path, how) as Psbt;
      for (const write of [toBytes, formatted]) {
        const bytes = outcome(() => write(given));
        if (bytes instanceof ColdsignError) {
          refused++;
          expect(bytes.code).toBe('WRONG_ARGUMENT');
          const at =
            path[0] === 'inputs' || path[0] === 'outputs' ? `${path[0]}[${path[1]}]` : 'psbt';
          expect(bytes.message).toContain(at);
          continue;
        }
        written++;
        const { inputs, outputs } = decoded(bytes);
        expect([inputs.length, outputs.length]).toEqual([psbt.inputs.length, psbt.outputs.length]);
      }
    }),
    { numRuns: runs(200) },
  );
  expect(Math.min(written, refused)).toBeGreaterThan(runs(200) / 10);
});

const toBytes = (psbt: Psbt) => publicEncodePsbt(psbt) ?? new Uint8Array(0);
const formatted = (psbt: Psbt) => formatPsbt(psbt, 'bytes');

function outcome(write: () => Uint8Array): Uint8Array | ColdsignError {
  try {
    return write();
  } catch (error) {
    if (error instanceof ColdsignError) return error;
    throw error;
  }
}

describe('versions', () => {
  test('conversion from 2 to 0 and back loses nothing', () => {
    fc.assert(
      fc.property(arbitraryPsbt(2), (psbt) => {
        const older = convertPsbt(psbt, 0);
        expect(older === undefined).toBe(lockTime(psbt) === undefined);
        if (older === undefined) return;
        expect(lockTime(older)).toBe(lockTime(psbt));
        const back = convertPsbt(decoded(encoded(older)), 2);
        expect(back && encoded(back)).toEqual(encoded(psbt));
      }),
      { numRuns: runs(100) },
    );
  });

  test('conversion from 0 to 2 and back loses nothing', () => {
    fc.assert(
      fc.property(arbitraryPsbt(0), (psbt) => {
        const newer = convertPsbt(psbt, 2);
        const back = newer && convertPsbt(decoded(encoded(newer)), 0);
        expect(back && encoded(back)).toEqual(encoded(psbt));
      }),
      { numRuns: runs(100) },
    );
  });
});

/** Each signer keeps some of the records, and every record has at least one signer. */
function split(psbt: Psbt, owners: readonly number[], part: number): Psbt {
  let next = 0;
  const mine = <T>(list: readonly T[]) => list.filter(() => owned());
  const owned = () => owners[next++ % owners.length] === part;
  const optional = <T>(value: T): T | undefined => (owned() ? value : undefined);
  const script = (bytes: Uint8Array) => (owned() ? bytes : new Uint8Array(0));
  const partOfInput = (input: PsbtInput): PsbtInput => ({
    ...input,
    nonWitnessUtxo: optional(input.nonWitnessUtxo),
    witnessUtxo: optional(input.witnessUtxo),
    partialSignatures: mine(input.partialSignatures),
    redeemScript: script(input.redeemScript),
    witnessScript: script(input.witnessScript),
    keyPaths: mine(input.keyPaths),
    finalScriptSig: script(input.finalScriptSig),
    finalWitness: owned() ? input.finalWitness : [],
    ripemd160: mine(input.ripemd160),
    sha256: mine(input.sha256),
    hash160: mine(input.hash160),
    hash256: mine(input.hash256),
    tapKeySignature: optional(input.tapKeySignature),
    tapScriptSignatures: mine(input.tapScriptSignatures),
    tapLeaves: mine(input.tapLeaves),
    tapKeyPaths: mine(input.tapKeyPaths),
    tapInternalKey: optional(input.tapInternalKey),
    tapMerkleRoot: optional(input.tapMerkleRoot),
    musigParticipants: mine(input.musigParticipants),
    musigPubNonces: mine(input.musigPubNonces),
    musigPartialSignatures: mine(input.musigPartialSignatures),
    proprietary: mine(input.proprietary),
    unknown: mine(input.unknown),
  });
  const partOfOutput = (output: PsbtOutput): PsbtOutput => ({
    ...output,
    redeemScript: script(output.redeemScript),
    witnessScript: script(output.witnessScript),
    keyPaths: mine(output.keyPaths),
    tapInternalKey: optional(output.tapInternalKey),
    tapTree: owned() ? output.tapTree : [],
    tapKeyPaths: mine(output.tapKeyPaths),
    musigParticipants: mine(output.musigParticipants),
    proprietary: mine(output.proprietary),
    unknown: mine(output.unknown),
  });
  return {
    ...psbt,
    xpubs: mine(psbt.xpubs),
    inputs: psbt.inputs.map(partOfInput),
    outputs: psbt.outputs.map(partOfOutput),
    proprietary: mine(psbt.proprietary),
    unknown: mine(psbt.unknown),
  };
}

test('combined in any order, parts make the whole', () => {
  const owners = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 7, maxLength: 40 });
  fc.assert(
    fc.property(anyPsbt, owners, (psbt, whose) => {
      if (lockTime(psbt) === undefined) return;
      const whole = encoded(psbt);
      const [a, b, c] = [0, 1, 2].map((part) => split(psbt, whose, part));
      if (a === undefined || b === undefined || c === undefined) return;
      const orders = [
        [a, b, c],
        [a, c, b],
        [b, a, c],
        [b, c, a],
        [c, a, b],
        [c, b, a],
      ] as const;
      for (const [first, ...others] of orders) {
        const combined = combinePsbts(first, ...others);
        expect(combined && encoded(combined)).toEqual(whole);
      }
    }),
    { numRuns: runs(50) },
  );
});

describe('other programs', () => {
  test('btc-signer reads our PSBTs, and we read its PSBTs', () => {
    let read = 0;
    fc.assert(
      fc.property(anyPsbt, (psbt) => {
        const bytes = encoded(psbt);
        const coder = psbt.version === 0 ? RawPSBTV0 : RawPSBTV2;
        const again = tryOther(() => coder.encode(coder.decode(bytes)));
        if (again === undefined) return;
        read++;
        expect(encoded(decoded(again))).toEqual(bytes);
      }),
      { numRuns: runs(200), seed: 1 },
    );
    expect(read).toBeGreaterThan(runs(200) / 10);
  });

  test('bitcoinjs-lib reads our PSBTs of version 0, and we read its PSBTs', () => {
    let read = 0;
    fc.assert(
      fc.property(arbitraryPsbt(0), (psbt) => {
        if (psbt.inputs.length * psbt.outputs.length === 0) return;
        const bytes = encoded(psbt);
        const again = tryOther(() => OtherPsbt.fromBuffer(bytes).toBuffer());
        if (again === undefined) return;
        read++;
        expect(encoded(decoded(Uint8Array.from(again)))).toEqual(bytes);
      }),
      { numRuns: runs(200), seed: 1 },
    );
    expect(read).toBeGreaterThan(runs(200) / 10);
  });
});

/** Others refuse more than BIP174 and Core do, so only PSBTs that they accept are compared. */
function tryOther(run: () => Uint8Array): Uint8Array | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
