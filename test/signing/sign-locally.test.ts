import { expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { type BegunSignatures, signLocallyBy } from '../../src/signing/sign-locally.ts';

const begun = (holds: boolean) => async (): Promise<BegunSignatures> => ({
  signatures: [],
  hold: Promise.resolve(holds),
});

test.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])('signatures of workers hold only if ECDSA (%s) and Schnorr (%s) do', async (ecdsa, schnorr) => {
  const unused = () => {
    throw new Error('The workers begin themselves');
  };
  const workers = {
    signEcdsaMany: unused,
    signSchnorrMany: unused,
    beginEcdsa: begun(ecdsa),
    beginSchnorr: begun(schnorr),
  };
  const { hold } = await signLocallyBy(workers, [], [], kernelSecp256k1);
  expect(await hold).toBe(ecdsa && schnorr);
});
