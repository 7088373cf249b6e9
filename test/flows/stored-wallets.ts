import { client } from 'coldsign/rpc';
import { createIndexedDbStorage, createWallets, type WalletStorage } from 'coldsign/wallet';

// In a page: createIndexedDbStorage(indexedDB). Elsewhere: three functions of your own.
const kept = new Map<string, Uint8Array>();
const inMemory: WalletStorage = {
  read: async (name) => kept.get(name),
  write: async (name, bytes) => void kept.set(name, bytes),
  names: async () => [...kept.keys()],
};
const storage =
  'indexedDB' in globalThis
    ? createIndexedDbStorage(Reflect.get(globalThis, 'indexedDB'))
    : inMemory;
const network = 'regtest';
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const now = () => Math.floor(Date.now() / 1000);
const wallets = createWallets(storage, { network, keypoolSize: 3 });
await client({ network, wallets, now, random }).createwallet({ wallet_name: 'savings' });
console.log(...(await storage.names()));
