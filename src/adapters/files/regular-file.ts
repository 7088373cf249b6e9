import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Failure } from '../options/parse-command-line.ts';
import { NO_FILE, systemMessage } from './errors.ts';

/** Flags that avoid waiting for a pipe without a writer. */
export const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;

/** Throws if it is not a regular file: reading a pipe may block, and a device may never end. */
export function requireFile(found: Pick<Stats, 'isFile' | 'isDirectory'>): void {
  if (found.isFile()) return;
  const code = found.isDirectory() ? 'EISDIR' : NO_FILE;
  throw Object.assign(new Error('it is not a regular file'), { code });
}

/** Returns true for an existing folder; a path that the system refuses names none. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // The name is too long, or a folder on the path may not be entered.
    return false;
  }
}

const tooLarge = () => Object.assign(new Error('it is too large'), { code: 'EFBIG' });

/** Opens a file. Rejects a pipe or a device. */
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

/** Reads a file. Rejects a pipe or a device, and a file of more than `most` bytes. */
export async function readRegularFile(
  path: string,
  most = Number.POSITIVE_INFINITY,
): Promise<Buffer<ArrayBuffer>> {
  const file = await openRegularFile(path);
  try {
    const { size } = await file.stat();
    if (size > most) throw tooLarge();
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Reads a file like `readRegularFile`, synchronously. */
export function readRegularFileSync(path: string): Buffer {
  const file = openSync(path, WITHOUT_WAITING);
  try {
    requireFile(fstatSync(file));
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Reads a file, or returns why it cannot be read; `advice` ends the message. */
export function tryReadFile(path: string, advice = ''): { readonly bytes: Buffer } | Failure {
  try {
    return { bytes: readRegularFileSync(path) };
  } catch (error) {
    return { error: `"${path}" cannot be read: ${systemMessage(error)}${advice}` };
  }
}

/**
 * Standard input, and the path that a shell substitutes for `<(command)`. Both have a writer
 * already.
 */
const STREAM = /^\/dev\/(stdin|fd\/\d+)$|^\/proc\/self\/fd\/\d+$/;
/** Limit for streams, whose length is not known in advance. */
const MOST_BYTES = 1 << 29;
const CHUNK = 1 << 20;

/**
 * Reads a file that a person names, or a stream that is open already. Throws for other pipes, which
 * could block forever, and for devices.
 */
export function readNamedFileSync(path: string): Buffer {
  const isStream = STREAM.test(path);
  const file = openSync(path, isStream ? 'r' : WITHOUT_WAITING);
  try {
    if (!isStream) requireFile(fstatSync(file));
    return readToEnd(file);
  } finally {
    closeSync(file);
  }
}

/** Reads an open file to its end. If reading fails, `chunks` has what was read until then. */
export function readToEnd(file: number, chunks: Buffer[] = []): Buffer {
  for (let total = chunks.reduce((sum, { length }) => sum + length, 0); ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const length = readSync(file, chunk);
    if (length === 0) return Buffer.concat(chunks);
    total += length;
    if (total > MOST_BYTES) throw tooLarge();
    chunks.push(chunk.subarray(0, length));
  }
}

/** Returns why a file cannot be read. */
export function readProblem(path: string): string {
  try {
    readNamedFileSync(path);
    return 'it cannot be read';
  } catch (error) {
    return systemMessage(error);
  }
}

/** Endings of the files in which SQLite keeps changes until they are complete. */
const JOURNALS = ['-journal', '-wal'];

/**
 * Returns a warning if a database was not closed: its newest changes are in a file next to it,
 * which is not read. Returns `undefined` otherwise.
 */
export function unclosedWarning(path: string): string | undefined {
  const beside = JOURNALS.map((end) => path + end).find(
    (each) => (statSync(each, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
  return beside === undefined
    ? undefined
    : `“${beside}” has changes of “${path}”, which was not closed, and they are not read. Copy both files, open the copy in Bitcoin Core, and close it`;
}
