import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, link, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isCode } from './errors.ts';

/** Returns a new temporary name next to the file; its random part avoids collisions. */
const newTemporary = (path: string): string => `${path}.${randomBytes(16).toString('hex')}.new`;
const TEMPORARY = /^\.[0-9a-f]{32}\.new$/;

export type DurableWrite = {
  /** Overwrites the previous content if no other name links to it, because it contains secrets. */
  readonly shredOld?: boolean;
  /** Rejects with `EEXIST`, leaving the existing file unchanged, if the name is taken. */
  readonly exclusive?: boolean;
};

/**
 * Writes a file that only its owner can read. After an interruption, the name has either the old
 * file or the complete new one. Once this resolves, the new file survives a power failure.
 */
export async function writeDurably(
  path: string,
  parts: readonly Uint8Array[],
  { shredOld = false, exclusive = false }: DurableWrite = {},
): Promise<void> {
  const temporary = newTemporary(path);
  let old: FileHandle | undefined;
  let isNew = false;
  try {
    await writeNew(temporary, parts);
    old = shredOld ? await openOld(path) : undefined;
    await (exclusive ? placeNew(temporary, path) : rename(temporary, path));
    isNew = exclusive;
    await syncFolder(dirname(path));
  } catch (error) {
    // Free the space on a full disk, leave no partial wallet, and remove what was rejected.
    for (const left of isNew ? [temporary, path] : [temporary]) {
      // The first error matters more than a failure to remove.
      await rm(left, { force: true }).catch(() => undefined);
    }
    await old?.close();
    throw error;
  }
  if (old !== undefined) await shred(old);
}

/**
 * Removes temporary files of killed processes. The caller holds the lock on `path`, and writes only
 * happen under it, so no process is using them.
 */
export async function removeLeftovers(path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  // A folder that is writable but not listable keeps its leftovers.
  for (const entry of await readdir(folder).catch(() => [])) {
    if (!entry.startsWith(name) || !TEMPORARY.test(entry.slice(name.length))) continue;
    // The file of another user's process; leave it.
    await removeShredded(join(folder, entry)).catch(() => undefined);
  }
}

async function removeShredded(path: string): Promise<void> {
  const file = await openOld(path);
  if (file === undefined) return;
  await rm(path, { force: true });
  await shred(file);
}

async function writeNew(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeAll(file, parts);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Creates a link, which unlike `rename` never replaces a file. */
async function placeNew(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw error;
    // A file system without links, as on many USB sticks: create an empty file under the name, then
    // replace it.
    await (await open(path, 'wx', 0o600)).close();
    await rename(temporary, path).catch((failed) => rm(path).then(() => Promise.reject(failed)));
    return;
  }
  await rm(temporary, { force: true });
}

/** `writev` takes a limited number of parts, and may write less than all. */
const MOST_PARTS = 512;

async function writeAll(file: FileHandle, parts: readonly Uint8Array[]): Promise<void> {
  for (let at = 0; at < parts.length; at += MOST_PARTS) {
    const some = parts.slice(at, at + MOST_PARTS).filter(({ length }) => length > 0);
    if (some.length === 0) continue;
    const { bytesWritten } = await file.writev(some);
    const joined = Buffer.concat(some);
    for (let done = bytesWritten; done < joined.length; ) {
      done += (await file.write(joined, done)).bytesWritten;
    }
  }
}

/** Syncs a folder, so that new names in it are kept. Windows has no such call, and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function openOld(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function shred(file: FileHandle): Promise<void> {
  try {
    const { nlink, size } = await file.stat();
    if (nlink > 0) return;
    const zeros = new Uint8Array(Math.min(size, 1 << 20));
    for (let at = 0; at < size; at += zeros.length) {
      await file.write(zeros, 0, Math.min(zeros.length, size - at), at);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Writes a new file that only its owner can read, synchronously. Throws `EEXIST` if the name is
 * taken. A power failure leaves no file without its content, and a failed write leaves no file.
 */
export function writeNewSync(path: string, content: string | Uint8Array): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}
