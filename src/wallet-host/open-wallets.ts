import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Txid } from '../transaction/transaction.ts';
import { topUpActive } from '../wallet/keys/addresses.ts';
import { lockKeyring } from '../wallet/keys/encryption.ts';
import type { WalletOptions } from '../wallet/options.ts';
import { sessionOf, type Wallet } from '../wallet/wallet.ts';
import type { HostOutcome, Resending, UnlockedUntil, WalletHost } from './host.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { failure, type Refusal } from './open-error.ts';

/** Where one wallet is kept, and nobody else writes. */
export type WalletStore = {
  /** Resolves once the wallet is stored. Rejects, with what was there unchanged, when it cannot be. */
  save(wallet: Wallet): Promise<void>;
  close(): void;
};

export type Opened<P> = { readonly wallet: Wallet; readonly place: P };

/** Opens and makes the places of wallets: in files, in memory, in an app's own store. */
export type WalletBackend<P extends WalletStore> = {
  open(name: string): Promise<Opened<P> | Refusal>;
  create(wallet: Wallet): Promise<P | Refusal>;
  /** Told of a wallet that was opened, and of one whose transactions have changed; both are stored. */
  onLedger?(wallet: Wallet): Promise<void>;
  /** Fills up the addresses that a wallet keeps in advance when it is opened. */
  readonly secp256k1?: Secp256k1;
  /** Puts the proof of what it is into an unlocked wallet that is about to be stored. */
  prove(wallet: Wallet): Wallet;
  /** What a change is refused with whose wallet was unloaded meanwhile. */
  gone?(): Error;
};

/** A host but for what depends on the kind of place. */
export type OpenWallets<P extends WalletStore> = Omit<
  WalletHost,
  'list' | 'backup' | 'restore' | 'loadOnStartup'
> & {
  /** In turn, and once all changes are stored: the place of a loaded wallet, which stays loaded meanwhile. */
  settled<T>(name: string, act: (place: P, wallet: Wallet) => Promise<T>): Promise<T>;
  /** Loads what `open` puts there under a name, in turn. */
  restore(name: string, open: () => Promise<Opened<P> | Refusal>): Promise<HostOutcome>;
  /** Ends what is being stored, and unloads all. */
  close(): Promise<void>;
};

type Loaded<P> = {
  wallet: Wallet;
  readonly place: P;
  /** The change that is being stored, and those behind it. */
  busy: Promise<unknown>;
  /** Counts up with every `lock`: a change that was being stored meanwhile ends locked. */
  locks: number;
};

const done: HostOutcome = { ok: true, warnings: [] };
const loading = failure('Wallet already loading.');

/** The loaded wallets, each with its place. What `update` has resolved is stored. */
export function createOpenWallets<P extends WalletStore>(
  keeper: WalletBackend<P>,
  options: WalletOptions,
): OpenWallets<P> {
  const loaded = new Map<string, Loaded<P>>();
  /** A wallet is opened, made and closed in turn: two values of one wallet would overwrite each other. */
  const turns = createKeyedMutex();
  const state = {
    unlockedUntil: new Map<string, UnlockedUntil>(),
    mempoolSeen: new Map<string, number>(),
    mempoolTold: new Map<string, ReadonlySet<Txid>>(),
    syncs: createKeyedMutex(),
    resends: new Map<string, Resending>(),
    reserved: new Map(),
    rescans: new Map(),
  };

  function keep(wallet: Wallet, place: P): HostOutcome {
    const fresh = { ...wallet, ...sessionOf(wallet) };
    loaded.set(wallet.name, { wallet: fresh, place, busy: Promise.resolve(), locks: 0 });
    return done;
  }

  function find(name: string): Loaded<P> {
    const entry = loaded.get(name);
    if (entry === undefined) throw keeper.gone?.() ?? new RangeError('the wallet is not loaded');
    return entry;
  }

  async function filled(wallet: Wallet, place: P, secp256k1: Secp256k1): Promise<Wallet> {
    const { keypoolSize } = options;
    const full = topUpActive(wallet, { secp256k1, keypoolSize });
    // Where nothing can be written they are filled up again the next time.
    if (full !== wallet) await place.save(full).catch(() => undefined);
    return full;
  }

  async function bringIn(opened: Opened<P> | Refusal): Promise<HostOutcome> {
    if ('ok' in opened) return opened;
    const { place } = opened;
    try {
      const wallet = keeper.secp256k1
        ? await filled(opened.wallet, place, keeper.secp256k1)
        : opened.wallet;
      await keeper.onLedger?.(wallet);
      return keep(wallet, place);
    } catch (error) {
      place.close();
      throw error;
    }
  }

  async function unload(name: string): Promise<HostOutcome> {
    const entry = loaded.get(name);
    loaded.delete(name);
    for (const map of [state.unlockedUntil, state.mempoolSeen, state.mempoolTold, state.resends])
      map.delete(name);
    if (entry === undefined) return done;
    return turns.take(name, async () => {
      await entry.busy;
      entry.wallet = locked(entry.wallet);
      entry.place.close();
      return done;
    });
  }

  return {
    ...state,
    options,
    loaded: () => [...loaded.keys()],
    get: (name) => loaded.get(name)?.wallet,
    async update(name, change) {
      const entry = find(name);
      const result = entry.busy.then(async () => {
        const { wallet, value } = change(entry.wallet);
        const { ledger } = entry.wallet;
        await store(entry, wallet === entry.wallet ? wallet : keeper.prove(wallet));
        if (wallet.ledger !== ledger) await keeper.onLedger?.(wallet);
        return value;
      });
      // Whatever became of it, the next change begins from what is stored.
      entry.busy = result.catch(() => undefined);
      return result;
    },
    lock(name) {
      const entry = loaded.get(name);
      if (entry === undefined) return;
      entry.locks++;
      entry.wallet = locked(entry.wallet);
    },
    create: (wallet) =>
      turns.take(wallet.name, async () => {
        const proven = keeper.prove(wallet);
        const place = await keeper.create(proven);
        if ('ok' in place) return place;
        // There was nothing to miss before.
        state.mempoolTold.set(wallet.name, new Set());
        return keep(proven, place);
      }),
    load: (name) =>
      turns.take(name, async () => {
        if (loaded.has(name)) return loading;
        return bringIn(await keeper.open(name));
      }),
    restore: (name, open) => turns.take(name, async () => bringIn(await open())),
    unload,
    settled: (name, act) =>
      turns.take(name, async () => {
        const entry = find(name);
        await entry.busy;
        return act(entry.place, entry.wallet);
      }),
    async close() {
      await turns.all();
      for (const name of [...loaded.keys()]) await unload(name);
    },
  };
}

function locked(wallet: Wallet): Wallet {
  return { ...wallet, keyring: lockKeyring(wallet.keyring) };
}

async function store<P extends WalletStore>(entry: Loaded<P>, wallet: Wallet): Promise<void> {
  if (wallet === entry.wallet) return;
  const { locks } = entry;
  await entry.place.save(wallet);
  entry.wallet = entry.locks === locks ? wallet : locked(wallet);
}
