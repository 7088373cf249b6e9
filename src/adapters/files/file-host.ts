import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { keyFromPassphrase, SCRYPT_SALT_LENGTH, type ScryptCost } from '../../crypto/passphrase.ts';
import { isWalletDat } from '../../keys/key-text.ts';
import { proveWallet } from '../../wallet/codec/proof.ts';
import type { WalletOptions } from '../../wallet/options.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { ForeignFile, HostOutcome, SetAside, WalletHost } from '../../wallet-host/host.ts';
import {
  type OpenError,
  type Refusal,
  refusal,
  WalletHostError,
} from '../../wallet-host/host-error.ts';
import {
  createOpenWallets,
  type Opened,
  type OpenWallets,
} from '../../wallet-host/open-wallets.ts';
import { backupTo } from './backup.ts';
import { systemMessage } from './errors.ts';
import type { OutboxFile, OutboxFolder } from './outbox-folder.ts';
import { readRegularFile } from './regular-file.ts';
import type { StartupWallets } from './startup-wallets.ts';
import {
  createWalletFile,
  type FileContext,
  type OpenedFile,
  openWalletFile,
  restoreWalletFile,
  sha256,
  type WalletFile,
} from './wallet-file.ts';
import {
  listWalletNames,
  type WalletLayout,
  type WalletLocation,
  walletPath,
} from './wallet-path.ts';

export type FileHostOptions = {
  /** Folder of wallets: `-walletdir`. Created with the first wallet. */
  readonly folder: string;
  /** Default: `file`. */
  readonly layout?: WalletLayout;
  readonly context: FileContext;
  readonly options: Omit<WalletOptions, 'scryptCost'> & Partial<Pick<WalletOptions, 'scryptCost'>>;
  readonly startup?: StartupWallets;
  readonly outbox?: OutboxFolder;
  readonly watcher?: OutboxWatcher;
};

export type OutboxWatcher = {
  /** Called with transactions that were added to the outbox. */
  onWaiting?(files: readonly OutboxFile[]): void;
  /**
   * Called with a notice if a transaction waits in the wallet, but its file could not be written.
   */
  onUnwritten?(notice: string): void;
};

/** Creates a host that stores each wallet in a file. A change that `update` resolved is durable. */
export function createFileHost(
  settings: FileHostOptions,
): WalletHost & Pick<OpenWallets<WalletFile>, 'close'> {
  const { folder, layout, context, startup, outbox } = settings;
  const placeOf = (name: string) => walletPath(folder, name, layout);
  const refuse = (error: OpenError, { path, database }: WalletLocation) => {
    // Core's wallet is a folder, and an existing folder may contain no wallet.
    const empty = error.error === 'missing' && existsSync(database);
    const refused = empty ? ({ error: 'foreign' } as const) : error;
    const isCores = ['missing', 'foreign', 'exists'].includes(refused.error);
    return refusal({ ...refused, path: isCores ? database : path });
  };
  const { settled, restore, ...wallets } = createOpenWallets<WalletFile>(
    {
      async open(name) {
        const place = placeOf(name);
        if ('error' in place) return badName(place.error);
        const opened = await openWalletFile(place.path, name, context);
        return 'error' in opened ? refuse(opened, place) : withMessage(opened);
      },
      async create(wallet) {
        const place = placeOf(wallet.name);
        if ('error' in place) return badName(place.error);
        const file = await createWalletFile(place.path, wallet, context);
        return 'error' in file ? refuse(file, place) : withFileMessages(file);
      },
      /**
       * Updates the outbox of a stored wallet. Files that could not be written follow with its next
       * change, or when it is loaded.
       */
      async onLedger(wallet) {
        try {
          const added = (await outbox?.sync(wallet)) ?? [];
          if (added.length > 0) settings.watcher?.onWaiting?.(added);
        } catch (error) {
          // The disk is full, or a USB stick was removed.
          settings.watcher?.onUnwritten?.(
            `The outbox could not be written: ${systemMessage(error)}. The transactions are in the wallet, and listoutbox shows them`,
          );
        }
      },
      secp256k1: context.secp256k1,
      prove: (wallet) => proveWallet(wallet, { ...context, digest: sha256 }),
    },
    withScryptCost(settings.options),
  );
  return {
    ...wallets,
    create: (wallet) => caught(placeOf(wallet.name), () => wallets.create(wallet)),
    load: (name) => caught(placeOf(name), () => wallets.load(name)),
    list: async () => listWalletNames(folder, layout),
    backup: (name, destination) =>
      settled(name, (file, wallet) => backupTo(file, wallet, destination, { ...context, folder })),
    async restore(name, source) {
      const place = placeOf(name);
      if ('error' in place) return badName(place.error);
      if (!existsSync(source)) return refusal({ error: 'no source' });
      return caught(place, () =>
        restore(name, async () => {
          const restored = await restoreWalletFile(source, place.path, name, context);
          if (!('error' in restored)) return withMessage(restored);
          return restored.error === 'exists'
            ? refusal({ error: 'in the way', path: place.path })
            : refuse(restored, { ...place, path: source });
        }),
      );
    },
    writeNew: (destination, make) => writeNew(destination, make, context),
    readWalletDat: (name) => readWalletDat(folder, name, layout),
    loadOnStartup: async (name, on) => (await startup?.set(name, on)) ?? false,
  };
}

