import { curveOf } from '../crypto/complete-curve.ts';
import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Curve } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import type { Network, NetworkName } from '../encoding/network.ts';
import {
  createWalletEncoder,
  decodeWalletFile,
  type WalletEncoder,
} from '../wallet/codec/codec.ts';
import { proveWallet } from '../wallet/codec/proof.ts';
import { defaultWalletOptions, type WalletOptions } from '../wallet/options.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { WalletHost } from '../wallet-host/host.ts';
import { type OpenError, refusal, requireReadable } from '../wallet-host/host-error.ts';
import { createKeyedMutex } from '../wallet-host/mutex.ts';
import { createOpenWallets, type WalletStore } from '../wallet-host/open-wallets.ts';
import { findNetwork } from './complete-context.ts';
import { networkMembers } from './kinds.ts';
import { requireMembers, requireOptions } from './require-options.ts';
import { walletOptionMembers } from './wallet-kinds.ts';
import { askStorage, type WalletStorage } from './wallet-storage.ts';

/** Options of the wallets of an app. */
export type AppWalletOptions = Partial<WalletOptions> & {
  /** The network of the calls that use the wallets. Default: `main`. */
  readonly network?: NetworkName | Network | undefined;
  /** The curve that keys are derived with. Default: noble's, in pure JS. */
  readonly secp256k1?: Curve | undefined;
};

/**
 * Makes descriptor wallets for the `wallets` of a call's options. Changes are stored before a call
 * answers. `backupwallet` and `restorewallet` copy between names of the storage. If another tab or
 * program has changed a wallet of `createIndexedDbStorage` or `createFileStorage`, later changes
 * here are refused. With any other storage, only this object may write meanwhile. Throws `RpcError`
 * if the storage lacks a function or the network is unknown.
 *
 * @param storage - Of the app: a file each, such as `createIndexedDbStorage`.
 * @param options - `network`, and bitcoind's options of wallets, with rates in sat/vB.
 * @throws `RpcError` if the storage lacks a function, the network is unknown, or an option has
 *   another kind, unit or range than its own.
 */
export function createWallets(storage: WalletStorage, options: AppWalletOptions = {}): WalletHost {
  requireOptions('createWallets', options, {
    ...walletOptionMembers,
    network: 'any',
    secp256k1: 'any',
  });
  const { network: given = 'main', secp256k1: curve = nobleSecp256k1, ...walletOptions } = options;
  if (typeof given === 'object') {
    requireMembers('createWallets', 'options.network', given, networkMembers, false);
  }
  const network = isNetwork(given) ? given : findNetwork(given);
  const refuse = (error: OpenError, name: string) => refusal({ ...error, path: name });
  const { read, write, names } = askStorage(storage);
  const secp256k1 = curveOf(curve);
  const codec = { network, secp256k1 };
  /** `stored`: the bytes that the storage has; `undefined` for a new wallet. */
  const placeOf = (encode: WalletEncoder, stored: Bytes | undefined): AppPlace => {
    let latest = stored;
    const bytesOf = (wallet: Wallet) => concatBytes(...requireReadable(encode(wallet)));
    return {
      encode: bytesOf,
      async save(wallet) {
        const bytes = bytesOf(wallet);
        await write(wallet.name, bytes, latest);
        latest = bytes;
      },
      close() {},
    };
  };
  /** Makes the search for a wallet and the write one step, so that no wallet is overwritten. */
  const turns = createKeyedMutex();
  const { settled, restore, ...wallets } = createOpenWallets<AppPlace>(
    {
      async open(name) {
        const bytes = await read(name);
        if (bytes === undefined) return refuse({ error: 'missing' }, name);
        const found = decodeWalletFile(bytes, name, codec);
        return 'error' in found
          ? refuse(found, name)
          : { wallet: found.wallet, place: placeOf(found.encode, bytes) };
      },
      create: (wallet) =>
        turns.run(wallet.name, async () => {
          if (await read(wallet.name)) return refuse({ error: 'exists' }, wallet.name);
          const place = placeOf(createWalletEncoder(codec), undefined);
          await place.save(wallet);
          return place;
        }),
      secp256k1,
      prove: (wallet) => proveWallet(wallet, codec),
    },
    { ...defaultWalletOptions, ...definedIn(walletOptions) },
  );
  return {
    ...wallets,
    network: network.name,
    list: names,
    loadOnStartup: async () => false,
    backup: (name, destination) =>
      settled(name, (place, wallet) =>
        turns.run(destination, async () => {
          if (await read(destination)) return refusal({ error: 'not backed up' });
          await write(destination, place.encode(wallet));
          return { ok: true, warnings: [] };
        }),
      ),
    async restore(name, source) {
      const bytes = await read(source);
      if (bytes === undefined) return refusal({ error: 'no source' });
      return restore(name, () =>
        turns.run(name, async () => {
          if (wallets.get(name) !== undefined || (await read(name))) {
            return refusal({ error: 'in the way', path: name });
          }
          const found = decodeWalletFile(bytes, name, codec);
          if ('error' in found) return refuse(found, name);
          await write(name, bytes);
          return { wallet: found.wallet, place: placeOf(found.encode, bytes) };
        }),
      );
    },
  };
}

type AppPlace = WalletStore & {
  /** The bytes that `save` stores. */
  encode(wallet: Wallet): Bytes;
};

/** Checks a network, also of callers without types. */
const isNetwork = (given: NetworkName | Network): given is Network =>
  typeof given === 'object' && typeof given?.hrp === 'string';

/** Leaves out options that are `undefined`. */
function definedIn(options: Partial<WalletOptions>): Partial<WalletOptions> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
