import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatPsbt, fund } from '../../src/index.ts';
import { execute } from '../../src/library/call.ts';
import { benchCase, kinds } from '../bench/cases.ts';
import { openWorkersPage, workerScript } from '../support/build/built-web-workers.ts';
import {
  accountTexts,
  open as openAccount,
  SOMEBODY,
  utxosOf,
} from '../support/generate/accounts.ts';
import type { OpenPage } from '../support/screens/browser.ts';

let open: OpenPage;

beforeAll(async () => {
  open = await openWorkersPage();
});
afterAll(async () => {
  expect(open.strangers).toEqual([]);
  await open.close();
});

/** Returns the page's answer. */
const sign = (params: string, script?: string) =>
  open.page.evaluate(([given, text]) => window.workersPage.sign(given, 2, text), [
    params,
    script,
  ] as const);

test.each(kinds)('two web workers sign %s as Node does, to the byte', async (kind) => {
  const { params } = benchCase(kind, 100);
  const alone = await execute('signrawtransactionwithkey', params, { network: 'regtest' });
  expect(alone).toContain('"complete":true');
  expect(await sign(params)).toMatchObject({ text: alone });
});

test('a worker that answers a false signature makes the call fail', async () => {
  const spoiler = `
    const post = self.postMessage.bind(self);
    self.postMessage = (reply, options) => {
      // The first signature follows four bytes of length.
      if (reply.packed[3] === 64) reply.packed[14] ^= 1;
      post(reply, options);
    };`;
  const { params } = benchCase('P2WPKH', 100);
  const answer = await sign(params, spoiler + (await workerScript()));
  expect(answer).toEqual({ error: expect.stringContaining('computes wrongly') });
});

test('a worker with a faulty curve reports it with the error of the calling thread', async () => {
  const { params } = benchCase('P2WPKH', 100);
  const failing = `self.onmessage = () =>
    self.postMessage({ failed: { name: 'ComputationFault', message: 'wrong' } });`;
  expect(await sign(params, failing)).toEqual({
    error: expect.stringContaining('computes wrongly'),
  });
});

test.each([
  ['that throws where it begins', 'throw new Error("cut off");'],
  [
    'that ends in the middle of its work',
    'self.onmessage = () => { throw new Error("cut off"); };',
  ],
])('a worker %s makes the call fail, and the page continues', async (_, script) => {
  const { params } = benchCase('P2WPKH', 100);
  expect(await sign(params, script)).toEqual({ error: expect.any(String) });
  expect(await sign(params)).toMatchObject({ text: expect.stringContaining('"complete":true') });
});

/** Points that the page's thread may compute between two turns. */
const MOST = 260;

describe.each([0, 2])('signing 500 inputs in a page with %d workers', (threads) => {
  const account = openAccount(accountTexts.wpkh);
  const utxos = utxosOf(
    account,
    Array.from({ length: 500 }, () => 20_000),
  );
  const { psbt } = fund({
    coins: account.coins(utxos),
    outputs: [{ address: SOMEBODY, value: 7_000_000n }],
    change: account,
    feeRate: 2,
    spendAll: true,
  });
  const signPsbt = (abortAt?: number) =>
    open.page.evaluate(
      ([text, keys, count, at]) => window.workersPage.signPsbt(text, keys, count, at),
      [formatPsbt(psbt), accountTexts.wpkh, threads, abortAt] as const,
    );

  test('lets other work run after every few of them', async () => {
    const { complete, most } = { complete: false, ...(await signPsbt()) };
    expect(complete).toBe(true);
    expect(most).toBeLessThanOrEqual(MOST);
  });

  test.each([1, 5, 15])('ends soon after an abort in turn %d', async (at) => {
    expect(await signPsbt(at)).toMatchObject({ code: 'ABORTED' });
    const { after } = await signPsbt(at);
    expect(after).toBeLessThanOrEqual(2);
  });
});
