import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import { encodeDer } from '../../src/crypto/der.ts';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import {
  multisigScript,
  p2pkhScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { createKeyProvider } from '../../src/signing/key-provider.ts';
import { signTransaction, signTransactionWith } from '../../src/signing/sign-transaction.ts';
import type { ExternalSigner, SignatureRequest } from '../../src/signing/signature-request.ts';
import {
  answersOf,
  curve,
  jobOf,
  keyOf,
  publicKeyOf,
  spendOf,
  xOnlyOf,
} from '../support/signing.ts';

const script = multisigScript(2, [publicKeyOf(1), publicKeyOf(2)]);
const spend = spendOf([
  p2pkhScript(hash160(publicKeyOf(1))),
  p2wpkhScript(hash160(publicKeyOf(2))),
  p2wshScript(sha256(script)),
  p2trScript(xOnlyOf(1)),
  p2trScript(xOnlyOf(2)),
]);
const scripts = [script];
const keys = [keyOf(1), keyOf(2)];
const device = createKeyProvider({ keys }, curve);

const rightly = (requests: readonly SignatureRequest[]): (Bytes | undefined)[] =>
  answersOf(requests, device);

const outside = jobOf(spend, {
  keys: [],
  publicKeys: keys.map((key) => key.publicKey(curve)),
  scripts,
});
const run = (signer: ExternalSigner) => signTransactionWith(outside, { signer });

describe('a signer outside', () => {
  const here = signTransaction(jobOf(spend, { keys, scripts }));

  test('gives the same transaction', async () => {
    expect(await run(async (requests) => rightly(requests))).toEqual(here);
  });

  test('may answer in DER, and with a high S', async () => {
    const signer: ExternalSigner = async (requests) =>
      rightly(requests).map((signature, i) => {
        if (!signature || requests[i]?.algorithm === 'schnorr') return signature;
        const high = signature.slice();
        high.set(curve.negatePrivateKey(signature.subarray(32)), 32);
        return encodeDer(high);
      });
    expect(await run(signer)).toEqual(here);
  });

  test('may be of another realm, as a frame or a context of its own', async () => {
    const Foreign: typeof Uint8Array = vm.runInNewContext('Uint8Array');
    const answers: Bytes[] = [];
    const signer: ExternalSigner = async (requests) => {
      answers.push(...rightly(requests).map((signature) => new Foreign(signature ?? [])));
      return answers;
    };
    expect(await run(signer)).toEqual(here);
    expect(answers.some((answer) => answer instanceof Uint8Array)).toBe(false);
  });

  test('may use its bytes again for the next signature', async () => {
    const given: Bytes[] = [];
    const signer: ExternalSigner = async (requests) => {
      for (const signature of rightly(requests)) given.push(Buffer.from(signature ?? []));
      return given;
    };
    const running = run(signer);
    const { transaction } = await running;
    for (const signature of given) signature.fill(0);
    expect(transaction).toEqual(here.transaction);
  });

  test('receives the purpose of each signature', async () => {
    const asked: SignatureRequest[] = [];
    await run(async (requests) => {
      asked.push(...requests);
      return rightly(requests);
    });
    expect(asked.map(({ input, algorithm, sigVersion }) => [input, algorithm, sigVersion])).toEqual(
      [
        [0, 'ecdsa', 'base'],
        [1, 'ecdsa', 'witness_v0'],
        [2, 'ecdsa', 'witness_v0'],
        [2, 'ecdsa', 'witness_v0'],
        [3, 'schnorr', 'taproot'],
        [4, 'schnorr', 'taproot'],
      ],
    );
  });

  const faults: [name: string, fault: (signature: Bytes) => Bytes | undefined][] = [
    ['nothing', () => undefined],
    ['no bytes', () => new Uint8Array()],
    ['random bytes', () => new Uint8Array(64).fill(7)],
    ['zeros', () => new Uint8Array(64)],
    ['all ones', () => new Uint8Array(64).fill(255)],
    ['too much', (signature) => Uint8Array.from([...signature, 1])],
    ['one bit changed', (signature) => signature.map((byte, i) => (i === 40 ? byte ^ 1 : byte))],
  ];
  test.each(faults)('that returns %s fails its input only', async (_, fault) => {
    const plain = await run(async (requests) =>
      rightly(requests).map((signature, i) =>
        i === 1 || i === 5 ? signature && fault(signature) : signature,
      ),
    );
    expect(plain.errors.map(({ index }) => index)).toEqual([1, 4]);
    expect(plain.transaction.inputs[4]?.witness).toEqual([]);
    expect(plain.transaction.inputs[3]).toEqual(here.transaction.inputs[3]);
  });

  test('that answers with a shorter list fails the rest', async () => {
    const { errors } = await run(async (requests) => rightly(requests).slice(0, 2));
    expect(errors.map(({ index }) => index)).toEqual([2, 3, 4]);
  });

  test('that swaps signatures does not sign', async () => {
    const { errors } = await run(async (requests) => rightly(requests).reverse());
    expect(errors.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  });

  test('that rejects, rejects', async () => {
    await expect(run(() => Promise.reject(new Error('unplugged')))).rejects.toThrow('unplugged');
  });

  test('signs beside keys at hand, which it is not asked for', async () => {
    const asked: Bytes[] = [];
    const job = jobOf(spend, { keys: [keyOf(1)], publicKeys: [publicKeyOf(2)], scripts });
    const signer: ExternalSigner = async (requests) => {
      asked.push(...requests.map(({ publicKey }) => publicKey));
      return rightly(requests);
    };
    expect(await signTransactionWith(job, { signer })).toEqual(here);
    expect(asked.every((key) => Buffer.from(key).equals(publicKeyOf(2)))).toBe(true);
  });
});

test('workers give the same transaction', async () => {
  const job = jobOf(spend, { keys, scripts });
  const workers = {
    signEcdsaMany: async (...args: Parameters<typeof curve.signEcdsaMany>) =>
      curve.signEcdsaMany(...args),
    signSchnorrMany: async (...args: Parameters<typeof curve.signSchnorrMany>) =>
      curve.signSchnorrMany(...args),
    verifyAll: async (...args: Parameters<typeof curve.verifyAll>) => curve.verifyAll(...args),
  };
  expect(await signTransactionWith(job, { workers })).toEqual(signTransaction(job));
});
