import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { NO_FILE } from './errors.ts';

/** A pipe that nobody writes to would be waited for. */
export const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;

/** Throws where it is none: a pipe is waited for, and a device may never end. */
export function requireFile(found: Pick<Stats, 'isFile' | 'isDirectory'>): void {
  if (found.isFile()) return;
  const code = found.isDirectory() ? 'EISDIR' : NO_FILE;
  throw Object.assign(new Error('it is no regular file'), { code });
}

/** Rejects what is no file, as a pipe or a device. */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const file = await open(path, WITHOUT_WAITING);
  try {
    requireFile(await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Rejects what is no file, as a pipe or a device. */
export async function readRegularFile(path: string): Promise<Buffer> {
  const file = await openRegularFile(path);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Like `readRegularFile`, synchronously. */
export function readRegularFileSync(path: string): Buffer {
  const file = openSync(path, WITHOUT_WAITING);
  try {
    requireFile(fstatSync(file));
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
