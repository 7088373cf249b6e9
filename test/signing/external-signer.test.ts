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
import { askSigner, asksOnce, type VerifyAll } from '../../src/signing/external-signer.ts';
import type { SigningJob } from '../../src/signing/job.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { signTransaction, signTransactionWith } from '../../src/signing/sign-transaction.ts';
import type { ExternalSigner, SignatureRequest } from '../../src/signing/signature-request.ts';
import { N, number32 } from '../support/curves.ts';
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
const requestsOf = async (job: SigningJob) => {
  const asked: SignatureRequest[] = [];
  const signer: ExternalSigner = async (requests) => {
    asked.push(...requests);
    return [];
  };
  await signTransactionWith(job, { signer });
  return asked;
};
const run = (signer: ExternalSigner) => signTransactionWith(outside, { signer });

describe('an external signer', () => {
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
    ['a list of numbers', (signature) => [...signature] as never],
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

  test.each([undefined, null, 'signed', 7, {}])(
    'that answers with %s fails every input',
    async (answer) => {
      const { errors } = await run(async () => answer as never);
      expect(errors.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
    },
  );

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

test('bytes other than two numbers below the order reach no verifier', async () => {
  const [first, second] = [number32(1n), number32(N - 1n)];
  const pairs = [
    [number32(0n), first],
    [first, number32(0n)],
    [number32(N), first],
    [first, number32(N)],
    [first, new Uint8Array(31)],
    [first, new Uint8Array(33).fill(1)],
  ];
  const answers = [...pairs, [first, second]].map((pair) => Buffer.concat(pair));
  const [request] = await requestsOf(outside);
  const asked = answers.map(() => request ?? expect.unreachable());
  const seen: Bytes[] = [];
  const verifyAll: VerifyAll = (checks) => {
    seen.push(...checks.map(({ signature }) => signature));
    return true;
  };
  const made = await askSigner(async () => answers, asked, curve, { verifyAll });
  // The last S is made low: n - 1 becomes 1.
  const low = Uint8Array.from([...first, ...first]);
  expect(made).toEqual([...pairs.map(() => undefined), { signature: low }]);
  expect(seen).toEqual([low]);
  const taproot = (await requestsOf(outside)).find(({ algorithm }) => algorithm === 'schnorr');
  const lengths = [0, 63, 65, 72].map((length) => new Uint8Array(length).fill(1));
  const schnorr = lengths.map(() => taproot ?? expect.unreachable());
  const none = await askSigner(async () => lengths, schnorr, curve, { verifyAll });
  expect(none).toEqual(lengths.map(() => undefined));
  expect(seen).toHaveLength(1);
});

test('pauses let other work run while its signatures are verified', async () => {
  const many = spendOf(
    [...Array(120).keys()].map(
      (i) =>
        [p2pkhScript(hash160(publicKeyOf(1))), p2trScript(xOnlyOf(2))][i % 2] ??
        expect.unreachable(),
    ),
  );
  const job = jobOf(many, { keys: [], publicKeys: keys.map((key) => key.publicKey(curve)) });
  const signer: ExternalSigner = async (requests) => rightly(requests);
  let [checked, most] = [0, 0];
  const verifyAll: typeof curve.verifyAll = (checks) => {
    checked += checks.length;
    return curve.verifyAll(checks);
  };
  const pause = async () => {
    [checked, most] = [0, Math.max(most, checked)];
  };
  const counted = { ...job, secp256k1: { ...curve, verifyAll } };
  const done = await signTransactionWith(counted, { signer, pause });
  expect(done.complete).toBe(true);
  expect(done).toEqual(await signTransactionWith(job, { signer }));
  expect(Math.max(most, checked)).toBeLessThanOrEqual(32);
  const wrongly: ExternalSigner = async (requests) =>
    rightly(requests).map((answer, i) => (i === 77 ? new Uint8Array(64).fill(1) : answer));
  const partly = await signTransactionWith(counted, { signer: wrongly, pause });
  expect(partly).toEqual(await signTransactionWith(job, { signer: wrongly }));
  expect([partly.complete, partly.errors.length]).toEqual([false, 1]);
  expect(Math.max(most, checked)).toBeLessThanOrEqual(32);
});

describe('a signer that gets each request once', () => {
  const answered = async (answer: unknown) => {
    const requests = await requestsOf(outside);
    const asked: number[] = [];
    const once = asksOnce(async (some) => {
      asked.push(some.length);
      return answer as readonly Bytes[];
    });
    return { requests, asked, once };
  };

  test('gives its first answer again, and is asked for new signatures only', async () => {
    const answers = [1, 2].map((byte) => new Uint8Array(64).fill(byte));
    const { requests, asked, once } = await answered(answers);
    const [first, second, third, fourth] = requests as [SignatureRequest, ...typeof requests];
    expect(await once([first])).toEqual([answers[0]]);
    expect(await once([first])).toEqual([answers[0]]);
    expect(
      await once([...[first, second, third, fourth], first].flatMap((one) => one ?? [])),
    ).toEqual([answers[0], ...answers, undefined, answers[0]]);
    expect(await once([fourth ?? first])).toEqual([undefined]);
    expect(await once([])).toEqual([]);
    expect(asked).toEqual([1, 3]);
  });

  test.each([undefined, 'text', {}])('signs nothing if it answers with %s', async (answer) => {
    const { requests, once } = await answered(answer);
    expect(await once(requests)).toEqual(requests.map(() => undefined));
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
