import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { extractTransaction } from '../../src/psbt/extract.ts';
import { createPsbt, type Psbt } from '../../src/psbt/psbt.ts';
import type { PsbtJob } from '../../src/psbt/sign-job.ts';
import { signPsbt, signPsbtWith } from '../../src/psbt/sign-psbt.ts';
import {
  multisigScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { tapTweakHash } from '../../src/script/taproot.ts';
import type { SigningProgress } from '../../src/signing/job.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { signTransaction } from '../../src/signing/sign-transaction.ts';
import type { SignatureRequest } from '../../src/signing/signature-request.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import {
  answersOf,
  curve,
  jobOf,
  keyOf,
  publicKeyOf,
  spendOf,
  xOnlyOf,
} from '../support/signing.ts';

const keys = [keyOf(1), keyOf(2)];
const publicKeys = keys.map((key) => key.publicKey(curve));
const multisig = multisigScript(2, publicKeys);
const nested = p2wpkhScript(hash160(publicKeyOf(1)));
const scripts = [multisig, nested];
const spend = spendOf([
  p2wpkhScript(hash160(publicKeyOf(1))),
  p2wpkhScript(hash160(publicKeyOf(2))),
  p2wshScript(sha256(multisig)),
  p2shScript(hash160(nested)),
  p2trScript(xOnlyOf(1)),
]);

function psbtOf(version: 0 | 2): Psbt {
  const psbt = createPsbt(spend.transaction, version);
  const inputs = psbt.inputs.map((input) => {
    const coin = spend.coins.get(outPointKey(input.prevout));
    if (coin?.value === undefined) throw new Error('no coin');
    return { ...input, witnessUtxo: { value: coin.value, scriptPubKey: coin.scriptPubKey } };
  });
  return { ...psbt, inputs };
}

const device = createKeyProvider({ keys }, curve);
const job = (psbt: Psbt): PsbtJob => ({
  psbt,
  provider: createKeyProvider({ keys, scripts }, curve),
  secp256k1: curve,
  finalize: true,
});
const outside = (psbt: Psbt): PsbtJob => ({
  ...job(psbt),
  provider: createKeyProvider({ keys: [], publicKeys, scripts }, curve),
});
const rightly = (requests: readonly SignatureRequest[]): (Bytes | undefined)[] =>
  answersOf(requests, device);

describe.each([0, 2] as const)('version %i', (version) => {
  const psbt = psbtOf(version);
  const here = signPsbt(job(psbt));

  test('is signed like the transaction', () => {
    if ('error' in here) throw new Error(here.error);
    const { transaction, complete } = signTransaction(jobOf(spend, { keys, scripts }));
    expect([here.complete, complete]).toEqual([true, true]);
    // The PSBT spends most of its coins as fee.
    expect(extractTransaction(here.psbt, { maxFeeRate: 0 })).toEqual(transaction);
  });

  test('an external signer gives the same result, and is asked once for all inputs', async () => {
    const asked: number[][] = [];
    const signed = await signPsbtWith(outside(psbt), {
      signer: async (requests) => {
        asked.push(requests.map(({ input }) => input));
        return rightly(requests);
      },
    });
    expect(signed).toEqual(here);
    expect(asked).toEqual([[0, 1, 2, 2, 3, 4]]);
  });

  test('reports progress step by step, to the end of each', async () => {
    const told: SigningProgress[] = [];
    const onProgress = (progress: SigningProgress) => void told.push(progress);
    const steps = ['plan', 'sign', 'assemble', 'verify'];
    expect(signPsbt({ ...job(psbt), onProgress })).toEqual(here);
    expect(told.filter(({ done, total }) => done === total).map(({ step }) => step)).toEqual(steps);
    const alone = told.splice(0);
    expect(await signPsbtWith({ ...job(psbt), onProgress }, {})).toEqual(here);
    expect(told).toEqual(alone);
  });

  test('workers give the same result', async () => {
    const workers = {
      signEcdsaMany: async (...args: Parameters<typeof curve.signEcdsaMany>) =>
        curve.signEcdsaMany(...args),
      signSchnorrMany: async (...args: Parameters<typeof curve.signSchnorrMany>) =>
        curve.signSchnorrMany(...args),
      verifyAll: async (...args: Parameters<typeof curve.verifyAll>) => curve.verifyAll(...args),
    };
    expect(await signPsbtWith(job(psbt), { workers })).toEqual(here);
  });

  test("leaves an external signer's wrong inputs unsigned and signs the rest", async () => {
    const signed = await signPsbtWith(outside(psbt), {
      signer: async (requests) =>
        rightly(requests).map((signature, i) =>
          i === 1 ? new Uint8Array(64).fill(1) : i === 4 ? undefined : signature,
        ),
    });
    if ('error' in signed) throw new Error(signed.error);
    expect(signed.complete).toBe(false);
    const isFinal = signed.psbt.inputs.map(({ finalWitness }) => finalWitness.length > 0);
    expect(isFinal).toEqual([true, false, true, false, true]);
    expect(signed.psbt.inputs[1]?.partialSignatures).toEqual([]);
  });

  test('a second signer adds to what the first has signed', () => {
    const alone = (number: number) => createKeyProvider({ keys: [keyOf(number)], scripts }, curve);
    const first = signPsbt({ ...job(psbt), provider: alone(2) });
    if ('error' in first) throw new Error(first.error);
    expect(first.complete).toBe(false);
    const both = signPsbt({ ...job(first.psbt), provider: alone(1) });
    if ('error' in both || 'error' in here) throw new Error('a fault');
    expect(encodePsbt(both.psbt)).toEqual(encodePsbt(here.psbt));
  });
});

