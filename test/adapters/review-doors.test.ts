import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { openAccount, type PaymentHistory, review as reviewPayment } from '../../src/index.ts';
import {
  type Finding,
  keyOwners,
  type Review,
  refusedBy,
  reviewId,
  reviewPsbt,
  screenPolicy,
  strictPolicy,
} from '../../src/public/review.ts';
import { readKeys } from '../../src/public/seed.ts';
import { outPointKey } from '../../src/public/transaction.ts';
import { sampleOf } from '../support/generate/sample.ts';
import { harness } from '../support/harness.ts';
import { readPsbt } from '../support/psbt.ts';
import { importOfSecrets, person } from '../support/review/accounts.ts';
import type { ReviewVector } from '../support/review/rows.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { evidenceOf } from '../support/vectors/review-vectors.ts';
import { reviewClasses, signedBefore, vectorNamed } from './review-classes.ts';

const { call, write } = commandFolder();
const ME = person(1);

/** The clock at all doors, unless a vector has another. */
const NOW = 1_790_000_000;
const clockOf = ({ now }: ReviewVector): number => now?.time ?? NOW;

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

/** The information that a person or a program gets, equal at every door. */
type Shown = {
  readonly id: string;
  readonly findings: readonly Pick<Finding, 'id' | 'severity' | 'text' | 'advice'>[];
  readonly vsize?: number;
};

const shown = ({ id, findings, vsize }: Shown): Shown => ({
  id,
  findings: findings.map(({ id, severity, text, advice }) => ({ id, severity, text, advice })),
  ...(vsize !== undefined && { vsize }),
});

/** Returns a vector's descriptors. Test coins have no scripts on the main network. */
const descriptorsOf = ({ descriptors = [], network }: ReviewVector) =>
  network === 'main' ? [] : descriptors;

/** Replaces our public keys by private ones, unless other private keys are given. */
const withSecrets = (text: string): string =>
  text.includes('tprv')
    ? text
    : text.replace(
        new RegExp(`\\[${ME.fingerprint}/([^\\]]+)\\]tpub\\w+`, 'g'),
        (_, path: string) =>
          `[${ME.fingerprint}/${path}]${ME.root.derive(`m/${path.replaceAll('h', "'")}`).privateExtendedKey}`,
      );

function byLibrary(vector: ReviewVector): Review {
  const descriptors = descriptorsOf(vector);
  const own = { ...vector, descriptors: descriptors.length > 0 ? descriptors : undefined };
  const evidence = { ...evidenceOf(own), now: { time: clockOf(vector) } };
  const found = reviewPsbt(readPsbt(vector.psbt ?? ''), evidence, secp256k1);
  if (found === undefined) throw new Error('lock times exclude each other');
  return found;
}

const shownByLibrary = (vector: ReviewVector): Shown => {
  const found = byLibrary(vector);
  return shown({ ...found, id: reviewId(found, networks[vector.network ?? 'regtest']) });
};

function byKeys(vector: ReviewVector, secrets: readonly string[]): Review {
  const context = { network: networks.regtest, secp256k1 };
  const ring = readKeys(secrets.join('\n'), context);
  if ('error' in ring) throw new Error(ring.error);
  const psbt = readPsbt(vector.psbt ?? '');
  const { network } = context;
  const now = { time: clockOf(vector) };
  const findOwners = keyOwners(ring, psbt, context);
  const found = reviewPsbt(psbt, { network, now, findOwners }, secp256k1);
  if (found === undefined) throw new Error('lock times exclude each other');
  return found;
}

/**
 * Reviews by accounts. Without a history the app remembers nothing; with one, even if empty, it
 * does.
 */
