import * as tiny from 'tiny-secp256k1';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { POINT_LIMBS } from '../../src/crypto/curve/batch-add.ts';
import { signEcdsaMany, signSchnorrMany } from '../../src/crypto/curve/sign-lists.ts';
import { hash160, sha256, taggedHash } from '../../src/crypto/hash.ts';
import { createKernel, kernelOver } from '../../src/crypto/kernel.ts';
import { createKernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { createMusigNonce } from '../../src/crypto/musig-session.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { ComputationFault } from '../../src/crypto/own-signatures.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { execute } from '../../src/library/call.ts';
import type { CallOptions } from '../../src/library/complete-context.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { createPsbt, type Psbt } from '../../src/psbt/psbt.ts';
import { signPsbt, signPsbtWith } from '../../src/psbt/sign-psbt.ts';
import {
  multisigScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { tapTweakHash } from '../../src/script/taproot.ts';
import type { SigningWorkers } from '../../src/signing/batch-signer.ts';
import type { SigningJob } from '../../src/signing/job.ts';
import { createMusigNonces } from '../../src/signing/memory-nonces.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { signTransaction, signTransactionWith } from '../../src/signing/sign-transaction.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import { buildKernel } from '../support/build/kernel-build.ts';
import { N } from '../support/curves.ts';
import { exampleOptions } from '../support/example-options.ts';
import { createRandom } from '../support/generate/random.ts';
import { readVector } from '../support/paths.ts';
import { keysOf, readPsbt } from '../support/psbt.ts';
import { jobOf, keyOf, publicKeyOf, spendOf, xOnlyOf } from '../support/signing.ts';

// Faults of the arithmetic: in a resulting point (R or a key), in s, in an entry of the generator's
// table from the first use on, or in one limb of the product `after` so many.
const fault = vi.hoisted(() => ({
  kind: 'none' as 'none' | 'point' | 's' | 'table' | 'limb',
  after: 0,
  repair: () => {},
}));
const TABLE_LENGTH = vi.hoisted(() => 32 * 128 * 22);

vi.mock('../../src/crypto/curve/ecmult-gen.ts', async (importActual) => {
  const actual = await importActual<typeof import('../../src/crypto/curve/ecmult-gen.ts')>();
  return {
    ...actual,
    multiplyGenerator(scalars: readonly bigint[]) {
      if (fault.kind !== 'point') return actual.multiplyGenerator(scalars);
      return actual.multiplyGenerator(
        scalars.map((k, i) => (i === scalars.length - 1 ? k + 1n : k)),
      );
    },
  };
});
vi.mock('../../src/crypto/curve/field.ts', async (importActual) => {
  const actual = await importActual<typeof import('../../src/crypto/curve/field.ts')>();
  return {
    ...actual,
    writeNumber(number: bigint, bytes: Uint8Array, at: number) {
      const isS = fault.kind === 's' && at === 32 && bytes.length === 64;
      actual.writeNumber(isS ? number ^ 64n : number, bytes, at);
    },
  };
});
// This kernel signs short lists.
vi.mock('@noble/secp256k1', async (importActual) => {
  const actual = await importActual<typeof import('@noble/secp256k1')>();
  return {
    ...actual,
    sign(...args: Parameters<typeof actual.sign>) {
      const signature = actual.sign(...args);
      if (fault.kind === 's') signature[63] = (signature[63] ?? 0) ^ 64;
      return signature;
    },
  };
});
// This code derives single keys from public ones, by bigints.
vi.mock('../../src/crypto/curve/ecmult.ts', async (importActual) => {
  const actual = await importActual<typeof import('../../src/crypto/curve/ecmult.ts')>();
  return {
    ...actual,
    addMultiplesOfG(...args: Parameters<typeof actual.addMultiplesOfG>) {
      const sums = actual.addMultiplesOfG(...args);
      if (fault.kind !== 'limb') return sums;
      return sums.map((sum) => sum && { ...sum, x: sum.x ^ (1n << BigInt(fault.after % 256)) });
    },
  };
});
vi.mock('../../src/crypto/curve/limbs.ts', async (importActual) => {
  const actual = await importActual<typeof import('../../src/crypto/curve/limbs.ts')>();
  return {
    ...actual,
    multiply(...args: Parameters<typeof actual.multiply>) {
      actual.multiply(...args);
      const [out, o] = args;
      if (fault.kind === 'limb' && fault.after-- === 0) out[o + 5] = (out[o + 5] ?? 0) + 2 ** 7;
    },
  };
});
vi.mock('../../src/crypto/curve/jacobian.ts', async (importActual) => {
  const actual = await importActual<typeof import('../../src/crypto/curve/jacobian.ts')>();
  return {
    ...actual,
    addItem(...args: Parameters<typeof actual.addItem>) {
      const [, points, item] = args;
      breakTable(points, item);
      actual.addItem(...args);
    },
  };
});
vi.mock('../../src/crypto/curve/batch-sum.ts', async (importActual) => {
  const actual = await importActual<typeof import('../../src/crypto/curve/batch-sum.ts')>();
  return {
    ...actual,
    sumRows(...args: Parameters<typeof actual.sumRows>) {
      breakTable(args[0], args[1].items[40] ?? 1);
      return actual.sumRows(...args);
    },
  };
});

/** Flips one bit of the table's entry in memory until the test ends. */
function breakTable(points: Float64Array, item: number): void {
  if (fault.kind !== 'table' || points.length !== TABLE_LENGTH) return;
  const at = (Math.abs(item) - 1) * POINT_LIMBS + 3;
  const right = points[at] ?? 0;
  points[at] = right + 2 ** 9;
  fault.kind = 'none';
  fault.repair = () => {
    points[at] = right;
  };
}

function repair(): void {
  fault.kind = 'none';
  fault.repair();
  fault.repair = () => {};
}
afterEach(repair);

/** Returns true if a call ends in our error, or all its results are valid for libsecp256k1. */
function isError(
  sign: () => readonly ({ readonly signature: Uint8Array } | undefined)[],
  list: ReturnType<typeof requestsOf>,
): boolean {
  let made: ReturnType<typeof sign>;
  try {
    made = sign();
  } catch (error) {
    expect(error).toBeInstanceOf(ComputationFault);
    return true;
  }
  for (const [i, { digest, privateKey }] of list.entries()) {
    const key = tiny.pointFromScalar(privateKey);
    expect(key && tiny.verify(digest, key, made[i]?.signature ?? digest)).toBe(true);
  }
  return false;
}

/** The kernel, with signatures changed by this function. */
function kernelWith(spoil: (signature: Uint8Array) => void): Secp256k1 {
  const kernel = createKernel() ?? expect.unreachable();
  const spoiled = (made: Uint8Array[]): Uint8Array[] => {
    made.forEach(spoil);
    return made;
  };
  const wrong = {
    ...kernel,
    signEcdsa: (requests: readonly Uint8Array[][], takesHighR?: boolean) =>
      spoiled(kernel.signEcdsa(requests, takesHighR)),
    signSchnorr: (requests: readonly Uint8Array[][]) => spoiled(kernel.signSchnorr(requests)),
  };
  return createKernelSecp256k1(wrong, createKernel() ?? expect.unreachable());
}

const random = createRandom(9);
const requestsOf = (count: number) =>
  Array.from({ length: count }, () => ({
    digest: random.bytes(32),
    privateKey: random.bytes(32),
    auxiliary: new Uint8Array(32),
  }));

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const modN = (number: bigint): bigint => ((number % N) + N) % N;
function inverse(number: bigint): bigint {
  let [result, base] = [1n, modN(number)];
  for (let power = N - 2n; power > 0n; power >>= 1n) {
    if (power & 1n) result = (result * base) % N;
    base = (base * base) % N;
  }
  return result;
}
const halves = (signature: Uint8Array) =>
  [numberOf(signature.subarray(0, 32)), numberOf(signature.subarray(32))] as const;
const challengeOf = (signature: Uint8Array, key: Uint8Array, digest: Uint8Array) =>
  numberOf(taggedHash('BIP0340/challenge')(signature.subarray(0, 32), key, digest)) % N;

/** Computes what an attacker learns from two signatures of one digest with one nonce. */
function keysFromEcdsa(good: Uint8Array, bad: Uint8Array, digest: Uint8Array): bigint[] {
  const [[r, s], [q, t], h] = [halves(good), halves(bad), numberOf(digest)];
  return [t, N - t].map((u) => modN(h * (s - u) * inverse(modN(u * r - s * q))));
}
function keysFromSchnorr(good: Uint8Array, bad: Uint8Array, key: Uint8Array, digest: Uint8Array) {
  const [[, s], [, t]] = [halves(good), halves(bad)];
  const e = challengeOf(good, key, digest) - challengeOf(bad, key, digest);
  // The nonce may have changed its sign with the point.
  return [s - t, s + t].flatMap((difference, i) => {
    const sum = challengeOf(good, key, digest) + challengeOf(bad, key, digest);
    const d = modN(difference * inverse(modN(i === 0 ? e : sum)));
    return [d, N - d];
  });
}

describe('a curve that does not verify', () => {
  const [request] = requestsOf(1);
  if (request === undefined) throw new Error('there is one');
  const key = numberOf(request.privateKey);

  test('a fault in R reveals the key of ECDSA signatures', () => {
    const given = requestsOf(12).filter(({ digest, privateKey }) => {
      const good = nobleSecp256k1.signEcdsa(digest, privateKey);
      fault.kind = 'point';
      const [bad] = signEcdsaMany([{ digest, privateKey }]);
      fault.kind = 'none';
      if (!good || !bad) throw new Error('not signed');
      return keysFromEcdsa(good, bad.signature, digest).includes(numberOf(privateKey));
    });
    // The other signatures needed another number of attempts for a low R.
    expect(given.length).toBeGreaterThan(2);
  });

  test('a fault in R reveals the key of a BIP340 signature', () => {
    const good = nobleSecp256k1.signSchnorr(request.digest, request.privateKey, request.auxiliary);
    const xOnly = nobleSecp256k1.publicKey(request.privateKey, true)?.subarray(1);
    const entry = [...Array(40).keys()].flatMap((after) => {
      fault.kind = 'limb';
      fault.after = 40 * after;
      return signSchnorrMany([request]);
    });
    if (!good || !xOnly) throw new Error('not signed');
    const bad = entry.flatMap((made) => (made ? [made.signature] : []));
    const found = bad.filter((one) =>
      keysFromSchnorr(good, one, xOnly, request.digest).includes(key),
    );
    expect(found.length).toBeGreaterThan(0);
  });
});

const faults = [
  ['a point', () => Object.assign(fault, { kind: 'point' })],
  ['s', () => Object.assign(fault, { kind: 's' })],
  ['an entry of the table', () => Object.assign(fault, { kind: 'table' })],
  ['a limb', () => Object.assign(fault, { kind: 'limb', after: 200 })],
] as const;

describe('noble', () => {
  const curve = nobleSecp256k1;
  const lengths = [1, 3, 12];

  test.each(faults)('a fault in %s: no list of BIP340 signatures, but an error', (_, inject) => {
    for (const count of lengths) {
      const list = requestsOf(count);
      const right = curve.signSchnorrMany(list);
      inject();
      expect(() => curve.signSchnorrMany(list)).toThrow(ComputationFault);
      repair();
      expect(curve.signSchnorrMany(list)).toEqual(right);
    }
  });

  // If the fault makes an R high, that nonce is dropped, and another one makes a valid signature.
  test.each(faults)(
    'a fault in %s: no list with a wrong ECDSA signature, but an error',
    (_, inject) => {
      for (const count of lengths) {
        let errors = 0;
        // One signature escapes a fault half the time, by another nonce.
        for (let round = 0; round < (count < 12 ? 16 : 4); round++) {
          const list = requestsOf(count);
          inject();
          errors += isError(() => curve.signEcdsaMany(list), list) ? 1 : 0;
          repair();
          expect(isError(() => curve.signEcdsaMany(list), list)).toBe(false);
        }
        expect(errors).toBeGreaterThan(0);
      }
    },
  );

  test('a limb at any time: a right signature, or an error', () => {
    const list = requestsOf(1);
    let errors = 0;
    for (let after = 0; after < 700; after += 23) {
      Object.assign(fault, { kind: 'limb', after });
      errors += isError(() => curve.signEcdsaMany(list), list) ? 1 : 0;
    }
    expect(errors).toBeGreaterThan(2);
  });
});

describe('public keys, which addresses are made of', () => {
  const list = requestsOf(12).map(({ privateKey }) => privateKey);
  const [first] = list;
  if (first === undefined) throw new Error('there are twelve');
  const parent = publicKeyOf(7);
  const ways = {
    'of one private key': () => nobleSecp256k1.publicKeyMany([first], true),
    'of a list of private keys': () => nobleSecp256k1.publicKeyMany(list, true),
    'one that derives from another': () => nobleSecp256k1.tweakPublicKey(parent, first),
    'a list that derives from another': () => nobleSecp256k1.tweakPublicKeyMany(parent, list),
    'of a taproot output': () => nobleSecp256k1.tweakXOnlyPublicKey(parent.subarray(1), first),
  };

  test.each(Object.entries(ways))('%s: the right ones, or an error', (_, derive) => {
    const right = derive();
    let errors = 0;
    const kinds = [0, 25, 50, 75, 100, 125, 150, 200, 250, 300, 350, 400].map(
      (after) => ({ kind: 'limb', after }) as const,
    );
    for (const one of [{ kind: 'table' } as const, ...kinds]) {
      Object.assign(fault, one);
      try {
        const answer = derive();
        // Where the parent's own y comes out wrong, there is no key.
        const isNone = [answer].flat().every((key) => key === undefined);
        if (!isNone) expect(answer).toEqual(right);
      } catch (error) {
        if (!(error instanceof ComputationFault)) throw error;
        errors++;
      }
      repair();
    }
    expect(errors).toBeGreaterThan(2);
  });
});

test('an R that a fault makes low ends the grinding, and is not returned', () => {
  const high = requestsOf(40).filter(({ digest, privateKey }) => {
    const [first = 0] = tiny.sign(digest, privateKey);
    fault.kind = 'point';
    const bad = signEcdsaMany([{ digest, privateKey }])[0]?.signature ?? digest;
    fault.kind = 'none';
    return first >= 0x80 && bad.length === 64;
  });
  expect(high.length).toBeGreaterThan(5);
  fault.kind = 'point';
  for (const request of high) {
    expect(() => nobleSecp256k1.signEcdsaMany([request])).toThrow(ComputationFault);
  }
});

describe('WebAssembly that computes wrongly', () => {
  const places = { R: 5, s: 40 };
  test.each(Object.entries(places))(
    'a fault in %s: one or few signatures, but an error',
    (_, at) => {
      const curve = kernelWith((signature) => {
        signature[at] = (signature[at] ?? 0) ^ 1;
      });
      const list = requestsOf(3);
      const [first] = list;
      if (first === undefined) throw new Error('there are three');
      const { digest, privateKey, auxiliary } = first;
      for (const sign of [
        () => curve.signEcdsa(digest, privateKey),
        () => curve.signSchnorr(digest, privateKey, auxiliary),
        () => curve.signRecoverableMany?.([{ digest, privateKey }]),
        () => curve.signEcdsaMany(list),
        () => curve.signSchnorrMany(list),
      ]) {
        expect(sign).toThrow();
      }
      expect(() => curve.signEcdsaMany(list.slice(0, 1))).toThrow();
    },
  );
});

test('a fault in y of R gives no signature that another key is recovered from', async () => {
  const curve = kernelWith((signature) => {
    signature[95] = (signature[95] ?? 0) ^ 1;
  });
  // One of 32 is confirmed by JavaScript, which ignores y.
  for (const { digest, privateKey } of requestsOf(64)) {
    expect(() => curve.signRecoverableMany?.([{ digest, privateKey }])).toThrow(ComputationFault);
  }
  expect(() => curve.signRecoverableMany?.(requestsOf(64))).toThrow(ComputationFault);
  const params = ['cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA', 'message'];
  const options: CallOptions = { network: 'regtest', secp256k1: curve, reportBug: () => {} };
  await expect(execute('signmessagewithprivkey', params, options)).rejects.toThrow(
    'this machine, or the program on it, computes wrongly',
  );
});

describe('WebAssembly whose arithmetic is wrong for what signs and for what verifies alike', () => {
  const rare = 'put(r, 4, r4 ^ ((r3 & 1023) === 5 ? 1 : 0));';
  const faults: Record<string, readonly [file: string, was: string, becomes: string]> = {
    'a constant of products': [
      'field.ts',
      'c = a0 * b0 + h0 * 31264;',
      'c = a0 * b0 + h0 * 31265;',
    ],
    'one product of a thousand': ['field.ts', 'put(r, 4, r4);', rare],
    'a constant of scalars': ['scalar.ts', 'N1: u64 = 0xbfd25e8c', 'N1: u64 = 0xbfd25e8d'],
    'a sum of points': ['group.ts', '  subtract(t5, t5, x, 1);\n', '  subtract(t5, x, t5, 1);\n'],
    'a double of a point': ['group.ts', 'multiplySmall(t2, t2, 3);', 'multiplySmall(t2, t2, 2);'],
  };

  test.each(Object.entries(faults))('%s: right signatures, or an error', async (_, fault) => {
    const [file, was, becomes] = fault;
    const exports = await buildKernel(['sign.ts', 'verify.ts', 'memory.ts'], (name, text) =>
      name === file ? text.replace(was, becomes) : text,
    );
    const kernel = kernelOver(exports);
    const curve = createKernelSecp256k1(kernel, kernel);
    let errors = 0;
    for (const count of [1, 1, 1, 3, 12]) {
      const list = requestsOf(count).map((request) => {
        const publicKey = tiny.pointFromScalar(request.privateKey) ?? expect.unreachable();
        return { ...request, publicKey };
      });
      errors += isError(() => curve.signEcdsaMany(list), list) ? 1 : 0;
    }
    expect(errors).toBeGreaterThan(2);
  });

  test('one that finds all right is found out by JavaScript, soon if not at once', () => {
    const kernel = createKernel() ?? expect.unreachable();
    const flatterer = { ...kernel, verifyOne: () => true, verifyAll: () => true };
    const spoiled = (requests: readonly Uint8Array[][]) =>
      kernel
        .signEcdsa(requests)
        .map((bytes) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)));
    const curve = createKernelSecp256k1({ ...kernel, signEcdsa: spoiled }, flatterer);
    const isFound = ({ digest, privateKey }: (typeof list)[number]) => {
      try {
        return curve.signEcdsa(digest, privateKey) === undefined;
      } catch (error) {
        return error instanceof ComputationFault;
      }
    };
    const list = requestsOf(200);
    expect(list.filter(isFound).length).toBeGreaterThan(1);
    expect(() => curve.signEcdsaMany(list)).toThrow(ComputationFault);
  });
});