test('a signature of another type is a fault of the PSBT', () => {
  const psbt = psbtOf(2);
  const inputs = psbt.inputs.map((input, i) => (i === 3 ? { ...input, sighashType: 2 } : input));
  expect(signPsbt(job({ ...psbt, inputs }))).toEqual({ error: 'SIGHASH_MISMATCH' });
});

test('asks no signer for an input that requires another signature type', async () => {
  const psbt = psbtOf(2);
  const inputs = psbt.inputs.map((input, i) => (i === 3 ? { ...input, sighashType: 2 } : input));
  let asked = 0;
  const signer = async (requests: readonly SignatureRequest[]) => {
    asked += requests.length;
    return rightly(requests);
  };
  const signed = await signPsbtWith(outside({ ...psbt, inputs }), { signer });
  expect([signed, asked]).toEqual([{ error: 'SIGHASH_MISMATCH' }, 0]);
});

test('a request has the origin of its key if the PSBT has it', async () => {
  const psbt = psbtOf(2);
  const origin = { fingerprint: new Uint8Array(4).fill(9), path: [84, 1] };
  const inputs = psbt.inputs.map((input, i) => ({
    ...input,
    keyPaths: i === 0 ? [{ publicKey: publicKeyOf(1), origin }] : [],
    tapKeyPaths: i === 4 ? [{ xOnly: xOnlyOf(1), leafHashes: new Set<string>(), origin }] : [],
  }));
  const seen: unknown[] = [];
  await signPsbtWith(outside({ ...psbt, inputs }), {
    signer: async (requests) => {
      seen.push(...requests.map(({ keyOrigin }) => keyOrigin));
      return [];
    },
  });
  expect(seen).toEqual([origin, undefined, undefined, undefined, undefined, origin]);
});

test('a merkle root of another output is no computation fault: the input stays incomplete', () => {
  const key = keyOf(1);
  const internalKey = xOnlyOf(1);
  const tweaked = curve.tweakXOnlyPublicKey(internalKey, tapTweakHash(internalKey));
  if (tweaked === undefined) throw new Error('the key can be tweaked');
  const input = {
    prevout: { txid: '11'.repeat(32), vout: 0 },
    sequence: 0xfffffffd,
    scriptSig: new Uint8Array(),
    witness: [],
  };
  const outputs = [{ value: 1000n, scriptPubKey: Uint8Array.of(0x51) }];
  const blank = createPsbt({ version: 2, inputs: [input], outputs, locktime: 0 }, 2);
  const witnessUtxo = { value: 2000n, scriptPubKey: p2trScript(tweaked.xOnly) };
  const sign = (tapMerkleRoot: Uint8Array | undefined) => {
    const inputs = blank.inputs.map((each) => ({
      ...each,
      witnessUtxo,
      tapInternalKey: internalKey,
      tapMerkleRoot,
    }));
    const provider = createKeyProvider({ keys: [key] }, curve);
    return signPsbt({ psbt: { ...blank, inputs }, provider, secp256k1: curve, finalize: true });
  };
  expect(sign(undefined)).toMatchObject({ complete: true });
  expect(sign(new Uint8Array(32).fill(7))).toMatchObject({ complete: false });
});
