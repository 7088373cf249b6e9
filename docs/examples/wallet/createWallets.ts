import { createWallets } from 'coldsign/wallet';

const kept = new Map<string, Uint8Array>();
const storage = {
  read: async (name: string) => kept.get(name),
  write: async (name: string, bytes: Uint8Array) => void kept.set(name, bytes),
  names: async () => [...kept.keys()],
};
const wallets = createWallets(storage, { network: 'main', keypoolSize: 100 });
console.log(wallets.options.keypoolSize); // 100
