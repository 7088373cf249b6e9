import { client } from 'coldsign/rpc';
import { createWallets } from 'coldsign/wallet';

// Stands for AsyncStorage, a database or a file.
const kept = new Map<string, Uint8Array>();
const storage = {
  read: async (name: string) => kept.get(name),
  write: async (name: string, bytes: Uint8Array) => void kept.set(name, bytes),
  names: async () => [...kept.keys()],
};
let [hashed, drawn] = [0, 0];
const network = 'regtest';
const wallet = client({
  network,
  wallets: createWallets(storage, { network, keypoolSize: 3 }),
  now: () => Math.floor(Date.now() / 1000),
  // Stands for crypto.getRandomValues of react-native-get-random-values.
  random: (length) => new Uint8Array(length).map(() => (7 * drawn++) % 251),
  // Stands for scrypt of react-native-quick-crypto: in Hermes itself it would take many seconds.
  deriveKey: async (passphrase, salt) => {
    hashed += 1;
    return new Uint8Array(32).map(
      (_, i) => (passphrase.charCodeAt(i % passphrase.length) + (salt[i % 16] ?? 0)) % 256,
    );
  },
});
await wallet.createwallet({ wallet_name: 'phone', passphrase: 'open sesame' });
await wallet.walletpassphrase({ passphrase: 'open sesame', timeout: 60 });
const address = await wallet.getnewaddress({ address_type: 'bech32m' });
const { ismine, solvable } = await wallet.getaddressinfo({ address });
console.log(ismine, solvable, hashed > 1);
