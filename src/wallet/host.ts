import type { ScryptCost } from '../crypto/passphrase.ts';
import type { OutputType } from '../descriptor/descriptor.ts';
import type { NetworkName } from '../encoding/network.ts';
import type { Txid } from '../transaction/transaction.ts';
import type { FeeRate } from './fee-rate.ts';
import type { Turns } from './turns.ts';
import type { Wallet } from './wallet.ts';

/** bitcoind's options about wallets, with its defaults in `defaultWalletOptions`. Fee rates in satoshi per 1,000 vbytes. */
export type WalletOptions = {
  /** `-keypool`: how many positions each descriptor looks ahead of the last one that was used. Default: 1000. */
  readonly keypoolSize: number;
  /** `-addresstype`: of new addresses that name none. Default: `bech32`. */
  readonly addressType: OutputType;
  /** `-changetype`: of change. `undefined`, the default: as the recipients have it. */
  readonly changeType: OutputType | undefined;
  /** `-fallbackfee`: the rate where none can be estimated. 0, the default: then the call fails. */
  readonly fallbackFee: FeeRate;
  /** `-mintxfee`: the lowest rate that a transaction is made with. Default: 1000. */
  readonly minTxFee: FeeRate;
  /** `-maxtxfee`: the highest fee of one transaction, in satoshi. Default: 10,000,000. */
  readonly maxTxFee: number;
  /** `-discardfee`: change that is dust at this rate goes to the fee. Default: 10,000. */
  readonly discardFee: FeeRate;
  /** `-consolidatefeerate`: up to this rate more coins than needed are spent together. Default: 10,000. */
  readonly consolidateFeeRate: FeeRate;
  /** `-txconfirmtarget`: where no rate is given, within how many blocks a transaction should confirm. Default: 6. */
  readonly confirmTarget: number;
  /** `-walletrbf`: whether transactions signal that they may be replaced (BIP125). Default: true. */
  readonly signalRbf: boolean;
  /** `-spendzeroconfchange`: whether own change is spent before it is confirmed. Default: true. */
  readonly spendZeroConfChange: boolean;
  /** `-avoidpartialspends`: whether coins of one address are spent all together or not at all. Default: false. */
  readonly avoidPartialSpends: boolean;
  /** `-maxapsfee`: how much more fee, in satoshi, is paid for spending coins of one address together; below 0: that is not tried. Default: 0. */
  readonly maxApsFee: number;
  /** `-walletrejectlongchains`: whether what a mempool would refuse for its unconfirmed ancestors is not made. Default: true. */
  readonly rejectLongChains: boolean;
  /** What a passphrase costs to try. The file host raises it to what the machine does in about a second. */
  readonly scryptCost: ScryptCost;
};

/** bitcoind's. */
export const defaultWalletOptions: WalletOptions = {
  keypoolSize: 1000,
  addressType: 'bech32',
  changeType: undefined,
  fallbackFee: 0,
  minTxFee: 1000,
  maxTxFee: 10_000_000,
  discardFee: 10_000,
  consolidateFeeRate: 10_000,
  confirmTarget: 6,
  signalRbf: true,
  spendZeroConfChange: true,
  avoidPartialSpends: false,
  maxApsFee: 0,
  rejectLongChains: true,
  scryptCost: { n: 2 ** 15, r: 8, p: 1 },
};

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
  readonly syncs: Turns;
  /** How far each wallet is with sending again what waits. Without an entry all is tried. */
  readonly resends: Map<string, Resending>;
  /** By wallet the outpoints that calls are just having signed: not to be chosen by others. */
  readonly reserved: Map<string, ReadonlySet<string>>;
  /** At most one rescan a wallet. */
  readonly rescans: Map<string, RescanProgress>;
};

export type Change<T> = { readonly wallet: Wallet; readonly value: T };