function byAccounts(vector: ReviewVector, history?: PaymentHistory) {
  const psbt = readPsbt(vector.psbt ?? '');
  // Addresses paid from other coins, as a wallet remembers them.
  const spent = psbt.inputs.map(({ prevout }) => outPointKey(prevout));
  const paid = [...(history ?? [])].filter(([key]) => !spent.includes(key));
  const knownScripts = paid.flatMap(([, { payments = [] }]) =>
    payments.map(({ scriptPubKey }) => scriptPubKey),
  );
  const account = descriptorsOf(vector).map((text) =>
    openAccount(text, { network: 'regtest', secp256k1 }),
  );
  const now = { time: clockOf(vector) };
  return reviewPayment(psbt, { account, now, history, knownScripts, secp256k1 });
}

/** Marks of findings on a terminal. */
const MARKS = { stop: 'STOP', warn: 'WARNING', note: 'Note' };
const plain = (text: string): string => text.replace(/\s/g, '');

let files = 0;
const fileOf = (psbt = '') => write(`${files++}.psbt`, Buffer.from(psbt, 'base64'));
const keyFile = (texts: readonly string[]) =>
  texts.length === 0 ? [] : [`-keys=${write(`${files++}.keys`, texts.join('\n'))}`];

async function byCommand(vector: ReviewVector, words: readonly string[]): Promise<Shown> {
  const file = fileOf(vector.psbt);
  const { network } = vector;
  const json = await call([...words, '-format=json', 'review', file], { network });
  if (json.code !== 0) throw new Error(json.err);
  const found: Shown = JSON.parse(json.out);
  const text = await call([...words, 'review', file], { network });
  const printed = plain(text.out);
  for (const { id, text, advice, severity } of found.findings) {
    expect(printed).toContain(plain(`${MARKS[severity]}: ${text} ${advice}`));
    expect(printed).toContain(`(${id}`);
  }
  expect(printed).toContain(plain(`Review id ${found.id}`));
  return shown(found);
}

async function byMethod(vector: ReviewVector): Promise<Shown> {
  const { call: ask } = harness({
    network: networks[vector.network ?? 'regtest'],
    profile: 'default',
    secp256k1,
    now: () => clockOf(vector),
  });
  const descriptors = descriptorsOf(vector);
  const given = descriptors.length > 0 ? [vector.psbt, descriptors] : [vector.psbt];
  return shown(await ask('review', given));
}

async function openPage(vector: ReviewVector, texts: readonly string[]) {
  const engine = createEngine(() => undefined);
  engine.chooseNetwork(vector.network ?? 'regtest');
  for (const text of texts) {
    engine.takeText(text);
    await engine.openPayload('');
  }
  engine.takeBytes(Buffer.from(vector.psbt ?? '', 'base64'));
  engine.keepSubject();
  const review = await engine.review();
  return { engine, review };
}

/**
 * Returns true if the signed path follows from the descriptor's scripts or private keys, not from
 * the PSBT.
 */
