import { type Bytes, equalBytes, isBytes } from '../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../encoding/coldsign-error.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { withCause } from '../encoding/plain-error.ts';
import { decodeUtf8, encodeUtf8 } from '../encoding/utf8.ts';
import type { WalletStorage } from './wallet-storage.ts';

/** A request of IndexedDB, reduced to the members that are used. */
type Request<T> = {
  readonly result: T;
  readonly error: unknown;
  onsuccess: ((event: never) => unknown) | null;
  onerror: ((event: never) => unknown) | null;
};

/** A transaction of IndexedDB, reduced to the members that are used. */
type Change = {
  readonly error: unknown;
  oncomplete: ((event: never) => unknown) | null;
  onabort: ((event: never) => unknown) | null;
  objectStore(name: string): {
    get(key: string): Request<unknown>;
    getAllKeys(): Request<unknown>;
    put(value: unknown, key: string): Request<unknown>;
  };
};

type Database = {
  createObjectStore(name: string): unknown;
  transaction(
    name: string,
    mode: 'readonly' | 'readwrite',
    options?: { readonly durability: 'strict' },
  ): Change;
};

type Opening = Request<Database> & {
  onupgradeneeded: ((event: never) => unknown) | null;
  onblocked: ((event: never) => unknown) | null;
};

/** `indexedDB` of a page or a worker, or an object like it. */
export type IndexedDbLike = {
  /** Opens a database by its name. Answers with an `IDBOpenDBRequest`. */
  open(name: string, version: number): unknown;
};

/** Checks what callers without types pass. */
function checkFunctions(what: string, value: object, names: readonly string[]): void {
  for (const name of names) {
    const given: unknown = Object(value)[name];
    if (typeof given === 'function') continue;
    throw argumentError(
      `${what} must have the function ${name}`,
      'docs/library.md shows both storages.',
    );
  }
}

const STORE = 'wallets';

const failed = (cause: unknown): ColdsignError =>
  withCause(
    new ColdsignError('STORAGE_FAILED', 'The storage of the wallets failed', {
      hint: 'Nothing was changed. Check that the app may store data, and that there is room for it.',
    }),
    cause,
  );

/** Returns the error of a write that would replace another wallet than the caller knows. */
function conflict(name: string, stored: unknown, replaced: Bytes | undefined): ColdsignError {
  const [message, hint] =
    replaced === undefined
      ? [`A wallet "${name}" is stored already`, 'Load it, or choose another name.']
      : stored === undefined
        ? [
            `The wallet "${name}" was deleted meanwhile, by another tab or program`,
            'backupwallet stores the loaded one under another name.',
          ]
        : [
            `The wallet "${name}" was changed meanwhile, by another tab or program`,
            'Close the other tab or program, unload the wallet here and load it again.',
          ];
  return new ColdsignError('STORAGE_CHANGED', message, { hint: `Nothing was changed. ${hint}` });
}

/** Returns true if the stored wallet is still the same as when it was read. */
const isSame = (stored: unknown, replaced: Bytes | undefined): boolean =>
  isBytes(stored) && replaced !== undefined
    ? equalBytes(stored, replaced)
    : stored === undefined && replaced === undefined;

const resultOf = <T>(request: Request<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(failed(request.error));
  });

/**
 * Keeps wallets in IndexedDB, for `createWallets`. A write is durable before it counts as done. It
 * is refused if another tab has changed the wallet since this one read it.
 *
 * @param indexedDB that of a page or a worker.
 * @param name of the database. Default: `coldsign`.
 * @throws at its use, `ColdsignError`: `STORAGE_FAILED`, `STORAGE_CHANGED`.
 */
