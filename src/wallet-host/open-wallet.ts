import { outPointKey, type TxIn } from '../transaction/transaction.ts';
import { lockKeyring } from '../wallet/keys/encryption.ts';
import type { WalletOptions } from '../wallet/options.ts';
import { sessionOf, type Wallet } from '../wallet/wallet.ts';
import { WalletHostError } from './host-error.ts';
import { createMutex } from './mutex.ts';
import { createRescanSlot, type RescanSlot } from './rescan-slot.ts';
import { type Clocks, isOver, type UnlockedUntil } from './unlocked-until.ts';

/** A wallet that is loaded: its newest value, and all that ends when it is unloaded. */
export type OpenWallet = {
  /** The name under which it is loaded. */
  readonly name: string;
  /** bitcoind's options about wallets, as the host has them. */
  readonly options: WalletOptions;
  /** The newest value that is stored; once it is unloaded the last one, without its keys. */
  readonly value: Wallet;
  /**
   * True if it was created, not loaded, since the program started: it cannot have missed anything.
   */
  readonly isNew: boolean;
  /** True if it was unloaded; from then on `update` rejects with `WalletHostError`. */
  readonly isClosed: boolean;
  /**
   * Puts what `change` makes of the newest value in its place, one change after another, and
   * resolves once it is stored. Rejects with `WalletHostError`, and nothing is changed, when it
   * cannot be stored; what `change` throws is thrown.
   */
  update<T>(change: (wallet: Wallet) => Change<T>): Promise<T>;
  /** Forgets the keys of an unlocked wallet, at once and without storing anything. */
  lock(): void;
  /** When it locks itself again; `undefined`: no time was said. */
  readonly unlockedUntil: UnlockedUntil | undefined;
  /** Says when it locks itself again. */
  unlockUntil(until: UnlockedUntil): void;
  /** Locks it when that time is over. */
  lockIfDue(clocks: Clocks): void;
} & RescanSlot &
  ReservedCoins;

/** The next value of a wallet, and what the change answers. */
export type Change<T> = { readonly wallet: Wallet; readonly value: T };

/** Everything needed to hold a wallet open. */
export type Opening = {
  readonly wallet: Wallet;
  readonly options: WalletOptions;
  readonly isNew: boolean;
  /** Puts the proof of what it is into a wallet that is about to be stored. */
  prove(wallet: Wallet): Wallet;
  /**
   * Resolves once the wallet is stored. Rejects, with what was there unchanged, when it cannot be.
   */
  save(wallet: Wallet): Promise<void>;
  /** Called with a wallet whose transactions have changed, after it is stored. */
  onLedger?: ((wallet: Wallet) => Promise<void>) | undefined;
};

/** An open wallet and what only its host may do with it. */
export type HeldWallet = {
  readonly open: OpenWallet;
  /** Resolves once all changes so far are stored. */
  settled(): Promise<void>;
  /** Refuses changes from now on; resolves once those before are stored, and the keys forgotten. */
  close(): Promise<void>;
};

export function holdWallet(opening: Opening): HeldWallet {
  const { options, isNew } = opening;
  const { name } = opening.wallet;
  let value: Wallet = { ...opening.wallet, ...sessionOf(opening.wallet) };
  let isClosed = false;
  let unlockedUntil: UnlockedUntil | undefined;
  /** Counts up with every `lock`: a change that was being stored meanwhile ends locked. */
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

/** Coins that calls keep to themselves while they go on. */
type ReservedCoins = {
  /** Coins, by `outPointKey`, that calls are just having signed: not to be chosen by others. */
  readonly reserved: ReadonlySet<string>;
  /**
   * Reserves the coins last named for as long as `act` runs. Between selection and spending they
   * may wait for a signer while the wallet serves other calls.
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
        // A coin may be asked for by name although another call has it: it stays that call's.
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