const hidesPath = ({ name, descriptors }: ReviewVector): boolean =>
  / without its redeem script/.test(name) || /^tr\(.*tprv/.test(descriptors?.join() ?? '');

const cases = reviewClasses.flatMap(({ number, error, attacks, neighbours }) =>
  [...attacks, ...neighbours].map((name) => [number, error, vectorNamed(name)] as const),
);
const remembered = sampleOf(
  cases.filter(([, , { past }]) => past !== undefined),
  20,
  10,
);
const seen = sampleOf(
  cases.filter(([, , { past }]) => past === undefined),
  20,
  10,
);
const named = (rows: readonly (typeof cases)[number][]) =>
  rows.map((row) => [`class ${row[0]} (${row[1]}): ${row[2].name}`, row[2]] as const);

test('each class of error has a case', () => {
  expect(reviewClasses.map(({ number }) => number)).toEqual(
    Array.from({ length: 42 }, (_, i) => i + 1),
  );
  expect(new Set(cases.map(([number]) => number)).size).toBe(42);
});

describe.each(named(seen))('%s', (_, vector) => {
  test('has one review at every door', async () => {
    vi.setSystemTime(clockOf(vector) * 1_000);
    const descriptors = descriptorsOf(vector);
    const expected = shownByLibrary(vector);
    // Without descriptors fewer facts are known.
    if (vector.network !== 'main') {
      expect(expected.findings.map(({ id }) => id)).toEqual(vector.findings);
    }
    const { vsize: _size, ...onPage } = expected;
    // A signer has the descriptor's scripts and keys, and knows the size better than the library.
    const bySigner = hidesPath(vector) ? { ...onPage, vsize: expect.any(Number) } : expected;
    expect(await byMethod(vector)).toEqual(bySigner);
    expect(await byCommand(vector, keyFile(descriptors))).toEqual(bySigner);
    const { review } = await openPage(vector, descriptors);
    expect(shown(review)).toEqual(onPage);
    if (descriptors.length > 0) expect(shown(byAccounts(vector))).toEqual(expected);
  });

  test('is signed or refused alike with private keys', async () => {
    vi.setSystemTime(clockOf(vector) * 1_000);
    const secrets = descriptorsOf(vector).map(withSecrets);
    if (!secrets.join().includes('tprv')) return;
    const found = byKeys(vector, secrets);
    const words = [...keyFile(secrets), '-yes', '-policy=strict', 'sign', fileOf(vector.psbt)];
    const { code, err } = await call(words, { isScreen: false });
    const refused = refusedBy(strictPolicy, found).map(({ id }) => id);
    for (const id of refused) expect(err).toContain(`(${id})`);
    if (refused.length > 0) expect(code).not.toBe(0);
    else expect(err).not.toContain('Nothing was signed: th');
    const { engine, review } = await openPage(vector, secrets);
    const { vsize: _size, ...onPage } = shown({ ...found, id: reviewId(found, networks.regtest) });
    expect(shown(review)).toEqual(onPage);
    const stops = refusedBy(screenPolicy, found).map(({ id }) => id);
    expect(review.findings.filter(({ isStop }) => isStop).map(({ id }) => id)).toEqual(stops);
    if (stops.length === 0) return;
    await expect(engine.sign(review.id, [])).rejects.toThrow('Nothing was signed');
  });
});

describe.each(named(remembered))('%s', (_, vector) => {
  test('is known to doors that remember signatures', async () => {
    vi.setSystemTime(clockOf(vector) * 1_000);
    const before = signedBefore(vector);
    const first = byAccounts({ ...vector, psbt: before });
    const expected = byAccounts(vector, first.history);
    const ids = expected.findings.map(({ id }) => id);
    expect(ids.filter((id) => id !== 'address-used')).toEqual(vector.findings);
    const name = `w${files++}`;
    const wallet = `-rpcwallet=${name}`;
    const noScreen = { isScreen: false };
    await call(['-named', 'createwallet', `wallet_name=${name}`, 'blank=true'], noScreen);
    for (const text of descriptorsOf(vector).map(withSecrets)) {
      await call([wallet, 'importdescriptors', importOfSecrets(text)], noScreen);
    }
    const signed = await call([wallet, '-yes', '-policy=strict', 'sign', fileOf(before)], noScreen);
    expect([signed.code, signed.err.includes('error')]).toEqual([0, false]);
    expect(await byCommand(vector, [wallet])).toEqual(shown(expected));
  });

  test('is judged alike by doors without a memory', async () => {
    vi.setSystemTime(clockOf(vector) * 1_000);
    const { past: _past, ...forgetful } = vector;
    const descriptors = descriptorsOf(vector);
    const expected = shownByLibrary(forgetful);
    const { vsize: _size, ...onPage } = expected;
    expect(await byMethod(vector)).toEqual(expected);
    expect(await byCommand(vector, keyFile(descriptors))).toEqual(expected);
    const { review } = await openPage(vector, descriptors);
    expect(shown(review)).toEqual(onPage);
  });
});
