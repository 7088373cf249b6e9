import { existsSync } from 'node:fs';
import { RpcCode, RpcError } from '../../rpc/error.ts';
import { proveWallet } from '../../wallet/codec/proof.ts';
import type { WalletOptions } from '../../wallet/options.ts';
import type { HostOutcome, WalletHost } from '../../wallet-host/host.ts';
import {
  badName,
  failure,
  faultWords,
  type OpenFault,
  type Refusal,
} from '../../wallet-host/open-error.ts';
import {
  createOpenWallets,
  type Opened,
  type OpenWallets,
} from '../../wallet-host/open-wallets.ts';
import { backupTo } from './backup.ts';
import { systemWords } from './errors.ts';
import type { OutboxFile, OutboxFolder } from './outbox-folder.ts';
import { createScryptCost } from './scrypt-cost.ts';
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
import { listWalletNames, type WalletPlaceOnDisk, walletPath } from './wallet-path.ts';

export type FileHostOptions = {
  /** Where wallets lie: `-walletdir`. Made when the first one is. */
  readonly folder: string;
  readonly context: FileContext;
  readonly options: Omit<WalletOptions, 'scryptCost'> & Partial<Pick<WalletOptions, 'scryptCost'>>;
  readonly startup?: StartupWallets;
  readonly outbox?: OutboxFolder;
  readonly watcher?: OutboxWatcher;
};

export type OutboxWatcher = {
  /** Told what came to lie in the outbox. */
  onWaiting?(files: readonly OutboxFile[]): void;
  /** Told what the caller should know: what waits is in the wallet, but not in the folder. */
  onUnwritten?(notice: string): void;
};

/** Wallets in files, one file a wallet. What `update` has resolved is stored for good. */
export function createFileHost(
  settings: FileHostOptions,
): WalletHost & Pick<OpenWallets<WalletFile>, 'close'> {
  const { folder, context, startup, outbox } = settings;
  const refuse = (fault: OpenFault, { path, database }: WalletPlaceOnDisk) => {
    // Core's wallet is a folder, and one that is there may hold none.
    const empty = fault.fault === 'missing' && existsSync(database);
    const told = empty ? ({ fault: 'foreign' } as const) : fault;
    const isCores = ['missing', 'foreign', 'exists'].includes(told.fault);
    return faultWords(told, isCores ? database : path, context.network.name);
  };
  const { settled, restore, ...wallets } = createOpenWallets<WalletFile>(
    {
      async open(name) {
        const place = walletPath(folder, name);
        if ('error' in place) return badName(place.error);
        const opened = await openWalletFile(place.path, name, context);
        return 'fault' in opened ? refuse(opened, place) : inWords(opened);
      },
      async create(wallet) {
        const place = walletPath(folder, wallet.name);
        if ('error' in place) return badName(place.error);
        const file = await createWalletFile(place.path, wallet, context);
        return 'fault' in file ? refuse(file, place) : saidInWords(file);
      },
      /** The wallet is stored: files that could not be written follow with its next change, or when it is loaded. */
      async onLedger(wallet) {
        try {
          const added = (await outbox?.sync(wallet)) ?? [];
          if (added.length > 0) settings.watcher?.onWaiting?.(added);
        } catch (error) {
          // A full disk, or a stick that was pulled out.
          settings.watcher?.onUnwritten?.(
            `The outbox could not be written: ${systemWords(error)}. What waits is in the wallet, and listoutbox shows it`,
          );
        }
      },
      secp256k1: context.secp256k1,
      prove: (wallet) => proveWallet(wallet, { ...context, digest: sha256 }),
      gone: () => new RpcError(RpcCode.WALLET_NOT_FOUND, 'The wallet was unloaded meanwhile'),
    },
    withScryptCost(settings.options),
  );
  return {
    ...wallets,
    create: (wallet) => caught(() => wallets.create(wallet)),
    load: (name) => caught(() => wallets.load(name)),
    list: async () => listWalletNames(folder),
    backup: (name, destination) =>
      settled(name, (file, wallet) => backupTo(file, wallet, destination, context)),
    async restore(name, source) {
      const place = walletPath(folder, name);
      if ('error' in place) return badName(place.error);
      if (!existsSync(source)) return failure('Backup file does not exist', INVALID_PARAMETER);
      return caught(() =>
        restore(name, async () => {
          const restored = await restoreWalletFile(source, place.path, name, context);
          if (!('fault' in restored)) return inWords(restored);
          return restored.fault === 'exists' ? alreadyThere(place.path) : refuse(restored, place);
        }),
      );
    },
    loadOnStartup: async (name, on) => (await startup?.set(name, on)) ?? false,
  };
}

/** rpc/protocol.h. */
const INVALID_PARAMETER = -8;
const WALLET_ALREADY_EXISTS = -36;

function alreadyThere(path: string): Refusal {
  return failure(
    `Failed to restore wallet. Database file exists in '${path}'.`,
    WALLET_ALREADY_EXISTS,
  );
}

function inWords({ wallet, file }: OpenedFile): Opened<WalletFile> {
  return { wallet, place: saidInWords(file) };
}

/** The file with what keeps it from being written in an error's words: a full disk, a medium that is gone, a lock that was taken. */
function saidInWords(file: WalletFile): WalletFile {
  return {
    ...file,
    async save(wallet) {
      try {
        await file.save(wallet);
      } catch (error) {
        throw new RpcError(
          RpcCode.WALLET_ERROR,
          `Error: The wallet could not be stored: ${systemWords(error)}`,
        );
      }
    },
  };
}

async function caught(run: () => Promise<HostOutcome>): Promise<HostOutcome> {
  try {
    return await run();
  } catch (error) {
    // A folder that may not be read or written, a full disk.
    return failure(`Wallet file verification failed. File system error: ${systemWords(error)}`);
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
