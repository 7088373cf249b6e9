import { expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import type { EcdsaSigning } from '../../src/crypto/secp256k1.ts';
import { p2wpkhScript } from '../../src/script/builders.ts';
import type { SigningWorkers } from '../../src/signing/batch-signer.ts';
import { signTransaction, signTransactionWith } from '../../src/signing/sign-transaction.ts';
import { jobOf, keyOf, publicKeyOf, spendOf } from '../support/signing.ts';

const turn = () => new Promise((done) => setImmediate(done));

const COUNT = 1300;
const key = keyOf(1);
const spend = spendOf(new Array(COUNT).fill(p2wpkhScript(hash160(publicKeyOf(1)))));

/** Each list takes longer than the previous one. */
function slowWorkers(log: string[]): SigningWorkers {
  let lists = 0;
  const begin = async (list: readonly EcdsaSigning[]) => {
    const number = ++lists;
    log.push(`asked ${number}`);
    const signatures = kernelSecp256k1.signEcdsaMany(list);
    for (let i = 0; i < 3 * number; i++) await turn();
    log.push(`answered ${number}`);
    return { signatures, hold: Promise.resolve(true) };
  };
  return {
    beginEcdsa: begin,
    signEcdsaMany: kernelSecp256k1.signEcdsaMany,
    signSchnorrMany: kernelSecp256k1.signSchnorrMany,
    verifyAll: async (checks) => kernelSecp256k1.verifyAll(checks),
  };
}

test('while threads sign, later inputs are planned and signed ones are assembled', async () => {
  const log: string[] = [];
  const own = jobOf(spend, { keys: [key] });
  let lookups = 0;
  // It is asked once when an input is planned, and once when it is assembled.
  const pathOf = () => {
    log.push(`input ${++lookups}`);
    return undefined;
  };
  const job = {
    ...own,
    provider: { ...own.provider, pathOf },
    secp256k1: kernelSecp256k1,
    onProgress: ({ step, done, total }: { step: string; done: number; total: number }) => {
      log.push(`${step} ${done} of ${total}`);
    },
  };
  const signed = await signTransactionWith(job, { workers: slowWorkers(log) });
  expect(signed).toEqual(signTransaction({ ...job, onProgress: () => undefined }));
  const place = (line: string): number => {
    expect(log).toContain(line);
    return log.indexOf(line);
  };
  expect(place('asked 1')).toBeLessThan(place(`plan 513 of ${COUNT}`));
  expect(place('asked 3')).toBeLessThan(place('answered 1'));
  expect(place(`input ${COUNT + 512}`)).toBeLessThan(place('answered 2'));
  expect(place(`input ${COUNT + 1024}`)).toBeLessThan(place('answered 3'));
  // Progress is reported in order of the steps, each to its end.
  const told = log.flatMap((line) => /^(\w+) \d+ of/.exec(line)?.[1] ?? []);
  const steps = ['plan', 'sign', 'assemble', 'verify'];
  expect(told.filter((step, i) => step !== told[i - 1])).toEqual(steps);
  for (const step of steps)
    expect(log.findLast((line) => line.startsWith(`${step} `))).toBe(
      `${step} ${COUNT} of ${COUNT}`,
    );
});

test('a thread that fails while others sign is reported, with no unhandled rejection', async () => {
  const log: string[] = [];
  const good = slowWorkers(log);
  let lists = 0;
  const workers: SigningWorkers = {
    ...good,
    beginEcdsa: async (list) => {
      if (++lists > 1) throw new Error(`list ${lists} is lost`);
      return good.beginEcdsa?.(list) ?? expect.unreachable();
    },
  };
  const job = { ...jobOf(spend, { keys: [key] }), secp256k1: kernelSecp256k1 };
  await expect(signTransactionWith(job, { workers })).rejects.toThrow('list 2 is lost');
  for (let i = 0; i < 9; i++) await turn();
});
