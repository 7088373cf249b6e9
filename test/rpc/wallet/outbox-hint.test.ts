import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { execute } from '../../../src/library/call.ts';
import type { CallOptions } from '../../../src/library/complete-context.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { exampleOptions } from '../../support/example-options.ts';
import { vectorPath } from '../../support/paths.ts';

const descriptors: object[] = JSON.parse(
  readFileSync(vectorPath('example/descriptors.json'), 'utf8'),
);
const RECIPIENT = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const MISSING = /was not made for all descriptors/;

/** Opens the README's wallet of 0.75 BTC with its snapshot. `taken` returns the new warnings. */
async function openExample(more: CallOptions = {}, keypoolSize = 1000) {
  const told: string[] = [];
  const wallets = createMemoryHost({ keypoolSize });
  const options: CallOptions = {
    ...exampleOptions(),
    secp256k1: kernelSecp256k1,
    wallets,
    notify: (notice) => void told.push(notice),
    ...more,
  };
  await execute('createwallet', { wallet_name: 'cold', blank: true }, options);
  await execute('importdescriptors', [descriptors as never], options);
  const pay = (amount: number) =>
    execute('send', { outputs: [{ [RECIPIENT]: amount }], fee_rate: 2 }, options);
  return { options, pay, taken: () => told.splice(0) };
}

test('handing out addresses does not count as a gap in the snapshot', async () => {
  const { options, pay, taken } = await openExample();
  taken();
  for (let i = 0; i < 2; i++) await pay(0.05);
  await execute('getnewaddress', [], options);
  await execute('getbalances', [], options);
  expect(taken().filter((notice) => MISSING.test(notice))).toEqual([]);
});

test('warns of descriptors and ranges missing from the snapshot', async () => {
  const wide = await openExample({}, 3000);
  await execute('getbalances', [], wide.options);
  expect(wide.taken()).toContainEqual(expect.stringMatching(MISSING));
  const other = await openExample();
  const xpub =
    'tpubD6NzVbkrYhZ4WLczPJWReQycCJdd6YVWXubbVUFnJ5KgU5MDQrD998ZJLSmaB7GVcCnJSDWprxmrGkJ6SvgQC6QAffVpqSvonXmeizXcrkN';
  const [info] = [await execute('getdescriptorinfo', [`wpkh(${xpub}/7/*)`], other.options)];
  const { descriptor } = info as { descriptor: string };
  const watching: CallOptions = { ...other.options, walletName: 'watching' };
  await execute('createwallet', { wallet_name: 'watching', disable_private_keys: true }, watching);
  await execute('importdescriptors', [[{ desc: descriptor, timestamp: 'now' }]], watching);
  other.taken();
  await execute('getbalances', [], watching);
  expect(other.taken()).toContainEqual(expect.stringMatching(MISSING));
});

test('explains coins in the outbox next to balances and the error on insufficient funds', async () => {
  const { options, pay } = await openExample();
  expect(await execute('getbalances', [], options)).not.toHaveProperty('warnings');
  await pay(0.1);
  const balances = await execute('getbalances', [], options);
  const [warning = ''] = balances.warnings ?? [];
  const spent = Math.abs(balances.mine.nonmempool).toFixed(8);
  expect(warning).toMatch(/^A transaction waits in the outbox: it spends /);
  expect(warning).toContain(`it spends ${spent} BTC of this wallet, and 0.`);
  const refusal = { code: -4, message: 'Insufficient funds' };
  await expect(pay(0.7)).rejects.toMatchObject({ ...refusal, hint: warning });
  const core: CallOptions = { ...options, profile: 'core' };
  await expect(
    execute('send', { outputs: [{ [RECIPIENT]: 0.7 }], fee_rate: 2 }, core),
  ).rejects.toEqual(expect.objectContaining(refusal));
  await expect(
    execute('send', { outputs: [{ [RECIPIENT]: 0.7 }], fee_rate: 2 }, core),
  ).rejects.not.toHaveProperty('hint');
  expect(await execute('getbalances', [], core)).not.toHaveProperty('warnings');
});
