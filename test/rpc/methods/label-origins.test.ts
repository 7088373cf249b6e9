import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { parseDescriptor } from '../../../src/descriptor/parse.ts';
import { networks } from '../../../src/encoding/network.ts';
import { withLabels } from '../../../src/rpc/wallet/wallet-labels.ts';
import type { Wallet } from '../../../src/wallet/wallet.ts';
import { keyAt, person } from '../../support/review/accounts.ts';

const [ME, OTHER] = [person(1), person(2)];

/** A wallet with only what labels need. */
function walletOf(text: string): Wallet {
  const parsed = parseDescriptor(text, { network: networks.regtest, secp256k1 });
  if ('error' in parsed) throw new Error(parsed.error);
  const descriptors = new Map(parsed.descriptors.map((descriptor, i) => [`${i}`, { descriptor }]));
  const maps = { labels: new Map(), otherLabels: new Map(), locks: new Map() };
  return { descriptors, ...maps, network: networks.regtest } as unknown as Wallet;
}

const own = walletOf(`wpkh(${keyAt(ME, '84h/1h/0h')})`);
const ref = 'aa'.repeat(32);
const labelled = (origin: string | undefined, label: string) => ({
  type: 'tx' as const,
  ref,
  label,
  origin,
});

test('a label of another wallet or account changes nothing, and is named', () => {
  const mine = labelled(`wpkh([${ME.fingerprint}/84'/1'/0'])`, 'rent');
  for (const id of [`${OTHER.fingerprint}/84h/1h/0h`, `${ME.fingerprint}/84h/1h/1h`]) {
    const origin = `wpkh([${id}])`;
    const { wallet, imported, lost } = withLabels(own, [mine, labelled(origin, 'income')]);
    expect([...wallet.otherLabels]).toEqual([[`tx ${ref}`, 'rent']]);
    expect(imported).toBe(1);
    expect(lost).toEqual([`labels of another wallet, ${origin}: 1`]);
  }
});

test('a label without an origin, or for a wallet of unknown origin, is imported', () => {
  const bare = walletOf(`wpkh(${keyAt(ME, '84h/1h/0h').replace(/\[.*\]/, '')})`);
  const theirs = labelled(`wpkh([${OTHER.fingerprint}/84h/1h/0h])`, 'income');
  expect(withLabels(bare, [theirs]).imported).toBe(1);
  expect(withLabels(own, [labelled(undefined, 'rent')]).imported).toBe(1);
});

test('a second label of one transaction is reported', () => {
  const { wallet, lost } = withLabels(own, [labelled(undefined, 'a'), labelled(undefined, 'b')]);
  expect(wallet.otherLabels.get(`tx ${ref}`)).toBe('b');
  expect(lost).toEqual(['first labels, where a later line has another one: 1']);
});
