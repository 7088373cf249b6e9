import { outPointKey, type TxIn } from '../transaction/transaction.ts';
import { lockKeyring } from '../wallet/keys/encryption.ts';
import type { WalletOptions } from '../wallet/options.ts';
import { sessionOf, type Wallet } from '../wallet/wallet.ts';
import { WalletHostError } from './host-error.ts';
import { createMutex } from './mutex.ts';
import { createRescanSlot, type RescanSlot } from './rescan-slot.ts';
import { type Clocks, isOver, type UnlockedUntil } from './unlocked-until.ts';

/** A loaded wallet: its latest value, and all state that ends when it is unloaded. */
export type OpenWallet = {
  /** The name under which it is loaded. */
  readonly name: string;
  /** bitcoind's wallet options, as set for the host. */
  readonly options: WalletOptions;
  /** The latest stored value. Once unloaded, the last one, without its keys. */
  readonly value: Wallet;
  /**
   * True if it was created, not loaded, since the program started: it cannot have missed anything.
   */
  readonly isNew: boolean;
  /** True once it is unloaded; `update` then rejects with `WalletHostError`. */
  readonly isClosed: boolean;
  /**
   * Replaces the latest value by the result of `change`, one change at a time, and resolves once it
   * is stored. If it cannot be stored, rejects with `WalletHostError` and the wallet stays
   * unchanged. Errors of `change` are passed on.
   */
  update<T>(change: (wallet: Wallet) => Change<T>): Promise<T>;
  /** Discards the keys of an unlocked wallet immediately, without storing anything. */
  lock(): void;
  /** When it locks itself again; `undefined` if no time was set. */
  readonly unlockedUntil: UnlockedUntil | undefined;
  /** Sets when it locks itself again. */
  unlockUntil(until: UnlockedUntil): void;
  /** Locks it if that time has passed. */
  lockIfDue(clocks: Clocks): void;
} & RescanSlot &
  ReservedCoins;

/** The next value of a wallet, and the result of the change. */
export type Change<T> = { readonly wallet: Wallet; readonly value: T };

/** Arguments for holding a wallet open. */
export type Opening = {
  readonly wallet: Wallet;
  readonly options: WalletOptions;
  readonly isNew: boolean;
  /** Adds a proof of its current state to a wallet before it is stored. */
  prove(wallet: Wallet): Wallet;
  /** Resolves once the wallet is stored. If it rejects, the stored wallet is unchanged. */
  save(wallet: Wallet): Promise<void>;
  /** Called with a wallet whose transactions have changed, after it is stored. */
  onLedger?: ((wallet: Wallet) => Promise<void>) | undefined;
};

/** An open wallet with functions for its host only. */
export type HeldWallet = {
  readonly open: OpenWallet;
  /** Resolves once all changes so far are stored. */
  settled(): Promise<void>;
  /** Rejects further changes. Resolves once earlier ones are stored and the keys are discarded. */
  close(): Promise<void>;
};

export function holdWallet(opening: Opening): HeldWallet {
  const { options, isNew } = opening;
  const { name } = opening.wallet;
  let value: Wallet = { ...opening.wallet, ...sessionOf(opening.wallet) };
  let isClosed = false;
  let unlockedUntil: UnlockedUntil | undefined;
  /** Incremented by `lock`. A change that was being stored at that time ends locked. */
  let locks = 0;
  const changes = createMutex();
  const rescans = createRescanSlot();
  const reserved = createReservedCoins();

  async function store(next: Wallet): Promise<void> {
    const before = locks;
    await opening.save(next);
    value = before === locks ? next : locked(next);
  }

  function lock(): void {
    locks++;
    value = locked(value);
    unlockedUntil = undefined;
  }

  const open: OpenWallet = {
    name,
    options,
    isNew,
    get value() {
      return value;
    },
    get isClosed() {
      return isClosed;
    },
    async update(change) {
      if (isClosed) throw new WalletHostError({ error: 'unloaded' });
      return changes.run(async () => {
        const before = value;
        const { wallet, value: answer } = change(before);
        if (wallet !== before) await store(opening.prove(wallet));
        if (wallet.ledger !== before.ledger) await opening.onLedger?.(wallet);
        return answer;
      });
    },
    lock,
    get unlockedUntil() {
      return unlockedUntil;
    },
    unlockUntil(until) {
      unlockedUntil = until;
    },
    lockIfDue(clocks) {
      if (unlockedUntil !== undefined && isOver(unlockedUntil, clocks)) lock();
    },
    get rescan() {
      return rescans.rescan;
    },
    rescanAlone: rescans.rescanAlone,
    abortRescan: rescans.abortRescan,
    get reserved() {
      return reserved.reserved;
    },
    reserving: reserved.reserving,
  };
  return {
    open,
    settled: changes.idle,
    async close() {
      isClosed = true;
      await changes.idle();
      lock();
    },
  };
}

function locked(wallet: Wallet): Wallet {
  return { ...wallet, keyring: lockKeyring(wallet.keyring) };
}

/** Coins that running calls have reserved. */
type ReservedCoins = {
  /**
   * Coins, by `outPointKey`, that running calls are signing for, so that others do not select them.
   */
  readonly reserved: ReadonlySet<string>;
  /**
   * Reserves the coins of the latest `reserve` call while `act` runs. Between selection and
   * spending they may wait for a signer while the wallet serves other calls.
   */
  reserving<T>(act: (reserve: (inputs: readonly TxIn[]) => void) => Promise<T>): Promise<T>;
};

function createReservedCoins(): ReservedCoins {
  let all: ReadonlySet<string> = new Set();
  return {
    get reserved() {
      return all;
    },
    async reserving(act) {
      let own: ReadonlySet<string> = new Set();
      const reserve = (inputs: readonly TxIn[]) => {
        const others = [...all].filter((key) => !own.has(key));
        const keys = inputs.map(({ prevout }) => outPointKey(prevout));
        // A coin may be requested by name although another call has reserved it. It stays reserved
        // by that call.
        own = new Set(keys.filter((key) => !others.includes(key)));
        all = new Set([...others, ...own]);
      };
      try {
        return await act(reserve);
      } finally {
        reserve([]);
      }
    },
  };
}
