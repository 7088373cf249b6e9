import { expect, test } from 'vitest';
import { finalizedInput } from '../../src/psbt/input-signatures.ts';
import { createPsbt } from '../../src/psbt/psbt.ts';
import { emptySignatureData } from '../../src/signing/signature-data.ts';

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
