import { expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { execute } from '../../src/library/call.ts';
import type { CallOptions } from '../../src/library/complete-context.ts';
import { createContext } from '../../src/library/create-context.ts';
import { harness } from '../support/harness.ts';

/** The address of BIP173's examples on the test chains. */
const TB1 = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
/** The master keys of BIP32's test vector 1, for the main chain. */
const XPUB =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';
const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
/** The private key 1 on the main chain. */
const WIF = 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn';

async function errorOf(method: string, params: unknown, options: CallOptions) {
  const context = createContext({ secp256k1: kernelSecp256k1, ...options });
  return harness(context).refusal(method, params);
}

const pay = (address: string) => [[], [{ [address]: 1 }]];
const blank = '02000000000000000000';

test.each([
  [
    'createrawtransaction',
    pay(TB1),
    'main',
    `Invalid Bitcoin address: ${TB1}`,
    `${TB1} is an address of test or testnet4 or signet, but this call is for main`,
  ],
  [
    'getdescriptorinfo',
    [`wpkh(${XPUB})`],
    'regtest',
    `wpkh(): key '${XPUB}' is not valid`,
    'A key in this call is of main, but this call is for regtest',
  ],
  [
    'deriveaddresses',
    [`addr(${TB1})#k5d2ghaa`],
    'regtest',
    expect.any(String),
    `${TB1} is an address of test or testnet4 or signet, but this call is for regtest`,
  ],
  [
    'signrawtransactionwithkey',
    [blank, [WIF]],
    'signet',
    'Invalid private key',
    'A key in this call is of main, but this call is for signet',
  ],
] as const)(
  '%s names the chain of an argument in a hint, except in the profile core',
  async (method, params, chain, message, hint) => {
    const network = networks[chain];
    const error = { code: -5, message };
    expect(await errorOf(method, params, { network })).toEqual({ ...error, data: { hint } });
    expect(await errorOf(method, params, { network, profile: 'core' })).toEqual(error);
  },
);

test('a hint does not repeat a key, and is absent if no chain matches', async () => {
  const network = networks.regtest;
  const { data } = await errorOf('getdescriptorinfo', [`wpkh(${XPRV})`], { network });
  expect(data?.hint).toBe('A key in this call is of main, but this call is for regtest');
  for (const address of ['', 'moon', TB1.replace('qw', 'qq'), '1'.repeat(40)]) {
    expect(await errorOf('createrawtransaction', pay(address), { network })).toEqual({
      code: -5,
      message: `Invalid Bitcoin address: ${address}`,
    });
  }
});

test('only the first words of a refused call are searched', async () => {
  const words = Array.from({ length: 200 }, (_, i) => `${i}`.padStart(40, '1'));
  const hintWith = async (at: number) => {
    const outputs = words.map((word, i) => ({ [i === at ? TB1 : word]: 1 }));
    return (await errorOf('createrawtransaction', [[], outputs], {})).data?.hint;
  };
  expect(await hintWith(50)).toContain(TB1);
  expect(await hintWith(150)).toBeUndefined();
});

test('a wallet call without the option wallets names the missing option', async () => {
  const error = { code: -32601, message: 'Method not found' };
  await expect(execute('createwallet', ['w'])).rejects.toMatchObject({
    ...error,
    hint: expect.stringContaining('createWallets'),
  });
  await expect(execute('getnewaddress', [], { profile: 'core' })).rejects.not.toHaveProperty(
    'hint',
  );
});

test('the library throws the hint with the error, and names the existing chains', async () => {
  await expect(execute('createrawtransaction', pay(TB1))).rejects.toMatchObject({
    hint: expect.stringContaining('is an address of test'),
  });
  await expect(execute('createrawtransaction', pay(TB1), { profile: 'core' })).rejects.toEqual(
    expect.not.objectContaining({ hint: expect.anything() }),
  );
  expect(() => createContext({ network: 'testnet' as 'test' })).toThrow(
    expect.objectContaining({
      message: 'Unknown chain testnet',
      hint: 'The chains are main, test, testnet4, signet and regtest',
    }),
  );
});
