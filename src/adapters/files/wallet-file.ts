import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  createWalletEncoder,
  decodeWalletFile,
  type WalletCodecContext,
  type WalletEncoder,
} from '../../wallet/codec/codec.ts';
import type { OpenFault } from '../../wallet/refusals.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { temporaryPath, writeDurably } from './durable-write.ts';
import { isCode } from './errors.ts';
import { acquireLock, type FileLock } from './lock-file.ts';

/** One wallet's file, which this process alone may write. */
export type WalletFile = {
  readonly path: string;
  /** Resolves once the wallet is stored. Rejects, with the old file in its place, when it cannot be. */
  save(wallet: Wallet): Promise<void>;
  /** The newest stored bytes. */
  bytes(): Promise<Uint8Array>;
  close(): void;
};

export type FileContext = Pick<WalletCodecContext, 'network' | 'secp256k1'>;

const sha256 = (data: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(data).digest());

export async function openWalletFile(
  path: string,
  name: string,
  context: FileContext,
): Promise<{ readonly wallet: Wallet; readonly file: WalletFile } | OpenFault> {
  // Behind a symbolic link the file itself is replaced, not the link.
  const target = await existing(path);
  if (target === undefined) return { fault: 'missing' };
  const lock = acquireLock(target);
  if (lock === undefined) return { fault: 'locked' };
  const bytes = await readFile(target).catch((error: NodeJS.ErrnoException) => error);
  const read = Buffer.isBuffer(bytes)
    ? decodeWalletFile(bytes, name, { ...context, digest: sha256 })
    : ({ fault: 'unreadable', code: bytes.code ?? bytes.name } as const);
  // There may be keys in it.
  if (Buffer.isBuffer(bytes)) bytes.fill(0);
  if ('fault' in read) {
    lock.release();
    return read;
  }
  // Left by a process that was killed while it wrote.
  await rm(temporaryPath(target), { force: true });
  const { wallet, encode } = read;
  const plainKeys = wallet.keyring.kind === 'open';
  return { wallet, file: walletFileAt(target, lock, encode, plainKeys) };
}

export async function createWalletFile(
  path: string,
  wallet: Wallet,
  context: FileContext,
): Promise<WalletFile | OpenFault> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if ((await existing(path)) !== undefined) return { fault: 'exists' };
  const lock = acquireLock(path);
  if (lock === undefined) return { fault: 'locked' };
  const encode = createWalletEncoder({ ...context, digest: sha256 });
  const file = walletFileAt(path, lock, encode, false);
  try {
    await file.save(wallet);
    return file;
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The path without symbolic links; `undefined` when nothing is there. */
async function existing(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** `holdsPlainKeys`: of what lies in the file now. */
function walletFileAt(
  path: string,
  lock: FileLock,
  encode: WalletEncoder,
  holdsPlainKeys: boolean,
): WalletFile {
  let stored: Uint8Array | undefined;
  let plainKeys = holdsPlainKeys;
  return {
    path,
    async save(wallet) {
      const parts = encode(wallet);
      // It covers all sections.
      const digest = parts[1];
      if (stored && digest && Buffer.compare(stored, digest) === 0) return;
      if (!lock.isHeld()) throw new Error('another process took the lock of the wallet file');
      const sealed = wallet.keyring.kind !== 'open';
      await writeDurably(path, parts, { shredOld: plainKeys && sealed });
      plainKeys = !sealed;
      stored = digest;
    },
    bytes: () => readFile(path),
    close: () => lock.release(),
  };
}
