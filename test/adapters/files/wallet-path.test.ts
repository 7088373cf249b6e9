import { expect, test } from 'vitest';
import { walletPath } from '../../../src/adapters/files/wallet-path.ts';

const errorOf = (name: string) => {
  const found = walletPath('/wallets', name);
  return 'error' in found ? found.error : undefined;
};

test('refuses an unusual path before anything else', () => {
  for (const name of ['./', '../', './wallet', 'bad/./path', '/bad/../path', '../a/../b']) {
    expect(errorOf(name)).toBe('Wallet name given as a path must be normalized');
  }
});

test('a name cannot lead out of the folder or be the root', () => {
  for (const name of ['.', '..', '../wallets/wallet']) {
    expect(errorOf(name)).toContain('cannot begin with ./ or ../');
  }
  for (const name of ['/', '//']) expect(errorOf(name)).toBe('Wallet name cannot be the root path');
});

test('a name is one file with any spelling of its slashes', () => {
  const at = (name: string) => walletPath('/wallets', name);
  expect(at('a/b')).toEqual({ path: '/wallets/a/b.wallet', database: '/wallets/a/b' });
  expect(at('a//b/')).toEqual({ path: '/wallets/a/b.wallet', database: '/wallets/a//b/' });
  expect(at('/x//y')).toEqual({ path: '/x/y.wallet', database: '/x//y' });
  expect(at('...')).toEqual({ path: '/wallets/....wallet', database: '/wallets/...' });
  expect(at('')).toEqual({ path: '/wallets/.wallet', database: '/wallets' });
  for (const name of ['foo/.', 'foo/..', './', '../', '../.']) {
    expect(errorOf(name)).toBe('Wallet name given as a path must be normalized');
  }
});

test("uses Core's file name in the wallet's folder with -walletfolders", () => {
  const at = (name: string) => walletPath('/wallets', name, 'folder');
  expect(at('a//b/')).toEqual({ path: '/wallets/a/b/wallet.dat', database: '/wallets/a//b/' });
  expect(at('/x//y')).toEqual({ path: '/x/y/wallet.dat', database: '/x//y' });
  expect(at('')).toEqual({ path: '/wallets/wallet.dat', database: '/wallets' });
  expect(at('../a')).toHaveProperty('error');
});