export function createIndexedDbStorage(indexedDB: IndexedDbLike, name = 'coldsign'): WalletStorage {
  checkFunctions('indexedDB', indexedDB, ['open']);
  if (typeof name !== 'string') throw argumentError('name must be a string', 'Leave it out.');
  let opened: Promise<Database> | undefined;
  const open = (): Promise<Database> => {
    opened ??= openDatabase(indexedDB, name).catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const begin = async (mode: 'readonly' | 'readwrite') => {
    const database = await open();
    try {
      return database.transaction(STORE, mode, { durability: 'strict' });
    } catch (error) {
      // The browser closed the database, because the user deleted the site's data.
      opened = undefined;
      throw failed(error);
    }
  };
  return {
    async read(key) {
      const change = await begin('readonly');
      const found = await resultOf(change.objectStore(STORE).get(key));
      return found === undefined ? undefined : (found as Bytes);
    },
    async write(key, bytes, replaced) {
      const change = await begin('readwrite');
      const store = change.objectStore(STORE);
      const request = store.get(key);
      let refused: ColdsignError | undefined;
      request.onsuccess = () => {
        // In the same transaction, so that no other tab writes in between.
        if (isSame(request.result, replaced)) store.put(bytes, key);
        else refused = conflict(key, request.result, replaced);
      };
      await new Promise<void>((done, fail) => {
        change.oncomplete = () => (refused === undefined ? done() : fail(refused));
        change.onabort = () => fail(failed(change.error));
      });
    },
    async names() {
      const change = await begin('readonly');
      const keys = await resultOf(change.objectStore(STORE).getAllKeys());
      return Array.isArray(keys) ? keys.map(String) : [];
    },
  };
}

function openDatabase(indexedDB: IndexedDbLike, name: string): Promise<Database> {
  return new Promise((done, fail) => {
    // The DOM's types are not available here; `Opening` has the members that are used.
    const request = indexedDB.open(name, 1) as Opening;
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(failed(request.error));
    request.onblocked = () => fail(failed(new Error('another window has it open')));
  });
}

/** An open file. */
type FileLike = {
  /** Writes all bytes. */
  writeFile(bytes: Bytes): Promise<unknown>;
  /** Resolves once the data is on the device. */
  sync(): Promise<unknown>;
  /** Closes it. */
  close(): Promise<unknown>;
};

/** Options of `mkdir`. */
type FolderOptions = {
  /** Makes the missing folders above it too. */
  readonly recursive: true;
};

/** The functions of `node:fs/promises` that file storage needs. */
export type FilesLike = {
  /** Makes a folder, and those above it. */
  mkdir(path: string, options: FolderOptions): Promise<unknown>;
  /** Lists the names in a folder. */
  readdir(path: string): Promise<readonly string[]>;
  /** Reads a file; rejects with the code `ENOENT` if there is none. */
  readFile(path: string): Promise<Bytes>;
  /** Opens a file to write it. */
  open(path: string, flags: string): Promise<FileLike>;
  /** Replaces one file by another at once. */
  rename(from: string, to: string): Promise<unknown>;
};

const SUFFIX = '.wallet';

/**
 * Keeps wallets in a folder, a file each, for `createWallets`. A new version is written to another
 * file, synced and renamed into place, so that a crash never leaves half of it. It is refused if
 * another program has changed the file since this one read it; files have no lock, so programs that
 * write at the same moment go unnoticed.
 *
 * @param files `node:fs/promises`, or a stand-in for it.
 * @param folder that only the app's user can read.
 * @throws at its use, `ColdsignError`: `STORAGE_FAILED`, `STORAGE_CHANGED`.
 */
export function createFileStorage(files: FilesLike, folder: string): WalletStorage {
  checkFunctions('files', files, ['mkdir', 'readdir', 'readFile', 'open', 'rename']);
  if (typeof folder !== 'string') throw argumentError('folder must be a string', 'Give its path.');
  // In hexadecimal, a caller's name cannot leave the folder.
  const pathOf = (name: string) => `${folder}/${encodeHex(encodeUtf8(name))}${SUFFIX}`;
  const guard = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw error instanceof ColdsignError ? error : failed(error);
    }
  };
  const read = async (name: string): Promise<Bytes | undefined> => {
    try {
      return new Uint8Array(await files.readFile(pathOf(name)));
    } catch (error) {
      if (Object(error).code === 'ENOENT') return undefined;
      throw error;
    }
  };
  return {
    read: (name) => guard(() => read(name)),
    write: (name, bytes, replaced) =>
      guard(async () => {
        await files.mkdir(folder, { recursive: true });
        const stored = await read(name);
        if (!isSame(stored, replaced)) throw conflict(name, stored, replaced);
        const beside = `${pathOf(name)}.new`;
        const file = await files.open(beside, 'w');
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await files.rename(beside, pathOf(name));
      }),
    names: () =>
      guard(async () => {
        await files.mkdir(folder, { recursive: true });
        const found = await files.readdir(folder);
        return found.flatMap((file) => {
          const hex = file.endsWith(SUFFIX) ? decodeHex(file.slice(0, -SUFFIX.length)) : undefined;
          return hex === undefined ? [] : (decodeUtf8(hex) ?? []);
        });
      }),
  };
}
