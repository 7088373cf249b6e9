import { expect, test } from 'vitest';
import { createSha256, hash160 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { p2pkhScript, p2wpkhScript } from '../../src/script/builders.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { type LegacyDigestRequest, legacyDigests } from '../../src/sighash/legacy-digests.ts';
import { Sighash } from '../../src/sighash/sighash-type.ts';
import type { SigningWorkers } from '../../src/signing/batch-signer.ts';
import { learnLegacyDigests } from '../../src/signing/sign-inputs.ts';
import { signTransaction, signTransactionWith } from '../../src/signing/sign-transaction.ts';
import { emptySignatureData } from '../../src/signing/signature-data.ts';
import { runNow } from '../../src/signing/task.ts';
import { jobOf, keyOf, publicKeyOf, spendOf } from '../support/signing.ts';

const FEWEST = 32;
const hash = hash160(publicKeyOf(1));
const [legacy, segwit] = [p2pkhScript(hash), p2wpkhScript(hash)];
const scriptsOf = (count: number, others = 0) => [
  ...new Array<Bytes>(count).fill(legacy),
  ...new Array<Bytes>(others).fill(segwit),
];
const jobFor = (scripts: readonly Bytes[], sighashType = 0, curve = kernelSecp256k1) => ({
  ...jobOf(spendOf(scripts), { keys: [keyOf(1)], sighashType }),
  secp256k1: curve,
});

function listening(answer: (digests: Bytes[]) => (Bytes | undefined)[] = (digests) => digests) {
  const asked: LegacyDigestRequest[][] = [];
  const workers: SigningWorkers = {
    signEcdsaMany: (list) => kernelSecp256k1.signEcdsaMany(list),
    signSchnorrMany: (list) => kernelSecp256k1.signSchnorrMany(list),
    verifyAll: (checks) => kernelSecp256k1.verifyAll(checks),
    async legacyDigests(transaction, requests) {
      asked.push([...requests]);
      return answer(legacyDigests(transaction, requests, createSha256)) as Bytes[];
    },
  };
  return { asked, workers };
}

test.each([
  [FEWEST - 1, 0, 0],
  [FEWEST - 1, 9, 0],
  [FEWEST, 0, FEWEST],
  [FEWEST + 1, 2, FEWEST + 1],
])('the workers hash for %i legacy inputs beside %i others: %i', async (count, others, hashed) => {
  const { asked, workers } = listening();
  const { hashSpliced: _, ...slow } = kernelSecp256k1;
  const job = jobFor(scriptsOf(count, others), 0, slow);
  expect(await signTransactionWith(job, { workers })).toEqual(signTransaction(job));
  expect(asked.flat().map(({ input }) => input)).toEqual([...new Array(hashed).keys()]);
});

test('this thread hashes legacy inputs together if there are many, and makes the same', () => {
  let spliced = 0;
  const hashSpliced: NonNullable<typeof kernelSecp256k1.hashSpliced> = (...args) => {
    spliced++;
    return kernelSecp256k1.hashSpliced?.(...args) ?? expect.unreachable();
  };
  const { hashSpliced: _, ...slow } = kernelSecp256k1;
  for (const [count, calls] of [
    [FEWEST - 1, 0],
    [FEWEST, 1],
  ] as const) {
    const scripts = scriptsOf(count);
    const here = signTransaction(jobFor(scripts, 0, { ...kernelSecp256k1, hashSpliced }));
    expect(here).toEqual(signTransaction(jobFor(scripts, 0, slow)));
    expect(spliced).toBe(calls);
  }
});

test.each([
  [Sighash.DEFAULT, Sighash.ALL],
  [Sighash.ALL, Sighash.ALL],
  [0x82, 0x82],
])('sighash type %i is hashed as %i', async (sighashType, type) => {
  const { asked, workers } = listening();
  await signTransactionWith(jobFor(scriptsOf(FEWEST), sighashType), { workers });
  expect(asked.flat().map((request) => request.type)).toEqual(new Array(FEWEST).fill(type));
});

test('signs the digests that workers make, and makes here those that they leave out', async () => {
  const other = new Uint8Array(32).fill(7);
  const { workers } = listening((digests) =>
    digests.map((digest, i) => (i === 3 ? other : i === 4 ? undefined : digest)),
  );
  const signed: Bytes[] = [];
  const signEcdsaMany: SigningWorkers['signEcdsaMany'] = (list) => {
    signed.push(...list.map(({ digest }) => digest));
    return kernelSecp256k1.signEcdsaMany(list);
  };
  const job = jobFor(scriptsOf(FEWEST));
  await signTransactionWith(job, { workers: { ...workers, signEcdsaMany } });
  const requests = scriptsOf(FEWEST).map((scriptCode, input) => ({
    input,
    scriptCode,
    type: Sighash.ALL,
  }));
  const right = legacyDigests(job.transaction, requests, createSha256);
  expect(signed).toEqual(right.map((digest, i) => (i === 3 ? other : digest)));
});

test('asks for no digest of an input whose coin is unknown', () => {
  const { transaction, provider } = jobFor(scriptsOf(FEWEST + 1));
  const coin = { scriptPubKey: legacy, value: 1n };
  const coins = transaction.inputs.map((_, i) => (i === 2 ? undefined : coin));
  const cache = createSighashCache(transaction, coins);
  const inputs = transaction.inputs.map((_, index) => ({
    index,
    provider,
    sighashType: Sighash.ALL,
    known: emptySignatureData,
  }));
  const asked: number[] = [];
  const signer = {
    sign: () => [],
    verifyAll: () => true,
    legacyDigests: (_: unknown, requests: readonly LegacyDigestRequest[]) => {
      asked.push(...requests.map(({ input }) => input));
      return [] as never;
    },
  };
  runNow(learnLegacyDigests(inputs, { cache, secp256k1: kernelSecp256k1 }, signer));
  expect(asked).toHaveLength(FEWEST);
  expect(asked).not.toContain(2);
});
