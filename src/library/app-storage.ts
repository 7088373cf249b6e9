import type { Bytes } from '../encoding/bytes.ts';
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

const resultOf = <T>(request: Request<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(failed(request.error));
  });

/**
 * Keeps wallets in IndexedDB, for `createWallets`. A write is durable before it counts as done.
 *
 * @param indexedDB that of a page or a worker.
 * @param name of the database. Default: `coldsign`.
 * @throws at its use, `ColdsignError`: `STORAGE_FAILED`.
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
  return {
    async read(key) {
      const change = (await open()).transaction(STORE, 'readonly');
      const found = await resultOf(change.objectStore(STORE).get(key));
      return found === undefined ? undefined : (found as Bytes);
    },
    async write(key, bytes) {
      const change = (await open()).transaction(STORE, 'readwrite', { durability: 'strict' });
      change.objectStore(STORE).put(bytes, key);
      await new Promise<void>((done, fail) => {
        change.oncomplete = () => done();
        change.onabort = () => fail(failed(change.error));
      });
    },
    async names() {
      const change = (await open()).transaction(STORE, 'readonly');
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
 * file, synced and renamed into place, so that a crash never leaves half of it.
 *
 * @param files `node:fs/promises`, or a stand-in for it.
 * @param folder that only the app's user can read.
 * @throws at its use, `ColdsignError`: `STORAGE_FAILED`.
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
      throw failed(error);
    }
  };
  return {
    read: (name) =>
      guard(async () => {
        try {
          return new Uint8Array(await files.readFile(pathOf(name)));
        } catch (error) {
          if (Object(error).code === 'ENOENT') return undefined;
          throw error;
        }
      }),
    write: (name, bytes) =>
      guard(async () => {
        await files.mkdir(folder, { recursive: true });
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
