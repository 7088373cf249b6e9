import { expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { ComputationFault } from '../../src/crypto/own-signatures.ts';
import { p2trScript, p2wpkhScript } from '../../src/script/builders.ts';
import type { SigningProgress } from '../../src/signing/job.ts';
import {
  type BegunSignatures,
  signLocally,
  signLocallyBy,
} from '../../src/signing/sign-locally.ts';
import { signTransaction, signTransactionWith } from '../../src/signing/sign-transaction.ts';
import { curve, jobOf, keyOf, publicKeyOf, spendOf, xOnlyOf } from '../support/signing.ts';

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

test.each([true, false])(
  'no transaction is answered before its signatures by workers hold: %s',
  async (holds) => {
    const spend = spendOf([p2wpkhScript(hash160(publicKeyOf(1))), p2trScript(xOnlyOf(1))]);
    const job = jobOf(spend, { keys: [keyOf(1)] });
    const workers = {
      signEcdsaMany: curve.signEcdsaMany,
      signSchnorrMany: curve.signSchnorrMany,
      verifyAll: async () => true,
      beginEcdsa: async (list: Parameters<typeof curve.signEcdsaMany>[0]) => ({
        signatures: curve.signEcdsaMany(list),
        hold: Promise.resolve(holds),
      }),
    };
    const told: SigningProgress[] = [];
    const onProgress = (progress: SigningProgress) => told.push(progress);
    const signing = signTransactionWith({ ...job, onProgress }, { workers });
    if (holds) expect(await signing).toEqual(signTransaction(job));
    else await expect(signing).rejects.toThrow(ComputationFault);
    const last = told.findLast(({ step }) => step === 'sign');
    expect(last).toEqual({ step: 'sign', done: 2, total: 2 });
  },
);

test('a tweak that gives no private key makes no signature, and no error', () => {
  // One of 2^128 keys has such a tweak: the curve says so here of every one.
  const never = { ...curve, tweakPrivateKey: () => undefined };
  const request = {
    algorithm: 'schnorr',
    input: 0,
    digest: new Uint8Array(32).fill(1),
    publicKey: publicKeyOf(1),
    taprootTweak: new Uint8Array(0),
    sighashType: 0,
    sigVersion: 'taproot',
  } as const;
  expect(signLocally([request], [keyOf(1)], curve)).toHaveLength(1);
  expect(signLocally([request], [keyOf(1)], never)).toEqual([undefined]);
});
