import { RpcCode, RpcError } from '../../rpc/error.ts';
import { lockKeyring } from '../../wallet/encryption.ts';
import type { HostOutcome, WalletHost, WalletOptions } from '../../wallet/host.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { backupTo, restoreFrom } from './backup.ts';
import { systemCode } from './errors.ts';
import type { OutboxFile, OutboxFolder } from './outbox-folder.ts';
import { createScryptCost } from './scrypt-cost.ts';
import type { StartupWallets } from './startup-wallets.ts';
import {
  createWalletFile,
  type FileContext,
  type OpenFault,
  openWalletFile,
  type WalletFile,
} from './wallet-file.ts';
import { listWalletNames, walletPath } from './wallet-path.ts';
import { badName, failure, faultWords } from './words.ts';

export type FileHostOptions = {
  /** Where wallets lie: `-walletdir`. Made when the first one is. */
  readonly folder: string;
  readonly context: FileContext;
  readonly options: Omit<WalletOptions, 'scryptCost'> & Partial<Pick<WalletOptions, 'scryptCost'>>;
  readonly startup?: StartupWallets;
  readonly outbox?: OutboxFolder;
  /** Told what came to lie in the outbox. */
  readonly onWaiting?: (files: readonly OutboxFile[]) => void;
};

type Loaded = {
  wallet: Wallet;
  readonly file: WalletFile;
  /** The change that is being stored, and those behind it. */
  busy: Promise<unknown>;
  /** Counts up with every `lock`: a change that was being stored meanwhile ends locked. */
  locks: number;
};

/** Wallets in files, one file a wallet. What `update` has resolved is stored for good. */
export function createFileHost(settings: FileHostOptions): WalletHost & {
  /** Ends what is being stored, and gives up all locks. */
  close(): Promise<void>;
} {
  const { folder, context, startup, outbox } = settings;
  const loaded = new Map<string, Loaded>();
  const networkName = context.network.name;
  const host = {
    options: withScryptCost(settings.options),
    unlockedUntil: new Map<string, number>(),
    rescans: new Map(),
    mempoolSeen: new Map<string, number>(),
    resent: new Map<string, string>(),
  };

  const keep = (name: string, wallet: Wallet, file: WalletFile): HostOutcome => {
    loaded.set(name, { wallet, file, busy: Promise.resolve(), locks: 0 });
    return done;
  };
  const faulty = (fault: OpenFault, path: string) => faultWords(fault, path, networkName);

  /** The wallet is stored: files that could not be written follow with its next change, or when it is loaded. */
  async function copyWaiting(wallet: Wallet): Promise<void> {
    try {
      const added = (await outbox?.sync(wallet)) ?? [];
      if (added.length > 0) settings.onWaiting?.(added);
    } catch {
      // A full disk, or a stick that was pulled out.
    }
  }

  async function load(name: string): Promise<HostOutcome> {
    const place = walletPath(folder, name);
    if ('error' in place) return badName(place.error);
    const opened = await openWalletFile(place.path, name, context);
    if ('fault' in opened) return faulty(opened, place.path);
    await copyWaiting(opened.wallet);
    return keep(name, opened.wallet, opened.file);
  }

  async function create(wallet: Wallet): Promise<HostOutcome> {
    const place = walletPath(folder, wallet.name);
    if ('error' in place) return badName(place.error);
    const file = await createWalletFile(place.path, wallet, context);
    return 'fault' in file ? faulty(file, place.path) : keep(wallet.name, wallet, file);
  }

  async function unload(name: string): Promise<HostOutcome> {
    const entry = loaded.get(name);
    loaded.delete(name);
    host.unlockedUntil.delete(name);
    host.mempoolSeen.delete(name);
    host.resent.delete(name);
    if (entry === undefined) return done;
    await entry.busy;
    entry.wallet = locked(entry.wallet);
    entry.file.close();
    return done;
  }

  return {
    ...host,
    options: host.options,
    loaded: () => [...loaded.keys()],
    get: (name) => loaded.get(name)?.wallet,
    async update(name, change) {
      const entry = loaded.get(name);
      if (entry === undefined) throw new RangeError('the wallet is not loaded');
      const result = entry.busy.then(async () => {
        const { wallet, value } = change(entry.wallet);
        const { ledger } = entry.wallet;
        await store(entry, wallet);
        if (wallet.ledger !== ledger) await copyWaiting(wallet);
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
    create: (wallet) => caught(() => create(wallet)),
    load: (name) => caught(() => load(name)),
    unload,
    list: async () => listWalletNames(folder),
    async backup(name, destination) {
      const entry = loaded.get(name);
      if (entry === undefined) throw new RangeError('the wallet is not loaded');
      await entry.busy;
      return backupTo(entry.file, name, destination);
    },
    async restore(name, source) {
      const place = walletPath(folder, name);
      if ('error' in place) return badName(place.error);
      return caught(() => restoreFrom(source, place.path, () => load(name)));
    },
    loadOnStartup: async (name, on) => (await startup?.set(name, on)) ?? false,
    async close() {
      for (const name of [...loaded.keys()]) await unload(name);
    },
  };
}

const done: HostOutcome = { ok: true, warnings: [] };

function locked(wallet: Wallet): Wallet {
  return { ...wallet, keyring: lockKeyring(wallet.keyring) };
}

async function store(entry: Loaded, wallet: Wallet): Promise<void> {
  if (wallet === entry.wallet) return;
  const { locks } = entry;
  try {
    await entry.file.save(wallet);
  } catch (error) {
    // A full disk, a medium that is gone, a lock that was taken: nothing changed.
    const reason = error instanceof Error && !('code' in error) ? error.message : systemCode(error);
    throw new RpcError(RpcCode.WALLET_ERROR, `Error: The wallet could not be stored: ${reason}`);
  }
  entry.wallet = entry.locks === locks ? wallet : locked(wallet);
}

async function caught(run: () => Promise<HostOutcome>): Promise<HostOutcome> {
  try {
    return await run();
  } catch (error) {
    // A folder that may not be read or written, a full disk.
    return failure(`Wallet file verification failed. File system error: ${systemCode(error)}`);
  }
}

/** The cost of a passphrase is measured when one is set. */
function withScryptCost(options: FileHostOptions['options']): WalletOptions {
  const measured = createScryptCost();
  return {
    ...options,
    get scryptCost() {
      return options.scryptCost ?? measured();
    },
  };
}
