import type { Bytes } from '../encoding/bytes.ts';
import type { NetworkName } from '../encoding/network.ts';
import type { WalletOptions } from '../wallet/options.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { Refusal } from './host-error.ts';
import type { OpenWallet } from './open-wallet.ts';

/** A wallet.dat of Bitcoin Core. */
export type ForeignFile = {
  readonly path: string;
  readonly bytes: Bytes;
  /**
   * Renames the file to Core's name of a backup, because the new wallet has its place. `time`: now,
   * in seconds since 1970. Absent: the file can stay.
   */
  readonly setAside?: ((time: number) => Promise<SetAside | Refusal>) | undefined;
};

/** A file that was renamed. */
export type SetAside = {
  readonly ok: true;
  /** The new path. */
  readonly path: string;
  /** Gives the file its former name again. */
  putBack(): Promise<void>;
};

/** The result of a request to a host. */
export type HostOutcome = { readonly ok: true; readonly warnings: readonly string[] } | Refusal;

/**
 * The loaded wallets and the storage of all wallets: memory, files, or an app's store. It is the
 * only mutable state of wallets.
 */
export type WalletHost = {
  /** The network if it is known in advance; calls of another network are refused. */
  readonly network?: NetworkName | undefined;
  readonly options: WalletOptions;
  /** Names in loading order. */
  loaded(): readonly string[];
  /**
   * Returns the wallet loaded under this name: a different object after it was unloaded and loaded
   * again.
   */
  get(name: string): OpenWallet | undefined;
  create(wallet: Wallet): Promise<HostOutcome>;
  load(name: string): Promise<HostOutcome>;
  unload(name: string): Promise<HostOutcome>;
  /** Names of all stored wallets, loaded or not. */
  list(): Promise<readonly string[]>;
  backup(name: string, destination: string): Promise<HostOutcome>;
  restore(name: string, source: string): Promise<HostOutcome>;
  /**
   * Stores a wallet at a free destination without loading it. `make` is called once the destination
   * is known to be free. Absent: there are no files.
   */
  readonly writeNew?:
    | ((destination: string, make: () => Wallet) => Promise<HostOutcome>)
    | undefined;
  /**
   * Reads the wallet.dat of Bitcoin Core with this name. Resolves to `undefined` if there is none.
   * Absent: there are no files.
   */
  readonly readWalletDat?: ((name: string) => Promise<ForeignFile | undefined>) | undefined;
  /**
   * Sets whether the wallet is loaded at the next start. Resolves to false if that could not be
   * stored.
   */
  loadOnStartup(name: string, load: boolean): Promise<boolean>;
};

/** Returns the loaded wallets, in loading order. */
export function openWalletsOf(host: Pick<WalletHost, 'loaded' | 'get'>): readonly OpenWallet[] {
  return host.loaded().flatMap((name) => host.get(name) ?? []);
}
