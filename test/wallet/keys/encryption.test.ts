import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { open, seal } from '../../../src/crypto/cipher.ts';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import {
  addKeys,
  changePassphrase,
  encryptKeyring,
  lockKeyring,
  unlockKeyring,
} from '../../../src/wallet/keys/encryption.ts';
import { keysOf } from '../../../src/wallet/keys/keyring.ts';
import { passphraseKey } from '../../support/passphrase-key.ts';

let drawn = 0;
const random = (length: number) =>
  new Uint8Array(length).map(() => (drawn = (drawn * 41 + 7) & 255));

function keyOf(byte: number): PrivateKey {
  const key = PrivateKey.from(new Uint8Array(32).fill(byte), byte % 2 === 0);
  if (key === undefined) throw new Error('not a key');
  return key;
}

const table = () =>
  new Map([
    [
      'id',
      new Map([
        ['hash', keyOf(5)],
        ['other', keyOf(6)],
      ]),
    ],
  ]);

describe('an encrypted keyring', () => {
  test('opens with its passphrase only', () => {
    const { sealed } = encryptKeyring(table(), passphraseKey('correct horse'), random);
    expect(unlockKeyring(sealed, passphraseKey('wrong'))).toEqual({ error: 'wrong-passphrase' });
    const unlocking = unlockKeyring(sealed, passphraseKey('correct horse'));
    if ('error' in unlocking) throw new Error(unlocking.error);
    expect(unlocking.keys.get('id')?.get('hash')?.reveal()).toEqual(keyOf(5).reveal());
    expect(unlocking.keys.get('id')?.get('other')?.compressed).toBe(true);
  });

  test('overwrites the keys that it opened if another is damaged', () => {
    const { sealed } = encryptKeyring(table(), passphraseKey('p'), random);
    const keys = new Map(sealed.keys.get('id'));
    const other = keys.get('other');
    if (other === undefined) throw new Error('no key');
    keys.set('other', { ...other, ciphertext: other.ciphertext.map((byte) => byte ^ 1) });
    const made = vi.spyOn(PrivateKey, 'from');
    const damaged = { ...sealed, keys: new Map([['id', keys]]) };
    expect(unlockKeyring(damaged, passphraseKey('p'))).toEqual({ error: 'damaged' });
    const opened = made.mock.results.map(({ value }) => value?.reveal());
    made.mockRestore();
    expect(opened).toEqual([new Uint8Array(32)]);
  });

  test('adds keys while unlocked, forgets them when locked, and restores them', () => {
    const { sealed } = encryptKeyring(table(), passphraseKey('p'), random);
    expect(
      addKeys({ kind: 'locked', sealed }, 'id', new Map([['x', keyOf(7)]]), random),
    ).toBeUndefined();
    const unlocking = unlockKeyring(sealed, passphraseKey('p'));
    if ('error' in unlocking) throw new Error(unlocking.error);
    const more = addKeys(unlocking, 'new', new Map([['x', keyOf(7)]]), random);
    const held = more && keysOf(more)?.get('id')?.get('hash')?.reveal();
    const locked = more && lockKeyring(more);
    expect(held).toEqual(new Uint8Array(32));
    if (locked?.kind !== 'locked') throw new Error('not locked');
    const again = unlockKeyring(locked.sealed, passphraseKey('p'));
    if ('error' in again) throw new Error(again.error);
    expect(again.keys.get('new')?.get('x')?.reveal()).toEqual(keyOf(7).reveal());
  });

  test('changes its passphrase without touching the keys', () => {
    const { sealed } = encryptKeyring(table(), passphraseKey('old'), random);
    const fresh = passphraseKey('new', new Uint8Array(16).fill(7));
    expect(changePassphrase(sealed, passphraseKey('other'), fresh, random)).toBeUndefined();
    const changed = changePassphrase(sealed, passphraseKey('old'), fresh, random);
    if (changed === undefined) throw new Error('refused');
    expect(unlockKeyring(changed, passphraseKey('old'))).toEqual({ error: 'wrong-passphrase' });
    expect(unlockKeyring(changed, fresh)).not.toHaveProperty('error');
    expect(changed.keys).toBe(sealed.keys);
  });

  test('a swapped key is noticed', () => {
    const { sealed } = encryptKeyring(table(), passphraseKey('p'), random);
    const keys = sealed.keys.get('id');
    const swapped = new Map(
      [...(keys ?? [])].map(([hash], i, all) => [hash, all[1 - i]?.[1]] as const),
    );
    const damaged = { ...sealed, keys: new Map([['id', swapped as NonNullable<typeof keys>]]) };
    expect(unlockKeyring(damaged, passphraseKey('p'))).toEqual({ error: 'damaged' });
  });
});

test('nothing opens after a bit was flipped', () => {
  const key = random(32);
  const context = Uint8Array.of(1, 2);
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat(), fc.integer({ min: 0, max: 7 }), (plain, at, bit) => {
      const sealed = seal(plain, key, random(24), context);
      expect(open(sealed, key, context)).toEqual(plain);
      const changed = sealed.slice();
      changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ (1 << bit);
      expect(open(changed, key, context)).toBeUndefined();
      expect(open(sealed, key, Uint8Array.of(1, 3))).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(open(bytes, key, context)).toBeUndefined();
    }),
  );
});
