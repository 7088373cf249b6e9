import { HDKey } from '@scure/bip32';
import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { openAccount } from '../../../src/library/payment/account.ts';
import type { AccountPosition } from '../../../src/library/payment/types.ts';

// Another library derives each key from its master key by the path that the account names.
const roots = [3, 4].map((byte) => HDKey.fromMasterSeed(new Uint8Array(32).fill(byte)));
const [first, second] = roots;
if (!first || !second) throw new Error('two roots');

const nameOf = ({ fingerprint }: HDKey) => fingerprint.toString(16).padStart(8, '0');
const byName = new Map(roots.map((root) => [nameOf(root), root]));

const keyOf = (root: HDKey, path: string) =>
  `[${nameOf(root)}${path}]${root.derive(`m${path.replaceAll('h', "'")}`).publicExtendedKey}`;

const one = keyOf(first, '/84h/0h/0h');
const other = keyOf(second, '/48h/0h/0h/2h');
const third = keyOf(second, '/86h/0h/7h');

const descriptors: readonly (readonly [name: string, descriptor: string, keys: number])[] = [
  ['pkh', `pkh(${one}/<0;1>/*)`, 1],
  ['wpkh', `wpkh(${one}/<0;1>/*)`, 1],
  ['nested wpkh', `sh(wpkh(${one}/<0;1>/*))`, 1],
  ['tr', `tr(${one}/<0;1>/*)`, 1],
  ['steps before the wildcard', `wpkh(${one}/5/<6;7>/*)`, 1],
  ['one position', `wpkh(${one}/9/9)`, 1],
  ['multisig', `wsh(sortedmulti(2,${one}/<0;1>/*,${other}/<0;1>/*))`, 2],
  ['nested multisig', `sh(wsh(multi(1,${other}/<0;1>/*,${one}/<0;1>/*)))`, 2],
  ['leaves', `tr(${third}/<0;1>/*,multi_a(2,${one}/<0;1>/*,${other}/<0;1>/*))`, 3],
  ['a policy', `wsh(or_d(pk(${one}/<0;1>/*),and_v(v:pk(${other}/<0;1>/*),older(9))))`, 2],
  ['a key in two branches', `wsh(andor(pk(${one}/<0;1>/*),older(9),pk(${other}/<0;1>/*)))`, 2],
];

const places: readonly AccountPosition[] = [
  { side: 'receive', index: 0 },
  { side: 'receive', index: 41 },
  { side: 'change', index: 7 },
];

test.each(descriptors)('another library finds the keys of %s by their paths', (_, text, count) => {
  const account = openAccount(text);
  for (const { side, index } of places) {
    const place = account.isRange ? { side, index } : { side, index: 0 };
    const keys = account.publicKeys(place);
    expect(keys).toHaveLength(count);
    for (const { publicKey, masterFingerprint, path } of keys) {
      const derived = byName.get(masterFingerprint)?.derive(path.replaceAll('h', "'"));
      expect(encodeHex(derived?.publicKey ?? new Uint8Array())).toBe(encodeHex(publicKey));
    }
  }
});

test('the key of an address is its own', () => {
  const at = (text: string) => {
    const account = openAccount(text);
    const [key] = account.publicKeys({ side: 'change', index: 12 });
    return { address: account.changeAddress(12), publicKey: key?.publicKey ?? new Uint8Array() };
  };
  const [pkh, wpkh, nested, tr] = ['pkh(K)', 'wpkh(K)', 'sh(wpkh(K))', 'tr(K)'].map((text) =>
    at(text.replace('K', `${one}/<0;1>/*`)),
  );
  expect(pkh && p2pkh(pkh.publicKey).address).toBe(pkh?.address);
  expect(wpkh && p2wpkh(wpkh.publicKey).address).toBe(wpkh?.address);
  expect(nested && p2sh(p2wpkh(nested.publicKey)).address).toBe(nested?.address);
  expect(tr && p2tr(tr.publicKey.subarray(1)).address).toBe(tr?.address);
});

test('a key without an origin begins at itself', () => {
  const node = first.derive("m/84'/0'/0'");
  const account = openAccount(`wpkh(${node.publicExtendedKey}/<0;1>/*)`);
  const [key] = account.publicKeys({ side: 'receive', index: 3 });
  expect(key).toMatchObject({ masterFingerprint: nameOf(node), path: 'm/0/3' });
  const single = encodeHex(node.publicKey ?? new Uint8Array());
  const [fixed] = openAccount(`wpkh(${single})`).publicKeys({ side: 'receive', index: 0 });
  expect(fixed).toMatchObject({ masterFingerprint: nameOf(node), path: 'm' });
});

test('MuSig2 names its participants and their aggregate', () => {
  const account = openAccount(`tr(musig(${one},${other})/<0;1>/*)`);
  const keys = account.publicKeys({ side: 'receive', index: 2 });
  const named = keys.map(({ masterFingerprint, path }) => `${masterFingerprint} ${path}`);
  expect(named.slice(0, 2)).toEqual([
    `${nameOf(first)} m/84h/0h/0h`,
    `${nameOf(second)} m/48h/0h/0h/2h`,
  ]);
  expect(keys).toHaveLength(3);
});

test('the next address names its keys, and a misspelt place is refused', () => {
  const account = openAccount(`wpkh(${one}/<0;1>/*)`);
  expect(account.publicKeys(account.nextAddress())[0]?.path).toBe('m/84h/0h/0h/0/0');
  // What a caller without types may pass.
  const publicKeys = (place: unknown) => Reflect.apply(account.publicKeys, account, [place]);
  expect(() => publicKeys({ side: 'recieve', index: 0 })).toThrow("'receive' or 'change'");
  expect(() => publicKeys({ side: 'change', index: 1, sied: 'x' })).toThrow('sied');
  expect(() => publicKeys({ side: 'change', index: -1 })).toThrow('whole number from 0');
});
