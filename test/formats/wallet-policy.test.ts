import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { descriptorOfPolicy } from '../../src/formats/policy.ts';
import { policyOfWallet, type WalletPolicy, walletOfPolicy } from '../../src/public/formats.ts';
import { readVector } from '../support/paths.ts';

type Registered = WalletPolicy & { readonly id: string };
const policies: readonly Registered[] = JSON.parse(readVector('formats/ledger-policies.json'));
const context = { network: networks.main, secp256k1: kernelSecp256k1 };
const [multisig] = policies.filter(({ name }) => name === '3 keys');

function descriptorOf(policy: WalletPolicy): string {
  const wallet = walletOfPolicy(policy, context);
  if ('error' in wallet) throw new Error(wallet.error);
  const [first] = wallet.descriptors;
  if (first === undefined || wallet.descriptors.length > 1) throw new Error('not one descriptor');
  return first.descriptor;
}

describe('a wallet policy', () => {
  test.each(policies)("$template, called '$name', has the id of Ledger's client", (policy) => {
    const { id, ...rest } = policy;
    const { name } = policy;
    const made = policyOfWallet({ name, descriptors: [descriptorOf(policy)] }, context);
    if ('error' in made) throw new Error(made.error);
    expect({ ...made, id: encodeHex(made.id) }).toEqual({ ...rest, id });
  });

  test('is the same for receiving and change apart, and with h as with an apostrophe', () => {
    if (multisig === undefined) throw new Error('no vector');
    const { name, id } = multisig;
    const [payload = ''] = descriptorOf(multisig).split('#');
    for (const text of [payload, payload.replace(/'/g, 'h')]) {
      const apart = ['0', '1'].map((branch) => text.replace(/<0;1>/g, branch));
      for (const descriptors of [[text], apart]) {
        const made = policyOfWallet({ name, descriptors }, context);
        if ('error' in made) throw new Error(made.error);
        expect(encodeHex(made.id)).toBe(id);
        expect(made.keys).toEqual(multisig.keys);
      }
    }
  });

  test.each([
    ['a name that a device does not show', { name: 'Großmutter' }, /64 characters of ASCII/],
    ['a name with a space at its end', { name: 'savings ' }, /without spaces at its ends/],
    ['a name that is too long', { name: 'x'.repeat(65) }, /64 characters/],
    ['no descriptors', { descriptors: [] }, /no descriptors/],
    ['two wallets', { descriptors: policies.slice(0, 3).map(descriptorOf) }, /holds one/],
    [
      'a key without branches',
      { descriptors: ['wpkh(03a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd)'] },
      /branches|BIP388/,
    ],
  ])('is not made with %s', (_what, change, words) => {
    if (multisig === undefined) throw new Error('no vector');
    const wallet = { name: 'x', descriptors: [descriptorOf(multisig)], ...change };
    const made = policyOfWallet(wallet, context);
    expect(made).toEqual({ error: expect.stringMatching(words) });
  });
});

test('refuses what BIP388 forbids besides its vectors', () => {
  const keys = multisig?.keys ?? [];
  const [first = '', second = ''] = keys;
  const refused = (template: string, given: readonly string[] = keys.slice(0, 2)) =>
    expect(descriptorOfPolicy(template, given)).toHaveProperty('error');
  refused('wsh(multi(1,@0/**,@1/**))', [first, first]);
  refused('wsh(multi(1,@0/**,@1/**))', [first, first.replace(/^\[[^\]]*\]/, '[00000000]')]);
  refused('tr(musig(@0,@0)/**,pk(@1/**))');
  refused('tr(musig(@0,@1)/**,pk(musig(@1,@0)/**))');
  expect(descriptorOfPolicy('tr(musig(@0,@1)/**)', [first, second])).toMatch(/^tr\(musig/);
});
