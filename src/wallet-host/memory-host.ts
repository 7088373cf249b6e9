import { nobleSecp256k1 } from '../crypto/noble.ts';
import { proveWallet } from '../wallet/codec/proof.ts';
import { withoutKeys } from '../wallet/keys/encryption.ts';
import { defaultWalletOptions, type WalletOptions } from '../wallet/options.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { WalletHost } from './host.ts';
import { refusal } from './host-error.ts';
import { createOpenWallets, type WalletStore } from './open-wallets.ts';

/** Creates wallets that live as long as the program. */
export function createMemoryHost(options: Partial<WalletOptions> = {}): WalletHost {
  const kept = new Map<string, Wallet>();
  const place: WalletStore = {
    async save(wallet) {
      kept.set(wallet.name, { ...wallet, keyring: withoutKeys(wallet.keyring) });
    },
    close() {},
  };
  const {
    settled: _,
    restore: __,
    ...wallets
  } = createOpenWallets<WalletStore>(
    {
      async open(name) {
        const wallet = kept.get(name);
        return wallet ? { wallet, place } : refusal({ error: 'missing', path: name });
      },
      async create(wallet) {
        const { name } = wallet;
        if (kept.has(name)) return refusal({ error: 'exists', path: name });
        await place.save(wallet);
        return place;
      },
      prove: (wallet) => proveWallet(wallet, { secp256k1: nobleSecp256k1 }),
    },
    { ...defaultWalletOptions, ...options },
  );
  return {
    ...wallets,
    loadOnStartup: async () => true,
    list: async () => [...kept.keys()],
    backup: async () => refusal({ error: 'not backed up' }),
    restore: async () => refusal({ error: 'not restorable' }),
  };
}
