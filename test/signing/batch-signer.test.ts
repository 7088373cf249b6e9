import { afterEach, beforeEach, expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { ComputationFault } from '../../src/crypto/own-signatures.ts';
import type { NewSignature } from '../../src/crypto/secp256k1.ts';
import { p2wpkhScript } from '../../src/script/builders.ts';
import { type SigningWorkers, signHere, signWith } from '../../src/signing/batch-signer.ts';
import type { SigningProgress } from '../../src/signing/job.ts';
import { signTransaction, signTransactionWith } from '../../src/signing/sign-transaction.ts';
import type { SignatureRequest } from '../../src/signing/signature-request.ts';
import { awaited } from '../../src/signing/task.ts';
import { answersOf, curve, jobOf, keyOf, publicKeyOf, spendOf } from '../support/signing.ts';

const requestOf = (number: number): SignatureRequest => ({
  algorithm: 'ecdsa',
  input: number,
  digest: new Uint8Array(32).fill(number + 1),
  publicKey: publicKeyOf(1),
  sighashType: 1,
  sigVersion: 'base',
});
const local = { secp256k1: curve };
const workers: SigningWorkers = {
  signEcdsaMany: (list) => curve.signEcdsaMany(list),
  signSchnorrMany: (list) => curve.signSchnorrMany(list),
  verifyAll: (checks) => curve.verifyAll(checks),
};
const scriptOf = (number: number) => p2wpkhScript(hash160(publicKeyOf(number)));

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => void process.off('unhandledRejection', note));
const aTurnLater = () => new Promise((done) => setTimeout(done, 0));

test.each([
  [1, [1]],
  [1024, [1024]],
  [2500, [1024, 1024, 452]],
])('progress of %i signatures made on this thread comes by the thousand', (count, pieces) => {
  const made: number[] = [];
  const requests = new Array<SignatureRequest>(count).fill(requestOf(0));
  const keys = new Array<undefined>(count).fill(undefined);
  const signatures = signHere(local, function* (signer) {
    return yield* awaited(signer.sign(requests, keys, (more) => void made.push(more)));
  });
  expect(made).toEqual(pieces);
  expect(signatures).toEqual(keys);
});

test('a nonce of an earlier list of the call is not returned again', async () => {
  let signature: NewSignature | undefined;
  const repeating = {
    ...curve,
    signEcdsaMany: (list: Parameters<typeof curve.signEcdsaMany>[0]) => {
      signature ??= curve.signEcdsaMany(list)[0];
      return list.map(() => signature);
    },
  };
  type Task = Parameters<typeof signHere>[1];
  const sign: Task = function* (signer) {
    for (const number of [1, 2])
      yield* awaited(signer.sign([requestOf(number)], [keyOf(1)], () => undefined));
  };
  expect(() => signHere({ secp256k1: repeating }, sign)).toThrow(ComputationFault);
  await expect(signWith({ secp256k1: repeating }, {}, sign)).rejects.toThrow(ComputationFault);
  const verified = {
    ...workers,
    beginEcdsa: async (list: Parameters<typeof curve.signEcdsaMany>[0]) => ({
      signatures: repeating.signEcdsaMany(list),
      hold: Promise.resolve(true),
    }),
  };
  await expect(signWith(local, { workers: verified }, sign)).rejects.toThrow(ComputationFault);
});

test('workers omit a signature without a key, like this thread', async () => {
  const job = jobOf(spendOf([scriptOf(1), scriptOf(2)]), {
    keys: [keyOf(1)],
    publicKeys: [publicKeyOf(2)],
  });
  const outcome = await signTransactionWith(job, { workers });
  expect(outcome).toEqual(signTransaction(job));
  expect(outcome.errors.map(({ index }) => index)).toEqual([1]);
});

test('an external signer is not asked if every key is at hand', async () => {
  const job = jobOf(spendOf([scriptOf(1)]), { keys: [keyOf(1)] });
  const signer = () => expect.unreachable('asked for nothing');
  expect(await signTransactionWith(job, { signer })).toEqual(signTransaction(job));
});

test('progress counts the signatures of an external signer and of the keys at hand', async () => {
  const seen: SigningProgress[] = [];
  const spend = spendOf([scriptOf(1), scriptOf(2), scriptOf(3)]);
  const device = jobOf(spend, { keys: [keyOf(2), keyOf(3)] }).provider;
  const job = {
    ...jobOf(spend, { keys: [keyOf(1)], publicKeys: [publicKeyOf(2), publicKeyOf(3)] }),
    onProgress: (progress: SigningProgress) => void seen.push(progress),
  };
  const signer = async (requests: readonly SignatureRequest[]) => answersOf(requests, device);
  expect(await signTransactionWith(job, { signer })).toMatchObject({ complete: true });
  expect(seen.filter(({ step }) => step === 'sign').map(({ done }) => done)).toEqual([1, 3]);
});

test('the first failure is reported, and later ones leave no unhandled rejection', async () => {
  const lost = new Error('The worker is lost');
  const losing = {
    ...workers,
    beginEcdsa: async (list: Parameters<typeof curve.signEcdsaMany>[0]) => ({
      signatures: curve.signEcdsaMany(list),
      hold: Promise.reject(lost),
    }),
  };
  const failing = { ...workers, beginEcdsa: () => Promise.reject(lost) };
  for (const each of [losing, failing]) {
    const signing = signWith(local, { workers: each }, function* (signer) {
      const made = signer.sign([requestOf(0)], [keyOf(1)], () => undefined);
      yield* awaited(aTurnLater());
      if (each === losing) yield* awaited(made);
      throw new Error('The task failed first');
    });
    await expect(signing).rejects.toThrow('The task failed first');
    await aTurnLater();
  }
  expect(unhandled).toEqual([]);
});
