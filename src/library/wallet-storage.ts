import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { RpcCode, typeError } from '../rpc/error.ts';
import { rejectAs } from '../rpc/reject-as.ts';

/**
 * Storage of an app's wallets: a file of bytes for each name, in the format of coldsign's wallet
 * files. Only the private keys of wallets with a passphrase are encrypted. A plain object or an
 * instance of a class.
 */
export type WalletStorage = {
  /** Reads a wallet; `undefined` if nothing is stored under this name. */
  read(name: string): Promise<Bytes | undefined>;
  /**
   * Replaces what is stored. Resolves once it is stored for good; rejects with no change.
   * `replaced`: the stored bytes that the caller knows, `undefined` for a new wallet. A storage of
   * several tabs or programs compares them with what is stored, and rejects if they differ. Others
   * leave this parameter out.
   */
  write(name: string, bytes: Bytes, replaced?: Bytes): Promise<void>;
  /** Lists all names, in any order. */
  names(): Promise<readonly string[]>;
};

const readable = rejectAs(RpcCode.WALLET_ERROR, 'Error: The wallets could not be read');
const writable = rejectAs(RpcCode.WALLET_ERROR, 'Error: The wallet could not be stored');

/** Wraps a storage, so that failures and invalid answers become `RpcError`s. */
export function askStorage(storage: WalletStorage): WalletStorage {
  for (const name of ['read', 'write', 'names'] as const) {
    // Callers without types.
    const given: unknown = storage?.[name];
    if (typeof given === 'function') continue;
    throw typeError(
      `The storage of wallets needs the functions read, write and names, and has no ${name}`,
    );
  }
  return {
    read: readable(async (name: string) => {
      const bytes: unknown = await storage.read(name);
      // Stores such as IndexedDB return undefined or null for a missing name.
      if (bytes === undefined || bytes === null) return undefined;
      if (isBytes(bytes)) return bytes;
      throw new TypeError('the storage answered with something other than a Uint8Array');
    }),
    write: writable((name: string, bytes: Bytes, replaced?: Bytes) =>
      storage.write(name, bytes, replaced),
    ),
    names: readable(async () => {
      const names: unknown = await storage.names();
      if (isTexts(names)) return names;
      throw new TypeError('the storage answered with something other than an array of names');
    }),
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
