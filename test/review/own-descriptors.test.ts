import { expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { descriptorOwners } from '../../src/review/own-descriptors.ts';
import { UNSPENDABLE_KEY } from '../../src/script/taproot.ts';
import { descriptorsOf, keyAt, person, place, unspendableAt } from '../support/review/accounts.ts';

const text = `wpkh(${keyAt(person(1), '84h/1h/0h')})`;
const FAR = 5000;

function owners() {
  const own = descriptorsOf(text).map((descriptor, i) => ({
    descriptor,
    isChange: i === 1,
    range: 3,
  }));
  return descriptorOwners(own, { secp256k1, findPrivateKey: () => undefined });
}

test('change at a position named only by a coin is found, and called far', () => {
  const findOwners = owners();
  const coin = { scriptPubKey: place(text, 0, FAR).script, hints: [FAR] };
  const change = { scriptPubKey: place(text, 1, FAR).script, hints: [] };
  expect(owners()([change])).toEqual([undefined]);
  expect(findOwners([coin])).toMatchObject([{ role: 'own', index: FAR, isFar: true }]);
  expect(findOwners([change])).toMatchObject([{ role: 'change', index: FAR, isFar: true }]);
});

test.each([
  ['range 10', { range: 10 }, 29],
  ['range 1,000', { range: 1000 }, 1019],
  ['next 0', { next: 0 }, 19],
  ['next 7 and range 5', { next: 7, range: 5 }, 26],
  ['next 500', { next: 500 }, 519],
])('with %s, a restored wallet finds change up to 20 positions further', (_, known, last) => {
  const own = descriptorsOf(text).map((descriptor, i) => ({
    descriptor,
    isChange: i === 1,
    ...known,
  }));
  const source = { secp256k1, findPrivateKey: () => undefined };
  const [near, far] = [last, last + 1].map((index) => ({
    scriptPubKey: place(text, 1, index).script,
    hints: [index],
  }));
  if (near === undefined || far === undefined) throw new Error('no questions');
  const spent = [place(text, 0, 0).script, place(text, 1, 999).script];
  const coins = spent.map((scriptPubKey) => ({ scriptPubKey, hints: [] }));
  const find = descriptorOwners(own, source);
  find(coins);
  expect(find([near, far], spent)).toMatchObject([
    { index: last, isFar: false },
    { index: last + 1, isFar: true },
  ]);
  // The range is searched also for positions that no PSBT names.
  if ('range' in known && !('next' in known)) {
    expect(descriptorOwners(own, source)([{ ...near, hints: [] }])[0]?.isFar).toBe(false);
  }
});

test('a position named for one descriptor is tried in the other one too', () => {
  const [first, second] = [place(text, 0, 1).script, place(text, 1, 2).script];
  const found = owners()([
    { scriptPubKey: first, hints: [2] },
    { scriptPubKey: second, hints: [1] },
    { scriptPubKey: new Uint8Array(22), hints: [FAR] },
  ]);
  expect(found).toMatchObject([{ role: 'own', index: 1 }, { role: 'change', index: 2 }, undefined]);
});

test('a script of two descriptors belongs to the one with it at a named or the only position', () => {
  const receive = descriptorsOf(text)[0];
  const fifth = descriptorsOf(text.replace('/<0;1>/*', '/0/5'))[0];
  const own = [
    { descriptor: receive, isChange: false, range: 10 },
    { descriptor: fifth, isChange: true },
  ];
  const { script } = place(text, 0, 5);
  const ask = (hints: readonly number[]) =>
    descriptorOwners(own, { secp256k1, findPrivateKey: () => undefined })([
      { scriptPubKey: script, hints },
    ])[0];
  expect(ask([0])).toMatchObject({ role: 'change', index: 0 });
  expect(ask([5])).toMatchObject({ role: 'own', index: 5 });
  expect(ask([5, 0])).toMatchObject({ role: 'own', index: 5 });
  expect(ask([])).toMatchObject({ role: 'change', index: 0 });
});

test.each([encodeHex(UNSPENDABLE_KEY), unspendableAt(1)])(
  'a wallet with the internal key %s does not have it, because no one does',
  (internal) => {
    const leaf = keyAt(person(1), '86h/1h/0h');
    const wallet = `tr(${internal},pk(${leaf}))`;
    const own = descriptorsOf(wallet).map((descriptor) => ({ descriptor, isChange: false }));
    const find = descriptorOwners(own, { secp256k1, findPrivateKey: () => undefined });
    const { script, knowledge } = place(wallet, 0, 3);
    const [key, point] = ['86h/1h/0h', internal].map((text) =>
      [...knowledge.publicKeys.values()].find((each) => {
        const origin = knowledge.origins.get(encodeHex(hash160(each)));
        return text.startsWith('86h') === ((origin?.path.length ?? 0) === 5);
      }),
    );
    expect(key && find.keys?.holds(key)).toBe(true);
    expect(point && find.keys?.holds(point)).toBe(false);
    expect(find.keys?.holds(UNSPENDABLE_KEY)).toBe(false);
    const [owner] = find([{ scriptPubKey: script, hints: [] }]);
    expect(owner?.paths).toEqual([`${person(1).fingerprint}/86h/1h/0h/0/3`]);
  },
);
