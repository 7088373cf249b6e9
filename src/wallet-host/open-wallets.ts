import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { topUpActive } from '../wallet/keys/addresses.ts';
import type { WalletOptions } from '../wallet/options.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { HostOutcome, WalletHost } from './host.ts';
import { type Refusal, refusal, WalletHostError } from './host-error.ts';
import { createKeyedMutex } from './mutex.ts';
import { type HeldWallet, holdWallet } from './open-wallet.ts';

/** The storage of one wallet, with a single writer. */
export type WalletStore = {
  /** Resolves once the wallet is stored. If it rejects, the stored wallet is unchanged. */
  save(wallet: Wallet): Promise<void>;
  close(): void;
};

export type Opened<P> = { readonly wallet: Wallet; readonly place: P };

/** Opens and creates the storage of wallets: files, memory, or an app's store. */
export type WalletBackend<P extends WalletStore> = {
  open(name: string): Promise<Opened<P> | Refusal>;
  create(wallet: Wallet): Promise<P | Refusal>;
  /**
   * Called with a wallet that was opened or whose transactions have changed, after it is stored.
   */
  onLedger?(wallet: Wallet): Promise<void>;
  /** Derives the addresses that a wallet keeps in advance when it is opened. */
  readonly secp256k1?: Secp256k1;
  /** Adds a proof of its current state to an unlocked wallet before it is stored. */
  prove(wallet: Wallet): Wallet;
};

/** The part of a host that does not depend on the kind of storage. */
export type OpenWallets<P extends WalletStore> = Omit<
  WalletHost,
  'list' | 'backup' | 'restore' | 'loadOnStartup'
> & {
  /**
   * Runs `act` on the storage of a loaded wallet, in turn and after all changes are stored. The
   * wallet stays loaded.
   */
  settled<T>(name: string, act: (place: P, wallet: Wallet) => Promise<T>): Promise<T>;
  /** Loads the wallet that `open` restores under a name, in turn. */
  restore(name: string, open: () => Promise<Opened<P> | Refusal>): Promise<HostOutcome>;
  /** Waits for pending changes to be stored, then unloads all wallets. */
  close(): Promise<void>;
};

type Loaded<P> = { readonly held: HeldWallet; readonly place: P };

const done: HostOutcome = { ok: true, warnings: [] };
const loading = refusal({ error: 'loaded' });

/** Creates a table of loaded wallets, each with its storage. */
export function createOpenWallets<P extends WalletStore>(
  backend: WalletBackend<P>,
  options: WalletOptions,
): OpenWallets<P> {
  const loaded = new Map<string, Loaded<P>>();
  /**
   * Opens, creates and closes a wallet in turn, because two values of one wallet would overwrite
   * each other.
   */
  const turns = createKeyedMutex();

  function keep({ wallet, place }: Opened<P>, isNew: boolean): HostOutcome {
    const { prove, onLedger } = backend;
    const save = (next: Wallet) => place.save(next);
    const held = holdWallet({ wallet, options, isNew, prove, save, onLedger });
    loaded.set(wallet.name, { held, place });
    return done;
  }

  async function filled(wallet: Wallet, place: P, secp256k1: Secp256k1): Promise<Wallet> {
    const { keypoolSize } = options;
    const full = topUpActive(wallet, { secp256k1, keypoolSize });
    // If storing fails, they are derived again next time.
    if (full !== wallet) await place.save(full).catch(() => undefined);
    return full;
  }

  async function bringIn(opened: Opened<P> | Refusal): Promise<HostOutcome> {
    if ('ok' in opened) return opened;
    const { place } = opened;
    try {
      const wallet = backend.secp256k1
        ? await filled(opened.wallet, place, backend.secp256k1)
        : opened.wallet;
      await backend.onLedger?.(wallet);
      return keep({ wallet, place }, false);
    } catch (error) {
      place.close();
      throw error;
    }
  }

  async function unload(name: string): Promise<HostOutcome> {
    const entry = loaded.get(name);
    loaded.delete(name);
    if (entry === undefined) return done;
    return turns.run(name, async () => {
      await entry.held.close();
      entry.place.close();
      return done;
    });
  }

  return {
    options,
    loaded: () => [...loaded.keys()],
    get: (name) => loaded.get(name)?.held.open,
    create: (wallet) =>
      turns.run(wallet.name, async () => {
        const proven = backend.prove(wallet);
        const place = await backend.create(proven);
        return 'ok' in place ? place : keep({ wallet: proven, place }, true);
      }),
    load: (name) =>
      turns.run(name, async () => {
        if (loaded.has(name)) return loading;
        return bringIn(await backend.open(name));
      }),
    restore: (name, open) => turns.run(name, async () => bringIn(await open())),
    unload,
    settled: (name, act) =>
      turns.run(name, async () => {
        const entry = loaded.get(name);
        if (entry === undefined) throw new WalletHostError({ error: 'unloaded' });
        await entry.held.settled();
        return act(entry.place, entry.held.open.value);
      }),
    async close() {
      await turns.idle();
      for (const name of [...loaded.keys()]) await unload(name);
    },
  };
}
