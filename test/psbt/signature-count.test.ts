import { expect, test } from 'vitest';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import {
  additionTo,
  noncesIn,
  rawSignatures,
  signaturesIn,
  silentWorkIn,
} from '../../src/psbt/signature-count.ts';
import { shareFields } from '../../src/psbt/silent-fields.ts';
import { silentPsbt } from '../support/generate/silent-payments.ts';

const bytes = new Uint8Array(64);
const musig = { participant: bytes, aggregate: bytes, leafHash: undefined, value: bytes };
const tapScript = { xOnly: bytes, leafHash: bytes, signature: bytes };
const partial = { publicKey: bytes, signature: bytes };

/** A PSBT of two inputs, of which the first has these fields. */
function psbtWith(changes: Partial<PsbtInput>): Psbt {
  const prevout = { txid: '11'.repeat(32), vout: 0 };
  const bare = { prevout, scriptSig: new Uint8Array(0), sequence: 0, witness: [] };
  const psbt = createPsbt({ version: 2, locktime: 0, inputs: [bare, bare], outputs: [] }, 2);
  const [first, ...others] = psbt.inputs;
  return { ...psbt, inputs: [{ ...(first as PsbtInput), ...changes }, ...others] };
}
const countOf = (changes: Partial<PsbtInput>): number => signaturesIn(psbtWith(changes));

test.each<[string, number, Partial<PsbtInput>]>([
  ['nothing', 0, {}],
  ['two signatures of a multisig script', 2, { partialSignatures: [partial, partial] }],
  ['a signature for the key path', 1, { tapKeySignature: bytes }],
  ['three for leaves', 3, { tapScriptSignatures: [tapScript, tapScript, tapScript] }],
  ['a nonce of MuSig2', 1, { musigPubNonces: [musig] }],
  [
    'two nonces and a partial signature',
    3,
    { musigPubNonces: [musig, musig], musigPartialSignatures: [musig] },
  ],
  [
    'one of each',
    4,
    {
      partialSignatures: [partial],
      tapKeySignature: bytes,
      tapScriptSignatures: [tapScript],
      musigPubNonces: [musig],
    },
  ],
  ['a final witness', 1000, { finalWitness: [bytes], partialSignatures: [partial] }],
  ['a final signature script', 1000, { finalScriptSig: bytes }],
])('an input counts what it has: %s', (_, count, changes) => {
  expect(countOf(changes)).toBe(count);
});

const numbered = (number: number): Uint8Array => new Uint8Array(64).fill(number);
const signed = (number: number) => ({ publicKey: bytes, signature: numbered(number) });
const withNonce = { musigPubNonces: [musig] };

// BIP174, 371, 373 and 375: the fields in which a signer leaves its work.
test.each<[string, string, Partial<PsbtInput>, Partial<PsbtInput>]>([
  ['nothing', 'nothing', { ...withNonce, partialSignatures: [signed(1)] }, {}],
  ['the same', 'nothing', { partialSignatures: [signed(1)] }, { partialSignatures: [signed(1)] }],
  ['a signature', 'signatures', {}, { partialSignatures: [signed(1)] }],
  [
    'a second signature',
    'signatures',
    { partialSignatures: [signed(1)] },
    { partialSignatures: [signed(1), signed(2)] },
  ],
  ['a key path', 'signatures', {}, { tapKeySignature: numbered(1) }],
  ['a leaf', 'signatures', {}, { tapScriptSignatures: [tapScript] }],
  ['a witness', 'signatures', {}, { finalWitness: [numbered(1)] }],
  // OP_PUSH of one byte.
  ['a scriptSig', 'signatures', {}, { finalScriptSig: Uint8Array.of(1, 7) }],
  [
    'a scriptSig of a signature that was there',
    'nothing',
    { partialSignatures: [{ publicKey: bytes, signature: Uint8Array.of(7) }] },
    { finalScriptSig: Uint8Array.of(1, 7) },
  ],
  ['a part of MuSig2', 'signatures', withNonce, { ...withNonce, musigPartialSignatures: [musig] }],
  ['a nonce', 'nonces', {}, withNonce],
  ['a second nonce', 'nonces', withNonce, { musigPubNonces: [musig, musig] }],
  [
    'a share',
    'shares',
    {},
    { unknown: shareFields('input', new Uint8Array(33).fill(2), bytes, bytes) },
  ],
])('a signer that added %s has added: %s', (_, addition, before, after) => {
  expect(additionTo(psbtWith(before), psbtWith(after))).toBe(addition);
});

test('a scriptSig that cannot be parsed has no signature', () => {
  expect(rawSignatures({ ...(psbtWith({}).inputs[0] as PsbtInput) })).toEqual([]);
  const [input] = psbtWith({ finalScriptSig: Uint8Array.of(5, 1) }).inputs;
  expect(rawSignatures(input as PsbtInput)).toEqual([]);
});

test('nonces of all inputs count', () => {
  const psbt = psbtWith(withNonce);
  const [first] = psbt.inputs;
  expect(noncesIn({ ...psbt, inputs: [...psbt.inputs, first as PsbtInput] })).toBe(2);
  expect(noncesIn(psbtWith({}))).toBe(0);
});

test('the work for silent payments is each share, and each script that is computed', () => {
  const outputs = [[1, 1], [2, 1], Uint8Array.of(0x51)] as const;
  const work = (shares: 'none' | 'inputs' | 'global') =>
    silentWorkIn(silentPsbt({ kinds: ['wpkh', 'tr'], outputs, shares }));
  // One script is not of a silent payment; two scan keys.
  expect(work('none')).toBe(1);
  expect(work('inputs')).toBe(2 * 2 + 3);
  expect(work('global')).toBe(2 + 3);
});
