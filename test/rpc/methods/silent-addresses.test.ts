import { expect, test } from 'vitest';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { formatSilentDescriptor } from '../../../src/descriptor/silent-descriptor.ts';
import { networks } from '../../../src/encoding/network.ts';
import { execute } from '../../../src/library/call.ts';
import { formatSilentAddress } from '../../../src/silent/silent-address.ts';
import { exampleOptions } from '../../support/example-options.ts';
import { silentAddress, silentKey } from '../../support/generate/silent-payments.ts';

const options = exampleOptions();
const call = (method: string, params: object = [], more: object = {}): Promise<unknown> =>
  execute(method, params as never, { ...options, ...more } as never);
const failure = (method: string, params: object, more?: object) =>
  call(method, params, more).then(
    () => 'no error',
    (error: unknown) => error,
  );
const key = (n: number): PrivateKey => {
  const made = PrivateKey.from(silentKey(n), true);
  if (made === undefined) throw new Error('no key');
  return made;
};
const { scanKey: _, spendKey } = silentAddress(1, 1);
const desc = formatSilentDescriptor(
  { scanKey: key(1000), spendKey, spendPrivateKey: key(2000) },
  { network: networks.regtest },
);
const stranger = formatSilentAddress(silentAddress(3, 3), networks.regtest);
const ofMain = formatSilentAddress(silentAddress(3, 3), networks.main);
const damaged = `${stranger.slice(0, 40)}${stranger[40] === 'q' ? 'p' : 'q'}${stranger.slice(41)}`;

test('validateaddress knows silent payment addresses, and names damage and a wrong network', async () => {
  expect(await call('validateaddress', [stranger])).toEqual({
    isvalid: true,
    address: stranger,
    issilentpayment: true,
  });
  expect(await call('validateaddress', [stranger.toUpperCase()])).toMatchObject({
    address: stranger,
  });
  expect(await call('validateaddress', [ofMain])).toMatchObject({
    isvalid: false,
    error: expect.stringContaining('It belongs to another network'),
  });
  expect(await call('validateaddress', [damaged])).toMatchObject({
    isvalid: false,
    error: expect.stringContaining('A character is wrong or missing'),
  });
  const core = await call('validateaddress', [stranger], { profile: 'core' });
  expect(core).toEqual({
    isvalid: false,
    error_locations: [],
    error: 'Invalid or unsupported Segwit (Bech32) or Base58 encoding.',
  });
});

test('a wallet knows the silent payment addresses that it gives out, and their labels', async () => {
  await call('createwallet', { wallet_name: 'w', blank: true });
  expect(await call('importdescriptors', [[{ desc, timestamp: 'now' }]])).toMatchObject([
    { success: true },
  ]);
  const address = await call('getnewaddress', ['', 'silent']);
  const shop = await call('getnewaddress', ['shop', 'silent']);
  const change = await call('getrawchangeaddress', ['silent']);
  expect(await call('getaddressinfo', [address])).toMatchObject({
    address,
    ismine: true,
    issilentpayment: true,
    ischange: false,
    labels: [],
  });
  expect(await call('getaddressinfo', [shop])).toMatchObject({ silent_label: 1, labels: ['shop'] });
  expect(await call('getaddressinfo', [change])).toMatchObject({ ismine: true, ischange: true });
  expect(await call('getaddressinfo', [stranger])).toMatchObject({ ismine: false, labels: [] });
  expect(await call('listlabels')).toEqual(['shop']);
  await call('setlabel', [address, 'donations']);
  await call('setlabel', [stranger, 'Bob']);
  expect(await call('listlabels')).toEqual(['Bob', 'donations', 'shop']);
  expect(await call('listlabels', ['send'])).toEqual(['Bob']);
  expect(await call('listlabels', ['receive'])).toEqual(['donations', 'shop']);
  expect(await call('getaddressinfo', [address])).toMatchObject({ labels: ['donations'] });
  expect(await call('getaddressesbylabel', ['donations'])).toEqual({
    [String(address)]: { purpose: 'receive' },
  });
  for (const method of ['getaddressinfo', 'setlabel']) {
    const args = method === 'setlabel' ? ['x'] : [];
    expect(await failure(method, [damaged, ...args])).toMatchObject({
      code: -5,
      hint: expect.stringContaining('A character is wrong'),
    });
    expect(await failure(method, [ofMain, ...args])).toMatchObject({
      code: -5,
      hint: expect.stringContaining('another network'),
    });
    expect(await failure(method, [stranger, ...args], { profile: 'core' })).toMatchObject({
      code: -5,
    });
  }
  expect(await call('listlabels', [], { profile: 'core' })).toEqual([]);
});
