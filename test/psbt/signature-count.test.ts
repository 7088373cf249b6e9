import { expect, test } from 'vitest';
import { createPsbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import { signaturesIn } from '../../src/psbt/signature-count.ts';

const bytes = new Uint8Array(64);
const musig = { participant: bytes, aggregate: bytes, leafHash: undefined, value: bytes };
const tapScript = { xOnly: bytes, leafHash: bytes, signature: bytes };
const partial = { publicKey: bytes, signature: bytes };

function countOf(changes: Partial<PsbtInput>): number {
  const prevout = { txid: '11'.repeat(32), vout: 0 };
  const bare = { prevout, scriptSig: new Uint8Array(0), sequence: 0, witness: [] };
  const psbt = createPsbt({ version: 2, locktime: 0, inputs: [bare, bare], outputs: [] }, 2);
  const [first, ...others] = psbt.inputs;
  return signaturesIn({ ...psbt, inputs: [{ ...(first as PsbtInput), ...changes }, ...others] });
}

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