/** Most bytes of a wallet.dat, far above any wallet. */
const MOST_BYTES = 1 << 30;

/** Reads NAME/wallet.dat, or the file NAME of versions before 0.16. */
async function readWalletDat(
  folder: string,
  name: string,
  layout: WalletLayout | undefined,
): Promise<ForeignFile | undefined> {
  const place = walletPath(folder, name, 'folder');
  if ('error' in place) return undefined;
  for (const path of [place.path, place.database]) {
    try {
      const bytes = await readRegularFile(path, MOST_BYTES);
      if (!isWalletDat(bytes)) continue;
      const setAside = (time: number) => renamed(path, `${place.database}_${time}.legacy.bak`);
      return { path, bytes, ...(layout === 'folder' && { setAside }) };
    } catch {
      // There is no file, or it is a folder. The caller reports it.
    }
  }
  return undefined;
}

/** Renames a file. Keeps NAME/wallet.dat in its folder, as Core does. */
async function renamed(path: string, beside: string): Promise<SetAside | Refusal> {
  const isFolder = dirname(beside) !== dirname(path);
  const backup = isFolder ? join(dirname(path), basename(beside)) : beside;
  if (existsSync(backup)) return refusal({ error: 'exists', path: backup });
  try {
    await rename(path, backup);
  } catch (error) {
    return refusal({ error: 'system', reason: `${systemMessage(error)}: ${path}` });
  }
  return { ok: true, path: backup, putBack: () => rename(backup, path) };
}

/** Writes a new wallet in an existing folder. */
async function writeNew(
  destination: string,
  make: () => Wallet,
  context: FileContext,
): Promise<HostOutcome> {
  const path = resolve(destination);
  if (existsSync(path)) return refusal({ error: 'exists', path });
  const wallet = make();
  if (!existsSync(dirname(path)))
    return refusal({ error: 'system', reason: `no such folder: ${dirname(path)}` });
  return caught({ path }, async () => {
    const file = await createWalletFile(path, wallet, context);
    if ('error' in file) return refusal({ ...file, path });
    file.close();
    return { ok: true, warnings: [] };
  });
}

const badName = (reason: string) => refusal({ error: 'bad name', reason });

function withMessage({ wallet, file }: OpenedFile): Opened<WalletFile> {
  return { wallet, place: withFileMessages(file) };
}

/** Wraps a file so that a failure to write it becomes an error with a readable message. */
function withFileMessages(file: WalletFile): WalletFile {
  return {
    ...file,
    async save(wallet) {
      try {
        await file.save(wallet);
      } catch (error) {
        if (error instanceof WalletHostError) throw error;
        throw new WalletHostError({ error: 'not stored', reason: systemMessage(error) });
      }
    },
  };
}

/** Runs `run`; a refusal by the file system names the file of the wallet. */
async function caught(
  place: Pick<WalletLocation, 'path'> | { readonly error: string },
  run: () => Promise<HostOutcome>,
): Promise<HostOutcome> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof WalletHostError) return refusal(error.reason);
    // The folder is not readable or writable, or the disk is full.
    const path = 'path' in place ? `: ${namedPath(error, place.path)}` : '';
    return refusal({ error: 'system', reason: `${systemMessage(error)}${path}` });
  }
}

/** Returns the path in an error of the file system, or `wallet` for temporary files beside it. */
function namedPath(error: unknown, wallet: string): string {
  const path = error instanceof Error && 'path' in error ? String(error.path) : wallet;
  return path.startsWith(wallet) ? wallet : path;
}

/** Adds the cost of a passphrase, which is measured when one is set. */
function withScryptCost(options: FileHostOptions['options']): WalletOptions {
  const measured = createScryptCost();
  return {
    ...options,
    get scryptCost() {
      return options.scryptCost ?? measured();
    },
  };
}

/** Milliseconds that trying a passphrase should take on this machine. */
const WANTED = 1000;
const TRIED = 2 ** 14;
/** 32 MB and 256 MB, because a wallet must open on smaller machines too. */
const LEAST = 2 ** 15;
const MOST = 2 ** 18;

/** Measures when first called, because most runs never need it. */
function createScryptCost(): () => ScryptCost {
  let cost: ScryptCost | undefined;
  return () => {
    cost ??= measure();
    return cost;
  };
}

function measure(): ScryptCost {
  const start = performance.now();
  keyFromPassphrase('how long it takes', new Uint8Array(SCRYPT_SALT_LENGTH), {
    n: TRIED,
    r: 8,
    p: 1,
  });
  const factor = WANTED / (performance.now() - start);
  const n = TRIED * 2 ** Math.round(Math.log2(factor));
  return { n: Math.min(Math.max(n, LEAST), MOST), r: 8, p: 1 };
}
