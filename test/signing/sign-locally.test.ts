import * as tiny from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { ComputationFault } from '../../src/crypto/own-signatures.ts';
import { p2trScript, p2wpkhScript } from '../../src/script/builders.ts';
import { tapTweakHash } from '../../src/script/taproot.ts';
import type { SigningProgress } from '../../src/signing/job.ts';
import {
  type PendingSignatures,
  signLocally,
  signLocallyBy,
} from '../../src/signing/sign-locally.ts';
import { signTransaction, signTransactionWith } from '../../src/signing/sign-transaction.ts';
import type { SignatureRequest } from '../../src/signing/signature-request.ts';
import { curve, jobOf, keyOf, publicKeyOf, spendOf, xOnlyOf } from '../support/signing.ts';

const pending = (holds: boolean) => async (): Promise<PendingSignatures> => ({
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
    beginEcdsa: pending(ecdsa),
    beginSchnorr: pending(schnorr),
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
  // One of 2^128 keys has such a tweak; this curve reports it for every key.
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

test('a request without a key gets no signature, and others beside it do', () => {
  const digest = new Uint8Array(32).fill(1);
  const requests = [1, 2, 3].map(
    (number): SignatureRequest => ({
      algorithm: number === 3 ? 'schnorr' : 'ecdsa',
      input: 0,
      digest,
      publicKey: publicKeyOf(number),
      sighashType: 1,
      sigVersion: number === 3 ? 'taproot' : 'base',
    }),
  );
  const made = (has: readonly number[]) =>
    signLocally(
      requests,
      [1, 2, 3].map((number) => (has.includes(number) ? keyOf(number) : undefined)),
      curve,
    ).map((one) => one?.signature);
  const [first, second, third] = made([1, 2, 3]);
  expect(tiny.verify(digest, publicKeyOf(1), first ?? expect.unreachable())).toBe(true);
  expect(tiny.verify(digest, publicKeyOf(2), second ?? expect.unreachable())).toBe(true);
  expect(tiny.verifySchnorr(digest, xOnlyOf(3), third ?? expect.unreachable())).toBe(true);
  expect(made([2, 3])).toEqual([undefined, second, third]);
  expect(made([1])).toEqual([first, undefined, undefined]);
  expect(made([])).toEqual([undefined, undefined, undefined]);
});

describe('a taproot output by its internal key', () => {
  const scripts = [1, 2, 3, 4, 5, 6].map((number) => {
    const xOnly = xOnlyOf(number);
    const output = curve.tweakXOnlyPublicKey(xOnly, tapTweakHash(xOnly, new Uint8Array(0)));
    return p2trScript(output?.xOnly ?? expect.unreachable());
  });
  const keys = [1, 2, 3, 4, 5, 6].map((number) => keyOf(number));
  const job = jobOf(spendOf(scripts), { keys, bip86: true });
  const { signEcdsaMany, signSchnorrMany, verifyAll } = curve;
  const workers = { signEcdsaMany, signSchnorrMany, verifyAll };

  test('is not signed if a tweak was computed wrongly', async () => {
    const wrong = {
      ...curve,
      tweakPrivateKey: (key: Uint8Array) => curve.tweakPrivateKey(key, new Uint8Array(32).fill(1)),
    };
    expect(signTransaction(job).complete).toBe(true);
    const faulty = { ...job, secp256k1: wrong };
    expect(() => signTransaction(faulty)).toThrow(ComputationFault);
    await expect(signTransactionWith(faulty, { workers })).rejects.toThrow(ComputationFault);
  });

  test.each(['here', 'by workers'])(
    'overwrites its tweaked keys once it is signed %s',
    async (where) => {
      const made: Uint8Array[] = [];
      const noting = {
        ...curve,
        tweakPrivateKey: (key: Uint8Array, tweak: Uint8Array) => {
          const tweaked = curve.tweakPrivateKey(key, tweak);
          if (tweaked) made.push(tweaked);
          return tweaked;
        },
      };
      const noted = { ...job, secp256k1: noting };
      if (where === 'here') signTransaction(noted);
      else await signTransactionWith(noted, { workers });
      expect(made.map((bytes) => bytes.every((byte) => byte === 0))).toEqual(
        scripts.map(() => true),
      );
    },
  );
});
