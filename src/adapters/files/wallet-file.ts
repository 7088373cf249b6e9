import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  createWalletEncoder,
  decodeWalletFile,
  type WalletCodecContext,
  type WalletEncoder,
} from '../../wallet/codec/codec.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { type OpenError, requireReadable } from '../../wallet-host/host-error.ts';
import { removeLeftovers, writeDurably } from './durable-write.ts';
import { isCode, systemCode } from './errors.ts';
import { awaitLock, type FileLock } from './lock-file.ts';
import { readRegularFile } from './regular-file.ts';

/** A wallet's file, which only this process may write. */
export type WalletFile = {
  readonly path: string;
  /** Resolves once the wallet is stored. If it rejects, the old file is unchanged. */
  save(wallet: Wallet): Promise<void>;
  /** The newest stored bytes. */
  bytes(): Promise<Uint8Array>;
  close(): void;
};

export type FileContext = Pick<WalletCodecContext, 'network' | 'secp256k1'>;

export type OpenedFile = { readonly wallet: Wallet; readonly file: WalletFile };

export const sha256 = (data: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(data).digest());

export async function openWalletFile(
  path: string,
  name: string,
  context: FileContext,
): Promise<OpenedFile | OpenError> {
  // If the path is a symbolic link, replace its target, not the link.
  const target = await findFile(path);
  if (target === undefined) return { error: 'missing' };
  return locked(target, async (lock) => {
    const bytes = await readRegularFile(target).catch((error: unknown) => ({
      error: 'unreadable' as const,
      code: systemCode(error),
    }));
    if ('error' in bytes) return bytes;
    const read = decodeWalletFile(bytes, name, { ...context, digest: sha256 });
    // The bytes may contain keys.
    bytes.fill(0);
    if ('error' in read) return read;
    await removeLeftovers(target);
    const plainKeys = read.wallet.keyring.kind === 'open';
    const { wallet, encode } = read;
    return { wallet, file: walletFileAt(target, lock, { encode, plainKeys, isNew: false }) };
  });
}

export async function createWalletFile(
  path: string,
  wallet: Wallet,
  context: FileContext,
): Promise<WalletFile | OpenError> {
  return newFile(path, async (lock) => {
    const encode = createWalletEncoder({ ...context, digest: sha256 });
    const file = walletFileAt(path, lock, { encode, plainKeys: false, isNew: true });
    await file.save(wallet);
    return file;
  });
}

/** Restores a backup under another path. Checks its content before writing. */
export async function restoreWalletFile(
  source: string,
  path: string,
  name: string,
  context: FileContext,
): Promise<OpenedFile | OpenError> {
  if ((await findFile(path)) !== undefined) return { error: 'exists' };
  const bytes = await readRegularFile(source);
  try {
    const read = decodeWalletFile(bytes, name, { ...context, digest: sha256 });
    if ('error' in read) return read;
    const { wallet, encode } = read;
    const plainKeys = wallet.keyring.kind === 'open';
    return await newFile(path, async (lock) => {
      await writeDurably(path, [bytes], { exclusive: true });
      return { wallet, file: walletFileAt(path, lock, { encode, plainKeys, isNew: false }) };
    });
  } finally {
    bytes.fill(0);
  }
}

/** Creates a file that does not exist yet. Keeps a file that was created in the meantime. */
async function newFile<T extends object>(
  path: string,
  make: (lock: FileLock) => Promise<T | OpenError>,
): Promise<T | OpenError> {
  if ((await findFile(path)) !== undefined) return { error: 'exists' };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return locked(path, async (lock) => {
    await removeLeftovers(path);
    try {
      return (await findFile(path)) === undefined ? await make(lock) : { error: 'exists' };
    } catch (error) {
      if (isCode(error, 'EEXIST')) return { error: 'exists' };
      throw error;
    }
  });
}

/** Milliseconds to wait for another command, which opens the wallet, changes it and closes it. */
const PATIENCE = 3000;

/** Keeps the lock if `act` opens a file, and releases it otherwise. */
async function locked<T extends object>(
  path: string,
  act: (lock: FileLock) => Promise<T | OpenError>,
): Promise<T | OpenError> {
  const lock = await awaitLock(path, PATIENCE);
  if (lock === undefined) return { error: 'locked' };
  try {
    const result = await act(lock);
    if ('error' in result) lock.release();
    return result;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Resolves symbolic links. Returns `undefined` if the file does not exist. */
export async function findFile(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

type FileState = {
  readonly encode: WalletEncoder;
  /** True if the file now contains unencrypted private keys. */
  plainKeys: boolean;
  /** True if there is no file yet. */
  isNew: boolean;
};

function walletFileAt(path: string, lock: FileLock, state: FileState): WalletFile {
  let stored: Uint8Array | undefined;
  return {
    path,
    async save(wallet) {
      const parts = requireReadable(state.encode(wallet));
      // The digest covers all sections.
      const digest = parts[1];
      if (stored && digest && Buffer.compare(stored, digest) === 0) return;
      if (!lock.isHeld()) throw new Error('another process took the lock of the wallet file');
      const sealed = wallet.keyring.kind !== 'open';
      const shredOld = state.plainKeys && sealed;
      await writeDurably(path, parts, { shredOld, exclusive: state.isNew });
      state.plainKeys = !sealed;
      state.isNew = false;
      stored = digest;
    },
    bytes: () => readRegularFile(path),
    close: () => lock.release(),
  };
}
