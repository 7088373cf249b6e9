import { p2tr, taprootListToTree } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { createPsbt } from '../../src/psbt/psbt.ts';
import { updatePsbtOutput } from '../../src/psbt/sign-job.ts';
import { emptyProvider } from '../../src/signing/miniscript-provider.ts';
import { xOnlyOf } from '../support/signing.ts';

/** Makes a taproot output with one script by btc-signer. */
const script = Uint8Array.of(32, ...xOnlyOf(2), 0xac);
const { script: scriptPubKey } = p2tr(xOnlyOf(1), taprootListToTree([{ script }]), undefined, true);
const tapTree = [{ depth: 0, leafVersion: 0xc0, script }];

function outputOf(more: object) {
  const outputs = [{ value: 1_000n, scriptPubKey }];
  const [output] = createPsbt({ version: 2, locktime: 0, inputs: [], outputs }, 2).outputs;
  if (output === undefined) throw new Error('no output');
  return { ...output, ...more };
}

test('an output keeps its internal key and tree if the provider knows neither', () => {
  const known = { tapInternalKey: xOnlyOf(1), tapTree };
  const updated = updatePsbtOutput(outputOf(known), emptyProvider, secp256k1);
  expect(updated).toMatchObject(known);
  // Without its internal key, a tree gives no output key.
  expect(updatePsbtOutput(outputOf({ tapTree }), emptyProvider, secp256k1)).toMatchObject({
    tapTree,
  });
  const bare = updatePsbtOutput(outputOf({}), emptyProvider, secp256k1);
  expect(bare).toMatchObject({ tapInternalKey: undefined, tapTree: [] });
});

test('an output gets the internal key and the tree that the provider knows', () => {
  const provider = {
    ...emptyProvider,
    getTaprootSpendData: () => ({ internalKey: xOnlyOf(1), leaves: [] }),
    getTaprootTree: () => tapTree,
  };
  const updated = updatePsbtOutput(outputOf({}), provider, secp256k1);
  expect(updated).toMatchObject({ tapInternalKey: xOnlyOf(1), tapTree });
});
