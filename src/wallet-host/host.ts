import type { NetworkName } from '../encoding/network.ts';
import type { WalletOptions } from '../wallet/options.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { Refusal } from './host-error.ts';
import type { OpenWallet } from './open-wallet.ts';

/** The outcome of a request to a host. */
export type HostOutcome = { readonly ok: true; readonly warnings: readonly string[] } | Refusal;

/**
 * The wallets that are loaded, and where all are kept: memory, files, an app's store. The one thing
 * about wallets that is not a value.
 */
export type WalletHost = {
  /** The network if it is known in advance; calls of another network are refused. */
  readonly network?: NetworkName | undefined;
  readonly options: WalletOptions;
  /** Names in the order of loading. */
  loaded(): readonly string[];
  /**
   * The wallet that is loaded under this name; another object when it was unloaded and loaded
   * again.
   */
  get(name: string): OpenWallet | undefined;
  create(wallet: Wallet): Promise<HostOutcome>;
  load(name: string): Promise<HostOutcome>;
  unload(name: string): Promise<HostOutcome>;
  /** Names of all wallets that are kept, loaded or not. */
  list(): Promise<readonly string[]>;
  backup(name: string, destination: string): Promise<HostOutcome>;
  restore(name: string, source: string): Promise<HostOutcome>;
  /**
   * Stores a wallet elsewhere, where nothing is yet, without loading it: `make` is asked once that
   * is seen. Absent: there are no files.
   */
  readonly writeNew?:
    | ((destination: string, make: () => Wallet) => Promise<HostOutcome>)
    | undefined;
  /**
   * Sets whether the wallet is loaded at the next start. Resolves to false if that could not be
   * stored.
   */
  loadOnStartup(name: string, load: boolean): Promise<boolean>;
};

/** The wallets that are loaded now, in the order of loading. */
export function openWalletsOf(host: Pick<WalletHost, 'loaded' | 'get'>): readonly OpenWallet[] {
  return host.loaded().flatMap((name) => host.get(name) ?? []);
}
