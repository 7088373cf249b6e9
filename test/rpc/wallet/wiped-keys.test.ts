import { afterEach, expect, test, vi } from 'vitest';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { execute } from '../../../src/library/call.ts';
import { exampleOptions } from '../../support/example-options.ts';
import { readVector } from '../../support/paths.ts';

afterEach(() => vi.restoreAllMocks());

const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

test('an unlocked wallet overwrites every key that it derives, and keeps those of its descriptors', async () => {
  const options = exampleOptions();
  const call = (method: string, params: unknown = []) =>
    execute(method, JSON.stringify(params), options).then((text) => JSON.parse(text));
  await call('createwallet', { wallet_name: 'w', blank: true, passphrase: 'correct horse' });
  await call('walletpassphrase', ['correct horse', 10_000]);
  await call('importdescriptors', [JSON.parse(readVector('example/descriptors.json'))]);
  const [coin] = await call('listunspent', [0]);
  const inputs = [{ txid: coin.txid, vout: coin.vout }];
  const raw = await call('createrawtransaction', [inputs, [{ [payee]: coin.amount - 0.0001 }]]);
  const { psbt } = await call('walletcreatefundedpsbt', [
    [],
    [{ [payee]: 0.01 }],
    0,
    { fee_rate: 2 },
  ]);
  const keyring = options.wallets.get('w')?.value.keyring;
  if (keyring?.kind !== 'unlocked') throw new Error('locked');
  const lasting = new Set([...keyring.keys.values()].flatMap((keys) => [...keys.values()]));
  expect(lasting.size).toBeGreaterThan(0);

  const made = vi.spyOn(PrivateKey, 'from');
  const calls: readonly (readonly [string, unknown])[] = [
    ['walletcreatefundedpsbt', [[], [{ [payee]: 0.01 }], 0, { fee_rate: 2 }]],
    ['review', [psbt]],
    ['walletprocesspsbt', [psbt]],
    ['signrawtransactionwithwallet', [raw]],
    ['signmessage', [coin.address, 'hello']],
    ['send', { outputs: { [payee]: 0.01 }, fee_rate: 2 }],
  ];
  for (const [method, params] of calls) {
    made.mockClear();
    await call(method, params);
    const derived: PrivateKey[] = made.mock.results.flatMap(({ value }) => value ?? []);
    if (method !== 'walletcreatefundedpsbt') expect(derived.length, method).toBeGreaterThan(0);
    const left = derived.filter((key) => key.reveal().some((byte) => byte !== 0));
    expect(left.length, method).toBe(0);
  }
  for (const key of lasting) expect(key.reveal().some((byte) => byte !== 0)).toBe(true);
});