const keys = [keyOf(1), keyOf(2)];
const multisig = multisigScript(2, [publicKeyOf(1), publicKeyOf(2)]);
const tweaked = nobleSecp256k1.tweakXOnlyPublicKey(xOnlyOf(1), tapTweakHash(xOnlyOf(1)));
const outputs = {
  P2WPKH: p2wpkhScript(hash160(publicKeyOf(1))),
  'a part of P2WSH multisig': p2wshScript(sha256(multisig)),
  'a taproot key that is tweaked': p2trScript(tweaked?.xOnly ?? xOnlyOf(1)),
  'a taproot key as it is': p2trScript(xOnlyOf(1)),
};

function psbtOf(spend: Pick<SigningJob, 'transaction' | 'coins'>): Psbt {
  const psbt = createPsbt(spend.transaction, 2);
  const inputs = psbt.inputs.map((input) => {
    const coin = spend.coins.get(outPointKey(input.prevout));
    const utxo = {
      value: coin?.value ?? 0n,
      scriptPubKey: coin?.scriptPubKey ?? new Uint8Array(),
    };
    return { ...input, witnessUtxo: utxo };
  });
  return { ...psbt, inputs };
}

describe.each(Object.entries(outputs))('%s', (_, scriptPubKey) => {
  const signer = () =>
    createKeyProvider({ keys: keys.slice(0, 1), scripts: [multisig], bip86: true }, nobleSecp256k1);
  const workers: SigningWorkers = {
    signEcdsaMany: async (list) => signEcdsaMany(list),
    signSchnorrMany: async (list) => signSchnorrMany(list),
    verifyAll: async () => true,
  };

  test.each(faults)(
    'a fault in %s: no transaction and no PSBT, but an error',
    async (name, inject) => {
      const provider = signer();
      // The provider is created only once.
      signTransaction(jobOf(spendOf([scriptPubKey]), { provider }));
      const errors = [0, 0, 0, 0];
      for (const locktime of [1, 2, 3, 4, 5, 6]) {
        const job = jobOf(spendOf([scriptPubKey], { locktime }), { provider });
        const psbtJob = { ...job, psbt: psbtOf(job), finalize: false, sighashType: undefined };
        const ways = [
          async () => signTransaction(job),
          async () => signTransactionWith(job, { workers }),
          async () => signPsbt(psbtJob),
          async () => signPsbtWith(psbtJob, { workers }),
        ];
        for (const [i, sign] of ways.entries()) {
          inject();
          const answer = await sign().catch((error: unknown) => error);
          repair();
          if (answer instanceof ComputationFault) errors[i] = (errors[i] ?? 0) + 1;
          // A nonce that the fault made unfit was given up: the signature of another one is right.
          else expect(answer).toHaveProperty('complete');
        }
      }
      const isSure = name === 's' || name === 'a point';
      expect(Math.min(...errors)).toBeGreaterThanOrEqual(isSure ? 6 : 1);
    },
  );

  test('a call reports that this machine computes wrongly, and returns no result', async () => {
    const spend = spendOf([scriptPubKey]);
    const privateKeys = ['cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA'];
    const reported: unknown[] = [];
    const options: CallOptions = {
      network: 'regtest',
      secp256k1: nobleSecp256k1,
      reportBug: (error) => reported.push(error),
    };
    const prevout = spend.transaction.inputs[0]?.prevout;
    const raw = await execute(
      'createrawtransaction',
      JSON.stringify([[prevout], [{ bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: 0.0009 }]]),
      options,
    );
    const prevtxs = [
      {
        ...prevout,
        scriptPubKey: Buffer.from(scriptPubKey).toString('hex'),
        amount: 0.001,
        witnessScript: Buffer.from(multisig).toString('hex'),
      },
    ];
    const { witnessScript: _script, ...bare } = prevtxs[0] ?? {};
    const isScript = scriptPubKey === outputs['a part of P2WSH multisig'];
    const params = JSON.stringify([JSON.parse(raw), privateKeys, isScript ? prevtxs : [bare]]);
    const sign = () => execute('signrawtransactionwithkey', params, options);
    expect(await sign()).toContain('"hex"');
    fault.kind = 's';
    await expect(sign()).rejects.toThrow('this machine, or the program on it, computes wrongly');
    await expect(sign()).rejects.toMatchObject({ name: 'RpcError', code: -1 });
    expect(reported).toEqual([expect.any(ComputationFault), expect.any(ComputationFault)]);
  });
});

