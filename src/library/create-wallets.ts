import { decodeSnapshot, snapshotErrorWords } from '../chain/snapshot-codec.ts';
import { fingerprintOf } from '../chain/snapshot-signature.ts';
import { createSnapshotSource } from '../chain/snapshot-source.ts';
import { judgeSnapshot, type TrustedSigner } from '../chain/snapshot-trust.ts';
import type { ChainSource } from '../chain/source.ts';
import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { joinParts } from '../crypto/section-file.ts';
import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import type { Network, NetworkName } from '../encoding/network.ts';
import { RpcCode, RpcError } from '../rpc/error.ts';
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
import { findNetwork } from './call.ts';
import { askStorage, type WalletStorage } from './wallet-storage.ts';

/** What the wallets of an app are made of, beside where they are kept. */
export type AppWalletOptions = Partial<WalletOptions> & {
  /** As of the calls that they are handed to. Default: the main network. */
  readonly network?: NetworkName | Network;
  /** The curve that keys are derived with. Default: noble's, in pure JS. */
  readonly secp256k1?: Secp256k1;
};

/**
 * Descriptor wallets for the `wallets` of a call's options. What a call has answered is stored.
 * `backupwallet` and `restorewallet` copy between names of the storage. Nobody else may write there
 * meanwhile: another tab or process that has the same wallet would overwrite what this one stores.
 * Throws `RpcError` for what is no storage and for unknown networks.
 */
export function createWallets(storage: WalletStorage, options: AppWalletOptions = {}): WalletHost {
  requireOptions('createWallets', options);
  const { network: given = 'main', secp256k1 = nobleSecp256k1, ...walletOptions } = options;
  const network = isNetwork(given) ? given : findNetwork(given);
  const refuse = (error: OpenError, name: string) => refusal({ ...error, path: name });
  const { read, write, names } = askStorage(storage);
  const codec = { network, secp256k1 };
  const placeOf = (encode: WalletEncoder): AppPlace => ({
    encode: (wallet) => joinParts(requireReadable(encode(wallet))),
    save: async (wallet) => write(wallet.name, joinParts(requireReadable(encode(wallet)))),
    close() {},
  });
  /** What is not there is looked for and written in one turn: nothing is overwritten. */
  const turns = createKeyedMutex();
  const { settled, restore, ...wallets } = createOpenWallets<AppPlace>(
    {
      async open(name) {
        const bytes = await read(name);
        if (bytes === undefined) return refuse({ error: 'missing' }, name);
        const found = decodeWalletFile(bytes, name, codec);
        return 'error' in found
          ? refuse(found, name)
          : { wallet: found.wallet, place: placeOf(found.encode) };
      },
      create: (wallet) =>
        turns.run(wallet.name, async () => {
          if (await read(wallet.name)) return refuse({ error: 'exists' }, wallet.name);
          const place = placeOf(createWalletEncoder(codec));
          await place.save(wallet);
          return place;
        }),
      secp256k1,
      prove: (wallet) => proveWallet(wallet, codec),
    },
    { ...defaultWalletOptions, ...told(walletOptions) },
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
          return { wallet: found.wallet, place: placeOf(found.encode) };
        }),
      );
    },
  };
}

type AppPlace = WalletStore & {
  /** The bytes that `save` stores. */
  encode(wallet: Wallet): Bytes;
};

/** For callers without types. */
function requireOptions(name: string, options: unknown): void {
  if (typeof options === 'object' && options !== null) return;
  throw new RpcError(RpcCode.TYPE_ERROR, `The options of ${name} must be an object`);
}

/** For callers without types too. */
const isNetwork = (given: NetworkName | Network): given is Network =>
  typeof given === 'object' && typeof given?.hrp === 'string';

/** An option that is `undefined` is left out. */
function told(options: Partial<WalletOptions>): Partial<WalletOptions> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Which snapshots an app uses. */
export type SnapshotOptions = {
  /**
   * Whose snapshots are used; those of others, and unsigned ones, are refused. Left out or empty:
   * everybody's are used.
   */
  readonly trusted?: readonly TrustedSnapshotSigner[];
  /** Use it on purpose, whoever signed it. Default: false. */
  readonly anyway?: boolean;
};

/**
 * Somebody whose snapshots an app uses, by the public key in `provenance.signer`; `newest`: what to
 * warn of going behind.
 */
export type TrustedSnapshotSigner = Omit<TrustedSigner, 'fingerprint'>;

/**
 * The file of `coldsign snapshot` for the `chain` of a call's options: what a node knew of some
 * descriptors. Who signed it stands in `provenance`. Throws `RpcError` (-4) for what is none, is
 * damaged, of another network, or not signed by somebody who is trusted.
 */
export function openSnapshot(
  bytes: Bytes,
  network: NetworkName = 'main',
  options: SnapshotOptions = {},
): ChainSource {
  requireOptions('openSnapshot', options);
  const { trusted = [], anyway = false } = options;
  if (!isBytes(bytes)) {
    throw new RpcError(
      RpcCode.TYPE_ERROR,
      'The snapshot must be the bytes of its file, a Uint8Array',
    );
  }
  findNetwork(network);
  if (!Array.isArray(trusted)) throw notTrusted();
  const signers = trusted.map(trustedOutside);
  const decoded = decodeSnapshot(bytes);
  const refusal = (words: string) => new RpcError(RpcCode.WALLET_ERROR, `The snapshot ${words}`);
  if ('error' in decoded) throw refusal(snapshotErrorWords(decoded));
  const { snapshot } = decoded;
  if (snapshot.network !== network) {
    throw refusal(`is of chain ${snapshot.network}, not of ${network}`);
  }
  const judged = judgeSnapshot(decoded, signers, { anyway });
  if ('error' in judged) {
    throw new RpcError(RpcCode.WALLET_ERROR, `The snapshot ${judged.words}`, REFUSED_HINT);
  }
  return createSnapshotSource(snapshot, judged);
}

const REFUSED_HINT =
  'With { anyway: true } it is opened all the same; then provenance.signer says who signed it, and whether to trust that one is for a person to decide';

function trustedOutside(signer: TrustedSnapshotSigner): TrustedSigner {
  const publicKey: unknown = signer?.publicKey;
  const bytes = typeof publicKey === 'string' ? decodeHex(publicKey) : undefined;
  if (bytes?.length !== 32) throw notTrusted();
  return { ...signer, publicKey: encodeHex(bytes), fingerprint: fingerprintOf(bytes) };
}

function notTrusted(): RpcError {
  return new RpcError(
    RpcCode.TYPE_ERROR,
    'The option trusted must be a list of objects with a publicKey of 64 hex digits, as provenance.signer of a snapshot has it',
  );
}
