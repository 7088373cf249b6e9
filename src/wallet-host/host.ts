import type { NetworkName } from '../encoding/network.ts';
import type { Txid } from '../transaction/transaction.ts';
import type { WalletOptions } from '../wallet/options.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { KeyedMutex } from './keyed-mutex.ts';

/** What became of a request to the store; `error` in Core's words. */
export type HostOutcome =
  | { readonly ok: true; readonly warnings: readonly string[] }
  | {
      readonly ok: false;
      readonly code: number;
      readonly error: string;
      /** What to do about it. */
      readonly hint?: string;
    };

/** By two clocks: one may be set back, the other may stand still while the machine sleeps. */
export type UnlockedUntil = {
  /** Seconds since 1970; what is told. */
  readonly time: number;
  /** Of a clock that only goes forward, where there is one. */
  readonly uptime: number | undefined;
};

/** What the clocks say now. */
export type Clocks = { readonly now?: () => number; readonly uptime?: () => number };

/** Whether either clock has come to the end. */
export function isOver({ time, uptime }: UnlockedUntil, clocks: Clocks): boolean {
  if (time <= (clocks.now?.() ?? 0)) return true;
  return uptime !== undefined && uptime <= (clocks.uptime?.() ?? 0);
}

/** A rescan that goes on in a wallet. */
export type RescanProgress = { readonly startedAt: number; progress: number; abort: boolean };

/** What has become of the transactions that wait, and when they are tried again. */
export type Resending = {
  /** The tip and the transactions of the last try. */
  tried: string;
  /** Those that a node has taken or refused: they are not tried again before `due`, in seconds since 1970. */
  readonly settled: Set<Txid>;
  readonly due: number;
  /** When the node was started that they are tried with, as far as it says. */
  readonly nodeStart: number | undefined;
};

/**
 * The wallets that are loaded, and the place where they are kept: memory, files. The one thing about wallets that is not a value.
 */
export type WalletHost = {
  /** Where it is known beforehand: calls of another network are refused. */
  readonly network?: NetworkName;
  readonly options: WalletOptions;
  /** Names in the order of loading. */
  loaded(): readonly string[];
  get(name: string): Wallet | undefined;
  /**
   * Puts what `change` makes of the newest value in its place, one change after another, and resolves once it is stored. Rejects,
   * with nothing changed, when it cannot be stored; what `change` throws is thrown.
   */
  update<T>(name: string, change: (wallet: Wallet) => Change<T>): Promise<T>;
  /** Forgets the keys of an unlocked wallet, at once and without storing anything. */
  lock(name: string): void;
  create(wallet: Wallet): Promise<HostOutcome>;
  load(name: string): Promise<HostOutcome>;
  unload(name: string): Promise<HostOutcome>;
  /** Names of all wallets that are kept, loaded or not. */
  list(): Promise<readonly string[]>;
  backup(name: string, destination: string): Promise<HostOutcome>;
  restore(name: string, source: string): Promise<HostOutcome>;
  /** Whether the wallet is loaded at the next start; false: that could not be noted. */
  loadOnStartup(name: string, load: boolean): Promise<boolean>;
  /** When unlocked wallets lock themselves again. */
  readonly unlockedUntil: Map<string, UnlockedUntil>;
  /** The mempool's counter of changes when each wallet last looked at it. */
  readonly mempoolSeen: Map<string, number>;
  /** What the mempool held then. Absent: the wallet does not know what came since it was stored. */
  readonly mempoolTold: Map<string, ReadonlySet<Txid>>;
  /** What brings a wallet to the tip of the chain. */
  readonly syncs: KeyedMutex;
  /** How far each wallet is with sending again what waits. Without an entry all is tried. */
  readonly resends: Map<string, Resending>;
  /** By wallet the outpoints that calls are just having signed: not to be chosen by others. */
  readonly reserved: Map<string, ReadonlySet<string>>;
  /** At most one rescan a wallet. */
  readonly rescans: Map<string, RescanProgress>;
};

export type Change<T> = { readonly wallet: Wallet; readonly value: T };