test('a payment of a wallet whose signatures fail is neither kept nor sent, and its coins are free', async () => {
  const options: CallOptions = { ...exampleOptions(), secp256k1: nobleSecp256k1 };
  const { wallets } = options;
  await execute('createwallet', { wallet_name: 'w', blank: true }, options);
  const requests = JSON.parse(readVector('example/descriptors.json'));
  await execute('importdescriptors', [requests], options);
  const outputs = { bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: 0.1 };
  const pay = () => execute('send', { outputs, fee_rate: 2 }, options);
  const free = () => execute('listunspent', [0], options);
  const coins = await free();
  const ledger = wallets?.get('w')?.value.ledger;
  fault.kind = 's';
  await expect(pay()).rejects.toThrow('this machine, or the program on it, computes wrongly');
  repair();
  expect(wallets?.get('w')?.value.ledger).toBe(ledger);
  expect(wallets?.get('w')?.reserved.size).toBe(0);
  expect(await execute('listoutbox', [], options)).toEqual([]);
  expect(await execute('listlockunspent', [], options)).toEqual([]);
  expect(await free()).toEqual(coins);
  expect(await pay()).toMatchObject({ complete: true });
});

describe('MuSig2', () => {
  const { spends, participants } = JSON.parse(readVector('psbt/bip373.json'));
  const start = readPsbt(spends[0].participants);
  const secretKeys: string[] = participants.map((each: { readonly key: string }) => each.key);
  const signers = secretKeys.map((key) => ({
    provider: createKeyProvider({ keys: keysOf([key]) }, nobleSecp256k1),
    nonces: createMusigNonces(),
  }));
  type Signer = (typeof signers)[number];
  const sign = (
    psbt: Psbt,
    { provider, nonces }: Signer,
    spoil = (secret: Uint8Array) => secret,
  ) => {
    const take = (id: string) => {
      const secret = nonces.take(id);
      return secret && spoil(secret);
    };
    const musig = { random: random.bytes, nonces: { ...nonces, take } };
    const signed = signPsbt({ psbt, provider, finalize: false, musig, secp256k1: nobleSecp256k1 });
    if ('error' in signed) throw new Error(signed.error);
    return signed.psbt;
  };

  test.each([faults[0], faults[2]])('a fault in %s: no public nonce', (_, inject) => {
    const [first] = signers;
    if (first === undefined) throw new Error('there are three');
    expect(encodePsbt(sign(start, first))).not.toEqual(encodePsbt(start));
    inject();
    expect(() => sign(start, first)).toThrow(ComputationFault);
  });

  test('a limb at any time: the right public nonce, or an error', () => {
    const options = { publicKey: publicKeyOf(1), random: random.bytes(32) };
    const right = createMusigNonce(options, nobleSecp256k1);
    let errors = 0;
    for (let after = 0; after < 700; after += 23) {
      Object.assign(fault, { kind: 'limb', after });
      try {
        expect(createMusigNonce(options, nobleSecp256k1)).toEqual(right);
      } catch (error) {
        expect(error).toBeInstanceOf(ComputationFault);
        errors++;
      }
    }
    expect(errors).toBeGreaterThan(10);
  });

  test('a changed secret nonce makes no partial signature', () => {
    const nonces = signers.reduce((psbt, signer) => sign(psbt, signer), start);
    const [first, second] = signers;
    if (!(first && second)) throw new Error('there are three');
    const spoil = (secret: Uint8Array) => secret.map((byte, i) => (i === 20 ? byte ^ 4 : byte));
    expect(() => sign(nonces, first, spoil)).toThrow('A partial signature');
    expect(sign(nonces, second).inputs[0]?.musigPartialSignatures).toHaveLength(1);
  });
});
