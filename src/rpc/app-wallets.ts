import { decodeSnapshot, snapshotFaultWords } from '../chain/snapshot-codec.ts';
import { createSnapshotSource } from '../chain/snapshot-source.ts';
import type { ChainSource } from '../chain/source.ts';
import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { Network, NetworkName } from '../encoding/network.ts';
import { decodeWallet, encodeWallet } from '../wallet/codec/codec.ts';
import { defaultWalletOptions, type WalletHost, type WalletOptions } from '../wallet/host.ts';
import { createKeptWallets, type WalletPlace } from '../wallet/kept-wallets.ts';
import { failure, faultWords, type OpenFault } from '../wallet/refusals.ts';
import { RpcCode, RpcError } from './error.ts';
import { findNetwork } from './library.ts';
import { rejectAs } from './reject-as.ts';

/**
 * Where an app keeps its wallets: a file of bytes for each name. The bytes are those of coldsign's wallet files: encrypted are
 * the private keys of wallets with a passphrase, and nothing else.
 */
export type WalletStorage = {
  /** `undefined`: nothing is kept under this name. */
  read(name: string): Promise<Bytes | undefined>;
  /** In place of what is there. Resolves once it is stored for good; rejects with nothing changed. */
  write(name: string, bytes: Bytes): Promise<void>;
  names(): Promise<readonly string[]>;
};

const NO_BACKUP = 'Error: Wallet backup failed!';
const NO_SOURCE = 'Backup file does not exist';

/** What the wallets of an app are made of, beside where they are kept. */
export type AppWalletOptions = Partial<WalletOptions> & {
  /** As of the calls that they are handed to. Default: the main network. */
  readonly network?: NetworkName | Network;
  readonly secp256k1?: Secp256k1;
};

/**
 * Descriptor wallets for the `wallets` of a call's options. What a call has answered is stored. `backupwallet` and
 * `restorewallet` copy between names of the storage.
 */
export function createWallets(storage: WalletStorage, options: AppWalletOptions = {}): WalletHost {
  const { network: given = 'main', secp256k1 = nobleSecp256k1, ...walletOptions } = options;
  const network = typeof given === 'string' ? findNetwork(given) : given;
  const refuse = (fault: OpenFault, name: string) => faultWords(fault, name, network.name);
  const read = rejectAs(RpcCode.WALLET_ERROR, 'Error: The wallets could not be read')(storage.read);
  const write = rejectAs(
    RpcCode.WALLET_ERROR,
    'Error: The wallet could not be stored',
  )(storage.write);
  const codec = { network, secp256k1 };
  const place: WalletPlace = {
    save: (wallet) => write(wallet.name, encodeWallet(wallet, codec)),
    close() {},
  };
  const wallets = createKeptWallets<WalletPlace>(
    {
      async open(name) {
        const bytes = await read(name);
        if (bytes === undefined) return refuse({ fault: 'missing' }, name);
        const wallet = decodeWallet(bytes, name, codec);
        return 'fault' in wallet ? refuse(wallet, name) : { wallet, place };
      },
      async create(wallet) {
        if (await read(wallet.name)) return refuse({ fault: 'exists' }, wallet.name);
        await place.save(wallet);
        return place;
      },
    },
    { ...defaultWalletOptions, ...walletOptions },
  );
  return {
    ...wallets,
    list: storage.names,
    loadOnStartup: async () => false,
    async backup(name, destination) {
      await wallets.settled(name);
      const wallet = wallets.get(name);
      if (wallet === undefined || (await read(destination))) return failure(NO_BACKUP);
      await write(destination, encodeWallet(wallet, codec));
      return { ok: true, warnings: [] };
    },
    async restore(name, source) {
      const bytes = await read(source);
      if (bytes === undefined) return failure(NO_SOURCE, RpcCode.INVALID_PARAMETER);
      if (await read(name)) return refuse({ fault: 'exists' }, name);
      const wallet = decodeWallet(bytes, name, codec);
      if ('fault' in wallet) return refuse(wallet, name);
      await write(name, bytes);
      return wallets.load(name);
    },
  };
}

/**
 * The file of `coldsign snapshot` for the `chain` of a call's options: what a node knew of some descriptors. Throws
 * `RpcError` (-4) for what is none, is damaged, or is of another network.
 */
export function openSnapshot(bytes: Bytes, network: NetworkName = 'main'): ChainSource {
  const decoded = decodeSnapshot(bytes);
  const refusal = (words: string) => new RpcError(RpcCode.WALLET_ERROR, `The snapshot ${words}`);
  if ('fault' in decoded) throw refusal(snapshotFaultWords(decoded));
  const { snapshot } = decoded;
  if (snapshot.network !== network) {
    throw refusal(`is of chain ${snapshot.network}, not of ${network}`);
  }
  return createSnapshotSource(snapshot);
}
