import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { openAccount, sign } from '../../src/index.ts';
import { signaturesIn } from '../../src/psbt/signature-count.ts';
import { sampleOf } from '../support/generate/sample.ts';
import { readPsbt } from '../support/psbt.ts';
import { importOfSecrets, keyAt, ME } from '../support/review/accounts.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { reviewVectors } from '../support/vectors/review-vectors.ts';

const { call, write } = commandFolder();
const noScreen = { isScreen: false };

/** Returns the descriptors of a vector with the private keys of their owner. */
const secretsOf = (descriptors: readonly string[]) =>
  descriptors.map((text) =>
    text.replace(/\[(\w+)\/([\dh/]+)\]\w+\/<0;1>\/\*/g, (key, fingerprint: string, path: string) =>
      fingerprint === ME.fingerprint ? keyAt(ME, path, true) : key,
    ),
  );

const cases = sampleOf(
  reviewVectors.filter(({ about, has }) => about === 'input-foreign-script' && has),
  5,
  3,
);

type Shown = {
  readonly id: string;
  readonly inputs: readonly { readonly owner?: object; readonly lock: string }[];
  readonly findings: readonly { readonly id: string }[];
};

/** Locks of a single key, including silent payments. */
const SINGLE_KEY = /PKH|P2TR, key path/;

/** The message if a payment is refused. */
const REFUSED = /Nothing was signed: this cannot be allowed.*input-foreign-script/s;

describe.each(cases.map((vector, i) => [vector.name, vector, i] as const))(
  'no door signs a coin whose script no descriptor has: %s',
  (_, { psbt = '', descriptors = [] }, number) => {
    const secrets = secretsOf(descriptors);
    const keys = write(`keys-${number}.txt`, `${secrets.join('\n')}\n`);
    const file = (as: string) => write(`${as}-${number}.psbt`, Buffer.from(psbt, 'base64'));
    const isSigned = (path: string) =>
      ['.txn', '-signed.psbt'].some((end) => existsSync(path.replace('.psbt', end)));

    test('the command with -keys, with any confirmation, policy or review', async () => {
      const path = file('keys');
      const shown = await call([`-keys=${keys}`, '-format=json', 'review', path], noScreen);
      const { id, inputs, findings } = JSON.parse(shown.out) as Shown;
      // Without a wallet, a single key owns what it can spend without others.
      if (!findings.some((each) => each.id === 'input-foreign-script')) {
        expect(
          inputs.every(({ owner, lock }) => owner !== undefined && SINGLE_KEY.test(lock)),
        ).toBe(true);
        return;
      }
      const ways = [
        { words: ['-yes', '-policy=strict'], typist: noScreen },
        { words: ['-yes', '-policy=none'], typist: noScreen },
        { words: [`-reviewed=${id}`], typist: noScreen },
        { words: [], typist: { answers: ['input-foreign-script', 'yes', 'yes'] } },
      ];
      for (const { words, typist } of ways) {
        const { code, err } = await call([`-keys=${keys}`, ...words, 'sign', path], typist);
        expect([code === 0, isSigned(path)]).toEqual([false, false]);
        expect(err).toMatch(REFUSED);
      }
    });

    test('descriptorprocesspsbt, with a policy and without', async () => {
      for (const words of [[], ['-policy=none'], ['-policy=strict']]) {
        const given = [...words, 'descriptorprocesspsbt', psbt, JSON.stringify(secrets)];
        const { code, err } = await call(given, noScreen);
        expect(code).not.toBe(0);
        expect(err).toMatch(REFUSED);
      }
    });

    test('walletprocesspsbt, and sign with a wallet', async () => {
      const wallet = `-rpcwallet=w${number}`;
      await call(['-named', 'createwallet', `wallet_name=w${number}`, 'blank=true'], noScreen);
      for (const text of secrets) {
        const { out } = await call([wallet, 'importdescriptors', importOfSecrets(text)], noScreen);
        expect(out).not.toContain('"success": false');
      }
      for (const words of [[], ['-policy=none'], ['-policy=strict']]) {
        const { code, err } = await call([...words, wallet, 'walletprocesspsbt', psbt], noScreen);
        expect(code).not.toBe(0);
        expect(err).toMatch(REFUSED);
      }
      const path = file('wallet');
      const signed = await call([wallet, '-yes', '-policy=none', 'sign', path], noScreen);
      expect(signed.err).toMatch(REFUSED);
      expect(isSigned(path)).toBe(false);
    });

    test('sign of coldsign/payment, with the same descriptors', async () => {
      const accounts = secrets.map((text) => {
        return openAccount(text, { network: 'regtest' });
      });
      const before = readPsbt(psbt);
      const done = await sign(before, { keys: accounts });
      const foreign = before.inputs.length - 1;
      expect(done.complete).toBe(false);
      expect(signaturesIn({ ...done.psbt, inputs: done.psbt.inputs.slice(foreign) })).toBe(0);
    });
  },
);

test('the page has no button for it, and its worker signs nothing either', async () => {
  let refused = 0;
  for (const { psbt = '', descriptors = [] } of cases) {
    const engine = createEngine(() => undefined);
    engine.chooseNetwork('regtest');
    engine.takeText(secretsOf(descriptors).join('\n'));
    await engine.openPayload('');
    engine.takeBytes(Buffer.from(psbt, 'base64'));
    engine.keepSubject();
    const { id, findings, facts } = await engine.review();
    const found = findings.find((each) => each.id === 'input-foreign-script');
    if (found === undefined) {
      // As on the command line: a single key owns what it can spend without others.
      const inputs = facts.filter(({ heading }) => heading.startsWith('Input '));
      expect(
        inputs.every(({ heading }) => heading.includes('yours, ') && SINGLE_KEY.test(heading)),
      ).toBe(true);
      continue;
    }
    refused += 1;
    expect(found).toMatchObject({ isStop: true, canConfirm: false });
    await expect(engine.sign(id, ['input-foreign-script'])).rejects.toThrow(REFUSED);
  }
  expect(refused).toBeGreaterThan(0);
});
