import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { decodeWallet } from '../../wallet/codec/codec.ts';
import { holdsAllOf } from '../../wallet/holds-all-of.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { HostOutcome } from '../../wallet-host/host.ts';
import { type Refusal, refusal } from '../../wallet-host/host-error.ts';
import { removeLeftovers, writeDurably } from './durable-write.ts';
import { isCode, systemMessage } from './errors.ts';
import { awaitLock } from './lock-file.ts';
import { readRegularFile } from './regular-file.ts';
import { type FileContext, findFile, type WalletFile } from './wallet-file.ts';
import { WALLET_SUFFIX } from './wallet-path.ts';

const done: HostOutcome = { ok: true, warnings: [] };

function refused(hint: string): Refusal {
  return refusal({ error: 'not backed up', hint });
}

/**
 * Copies a wallet to a file or into a folder, but not into the folder of the wallet or `folder`,
 * which has all wallets. Replaces only an older backup of the same wallet.
 */
export async function backupTo(
  file: WalletFile,
  wallet: Wallet,
  destination: string,
  context: FileContext & { readonly folder: string },
): Promise<HostOutcome> {
  try {
    const at = resolve(destination);
    const inFolder = await isFolder(at);
    const named = inFolder ? join(at, `${basename(wallet.name)}${WALLET_SUFFIX}`) : at;
    const target = (await findFile(named)) ?? named;
    if (target === file.path) return refused(`${target} is the wallet itself. Choose another name`);
    if (inFolder && (await holdsWallets(at, file, context))) {
      return refused(`${at} is a folder of wallets: choose another folder`);
    }
    const lock = await awaitLock(target);
    if (lock === undefined)
      return refused(
        `${target} is in use by the process in ${target}.lock. Wait for it, or choose another name`,
      );
    try {
      return await copyTo(target, file, wallet, context);
    } finally {
      lock.release();
    }
  } catch (error) {
    // The folder is missing or not writable, or the disk is full.
    return refused(
      `The backup could not be written: ${systemMessage(error)}: ${resolve(destination)}`,
    );
  }
}

async function holdsWallets(
  at: string,
  { path }: WalletFile,
  { folder }: { readonly folder: string },
): Promise<boolean> {
  const real = await realpath(at);
  return real === dirname(path) || ((await isFolder(folder)) && real === (await realpath(folder)));
}

/** Copies while holding the lock on `target`. */
async function copyTo(
  target: string,
  file: WalletFile,
  wallet: Wallet,
  context: FileContext,
): Promise<HostOutcome> {
  await removeLeftovers(target);
  const earlier = await readEarlier(target, wallet.name, context);
  if (earlier === 'other') {
    return refused(`${target} exists and is not a wallet of this chain. Choose another name`);
  }
  if (earlier !== undefined && !holdsAllOf(wallet, earlier)) {
    return refused(`${target} exists and has data that this wallet lacks. Choose another name`);
  }
  const bytes = await file.bytes();
  try {
    await writeDurably(target, [bytes], { exclusive: earlier === undefined });
  } catch (error) {
    if (isCode(error, 'EEXIST'))
      return refused(`${target} was just created by another process. Choose another name`);
    throw error;
  } finally {
    // The bytes may contain keys.
    bytes.fill(0);
  }
  return done;
}

async function readEarlier(
  target: string,
  name: string,
  context: FileContext,
): Promise<Wallet | 'other' | undefined> {
  try {
    const bytes = await readRegularFile(target);
    const earlier = decodeWallet(bytes, name, context);
    bytes.fill(0);
    return 'error' in earlier ? 'other' : earlier;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}
