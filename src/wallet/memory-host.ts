import { lockKeyring } from './encryption.ts';
import {
  defaultWalletOptions,
  type HostOutcome,
  type WalletHost,
  type WalletOptions,
} from './host.ts';
import type { Wallet } from './wallet.ts';

/** Wallets that live as long as the program. For libraries that keep them in their own way, and for tests. */
export function createMemoryHost(options: Partial<WalletOptions> = {}): WalletHost {
  const kept = new Map<string, Wallet>();
  const loaded = new Map<string, Wallet>();
  const done: HostOutcome = { ok: true, warnings: [] };

  function fail(code: number, error: string): HostOutcome {
    return { ok: false, code, error };
  }

  return {
    options: { ...defaultWalletOptions, ...options },
    unlockedUntil: new Map(),
    rescans: new Map(),
    mempoolSeen: new Map(),
    resent: new Map(),
    loaded: () => [...loaded.keys()],
    get: (name) => loaded.get(name),
    async update(name, change) {
      const current = loaded.get(name);
      if (current === undefined) throw new RangeError('the wallet is not loaded');
      const { wallet, value } = change(current);
      loaded.set(name, wallet);
      kept.set(name, wallet);
      return value;
    },
    lock(name) {
      const current = loaded.get(name);
      if (current !== undefined)
        loaded.set(name, { ...current, keyring: lockKeyring(current.keyring) });
    },
    async create(wallet) {
      if (kept.has(wallet.name))
        return fail(
          -36,
          `Wallet file verification failed. Failed to create database path '${wallet.name}'. Database already exists.`,
        );
      kept.set(wallet.name, wallet);
      loaded.set(wallet.name, wallet);
      return done;
    },
    async load(name) {
      const wallet = kept.get(name);
      if (loaded.has(name))
        return fail(-35, `Wallet file verification failed. Data file '${name}' is already loaded.`);
      if (wallet === undefined)
        return fail(
          -18,
          `Wallet file verification failed. Failed to load database path '${name}'. Path does not exist.`,
        );
      loaded.set(name, wallet);
      return done;
    },
    async unload(name) {
      const current = loaded.get(name);
      if (current !== undefined)
        kept.set(name, { ...current, keyring: lockKeyring(current.keyring) });
      loaded.delete(name);
      return done;
    },
    loadOnStartup: async () => true,
    list: async () => [...kept.keys()],
    backup: async () => fail(-4, 'Error: Wallet backup failed!'),
    restore: async () => fail(-4, 'Error: Wallets in memory cannot be restored from a file'),
  };
}
