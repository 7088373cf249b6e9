import { expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import { wipeRing } from '../../src/keys/key-ring.ts';
import { readKeys } from '../../src/keys/read-keys.ts';
import { ringSilent } from '../../src/keys/ring-silent.ts';
import { deriveSilentDescriptor, formatSilentDescriptor } from '../../src/public/descriptor.ts';
import { rootKeyOf } from '../../src/seed/root-key.ts';
import { ABANDON } from '../support/chains/abandon-payment.ts';

const network = networks.regtest;
const context = { network, secp256k1 };
const root = rootKeyOf({ words: ABANDON }, '');
if (root === undefined) throw new Error('no key');
const own = deriveSilentDescriptor(root, 0, { network });
const spending = formatSilentDescriptor(own, network);
const watching = formatSilentDescriptor(own, network, true);

const read = (text: string, on = network) => {
  const ring = readKeys(text, { network: on, secp256k1 });
  if ('error' in ring) return ring.error;
  const found = ringSilent(ring, context).map(({ spendKey }) => spendKey);
  wipeRing(ring);
  return { canSign: ring.canSign, found };
};
const found = [own.spendKey];

test('reads sp() as a key that signs, or that only finds payments', () => {
  expect(read(spending)).toEqual({ canSign: true, found });
  expect(read(watching)).toEqual({ canSign: false, found });
  expect(read(`${watching}\n${spending}`)).toEqual({ canSign: true, found: [...found, ...found] });
  expect(read(JSON.stringify([{ desc: spending, timestamp: 0 }]))).toEqual({
    canSign: true,
    found,
  });
});

test('finds the account of BIP352 of seed words, and of no other seed or wallet', () => {
  expect(read(ABANDON.join(' '))).toEqual({ canSign: true, found });
  const electrum =
    'cram swing cover prefer miss modify ritual silly deliver chunk behind inform able';
  expect(read(electrum)).toEqual({ canSign: true, found: [] });
});

test('refuses a damaged sp() and one of another network, and repeats no key', () => {
  const typo = `${spending.slice(0, 60)}${spending[60] === 'q' ? 'p' : 'q'}${spending.slice(61)}`;
  for (const text of [typo, typo.replace(/#.*/, ''), 'sp()', 'sp(abc)']) {
    const refused = read(text);
    expect(refused).toMatch(/descriptor/);
    expect(refused).not.toContain(spending.slice(30, 60));
  }
  expect(read(spending, networks.main)).toContain('is a key of a test network, not of main');
});
