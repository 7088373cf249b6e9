import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { RpcCode, RpcError } from '../rpc/error.ts';
import { rejectAs } from '../rpc/reject-as.ts';

/**
 * Where an app keeps its wallets: a file of bytes for each name. The bytes are those of coldsign's
 * wallet files: encrypted are the private keys of wallets with a passphrase, and nothing else. A
 * plain object or an instance of a class.
 */
export type WalletStorage = {
  /** `undefined`: nothing is kept under this name. */
  read(name: string): Promise<Bytes | undefined>;
  /**
   * In place of what is there. Resolves once it is stored for good; rejects with nothing changed.
   */
  write(name: string, bytes: Bytes): Promise<void>;
  /** Of all that is kept, in any order. */
  names(): Promise<readonly string[]>;
};

const readable = rejectAs(RpcCode.WALLET_ERROR, 'Error: The wallets could not be read');
const writable = rejectAs(RpcCode.WALLET_ERROR, 'Error: The wallet could not be stored');

/** The storage with its failures, and with answers that no storage gives, as `RpcError`s. */
export function askStorage(storage: WalletStorage): WalletStorage {
  for (const name of ['read', 'write', 'names'] as const) {
    // Callers without types.
    const given: unknown = storage?.[name];
    if (typeof given === 'function') continue;
    throw new RpcError(
      RpcCode.TYPE_ERROR,
      `The storage of wallets needs the functions read, write and names; ${name} is none`,
    );
  }
  return {
    read: readable(async (name: string) => {
      const bytes: unknown = await storage.read(name);
      // As IndexedDB and most stores of values say it.
      if (bytes === undefined || bytes === null) return undefined;
      if (isBytes(bytes)) return bytes;
      throw new TypeError('the storage answered with something else than a Uint8Array');
    }),
    write: writable((name: string, bytes: Bytes) => storage.write(name, bytes)),
    names: readable(async () => {
      const names: unknown = await storage.names();
      if (isTexts(names)) return names;
      throw new TypeError('the storage answered with something else than an array of names');
    }),
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
