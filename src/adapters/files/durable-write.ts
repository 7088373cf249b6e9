import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isCode } from './errors.ts';

/** The name under which a file is written before it takes its place. Whoever writes holds a lock on `path`. */
export function temporaryPath(path: string): string {
  return `${path}.new`;
}

export type DurableWrite = {
  /** What lay under the name before is overwritten, where no other name leads to it: it holds secrets. */
  readonly shredOld?: boolean;
};

/**
 * Puts these bytes under this name, readable by the owner only. Whatever interrupts it, under the name lies the old file or all of
 * the new one; once this resolves it is the new one, also after the machine loses its power.
 */
export async function writeDurably(
  path: string,
  parts: readonly Uint8Array[],
  { shredOld = false }: DurableWrite = {},
): Promise<void> {
  const temporary = temporaryPath(path);
  await rm(temporary, { force: true });
  let old: FileHandle | undefined;
  try {
    await writeNew(temporary, parts);
    old = shredOld ? await openOld(path) : undefined;
    await rename(temporary, path);
  } catch (error) {
    // A full disk gets its room back, and no half of a wallet stays on it.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
  if (old !== undefined) await shred(old);
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

/** A new name in a folder is kept once the folder is. Windows has no such call, and needs none. */
export async function syncFolder(path: string): Promise<void> {
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
