import { mkdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { HostOutcome } from '../../wallet/host.ts';
import { failure } from '../../wallet/refusals.ts';
import { writeDurably } from './durable-write.ts';
import { isCode } from './errors.ts';
import type { WalletFile } from './wallet-file.ts';
import { isWalletFile, WALLET_SUFFIX } from './wallet-path.ts';

const done: HostOutcome = { ok: true, warnings: [] };
const refused = failure('Error: Wallet backup failed!');

/** A copy under a file's name or in a folder. An older backup is replaced; nothing else is. */
export async function backupTo(
  file: WalletFile,
  name: string,
  destination: string,
): Promise<HostOutcome> {
  try {
    const at = resolve(destination);
    const target = (await isFolder(at)) ? join(at, `${basename(name)}${WALLET_SUFFIX}`) : at;
    if (await exists(target)) {
      if (!isWalletFile(target) || (await realpath(target)) === file.path) return refused;
    }
    await writeDurably(target, [await file.bytes()]);
    return done;
  } catch {
    // No such folder, no right to write there, a full disk: Core has one sentence for all.
    return refused;
  }
}

/** rpc/protocol.h. */
const INVALID_PARAMETER = -8;
const WALLET_ALREADY_EXISTS = -36;

/** A copy under the wallet's name, which goes away again when it does not load. */
export async function restoreFrom(
  source: string,
  target: string,
  load: () => Promise<HostOutcome>,
): Promise<HostOutcome> {
  if (!(await exists(source))) return failure('Backup file does not exist', INVALID_PARAMETER);
  if (await exists(target)) {
    return failure(
      `Failed to restore wallet. Database file exists in '${target}'.`,
      WALLET_ALREADY_EXISTS,
    );
  }
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await writeDurably(target, [await readFile(source)]);
  const outcome = await load();
  if (!outcome.ok) await rm(target, { force: true });
  return outcome;
}

async function isFolder(path: string): Promise<boolean> {
  return (await find(path))?.isDirectory() === true;
}

async function exists(path: string): Promise<boolean> {
  return (await find(path)) !== undefined;
}

async function find(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}
