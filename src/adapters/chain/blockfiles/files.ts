import { readdirSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isCode, systemMessage } from '../../files/errors.ts';
import { openRegularFile, readRegularFileSync } from '../../files/regular-file.ts';
import type { Failure } from '../../options/parse-command-line.ts';

/**
 * The files in which a node stores its blocks (blk00000.dat and so on), and the key with which they
 * are XORed.
 */
export type BlockFolder = {
  /** Files in the order in which they were written. */
  readonly paths: readonly string[];
  /** 8 bytes; zeros if the files are plain. */
  readonly key: Uint8Array;
};

/**
 * Finds the block files in a folder: directly, or in bitcoind's layout. Returns `undefined` if
 * there are none.
 */
export function findBlockFolder(
  path: string,
  networkFolder: string,
): BlockFolder | Failure | undefined {
  const places = [path, join(path, 'blocks'), join(path, networkFolder, 'blocks')];
  for (const place of places) {
    const names = listNames(place).filter((name) => /^blk\d{5,}\.dat$/.test(name));
    if (names.length === 0) continue;
    const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0);
    names.sort((a, b) => numberOf(a) - numberOf(b));
    const key = readKey(join(place, 'xor.dat'));
    if ('error' in key) return key;
    return { paths: names.map((name) => join(place, name)), key };
  }
  return undefined;
}

function listNames(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    // There is no such folder; the next candidate is tried.
    return [];
  }
}

const KEY_LENGTH = 8;

/** node/blockstorage.cpp, InitBlocksdirXorKey. */
function readKey(path: string): Uint8Array | Failure {
  try {
    const bytes = readRegularFileSync(path);
    return bytes.length === KEY_LENGTH
      ? new Uint8Array(bytes)
      : { error: `"${path}" is not a key of 8 bytes` };
  } catch (error) {
    // Files written before version 28 are plain.
    if (isCode(error, 'ENOENT')) return new Uint8Array(KEY_LENGTH);
    return { error: `"${path}" cannot be read: ${systemMessage(error)}` };
  }
}

export type BlockFiles = {
  /**
   * Reads up to `length` bytes from `position`, with the XOR mask removed; fewer at the end of the
   * file.
   */
  read(file: number, position: number, length: number): Promise<Uint8Array>;
  /** Returns true if the file contains only zeros there, since nodes preallocate files. */
  isBlank(file: number, position: number, length: number): Promise<boolean>;
  readonly count: number;
  close(): Promise<void>;
};

export function openBlockFiles({ paths, key }: BlockFolder): BlockFiles {
  /** The file being read. Only one is open at a time. */
  let current: { readonly file: number; readonly handle: Promise<FileHandle> } | undefined;

  async function handleOf(file: number): Promise<FileHandle> {
    if (current?.file !== file) {
      const before = current;
      current = { file, handle: openRegularFile(paths[file] ?? '') };
      await before?.handle.then((handle) => handle.close());
    }
    return current.handle;
  }

  /** Queue of reads, so that no read finds its file closed. */
  let queue: Promise<unknown> = Promise.resolve();

  async function readRaw(file: number, position: number, length: number): Promise<Uint8Array> {
    const handle = await handleOf(file);
    const bytes = new Uint8Array(length);
    let done = 0;
    while (done < length) {
      const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return done === length ? bytes : bytes.subarray(0, done);
  }

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = queue.then(run);
    // The caller receives the error; later reads continue.
    queue = result.catch(() => undefined);
    return result;
  }

  return {
    count: paths.length,
    read: (file, position, length) =>
      inTurn(async () => {
        const bytes = await readRaw(file, position, length);
        unmask(bytes, key, position);
        return bytes;
      }),
    isBlank: (file, position, length) =>
      inTurn(async () => (await readRaw(file, position, length)).every((byte) => byte === 0)),
    async close() {
      await queue;
      await current?.handle.then((handle) => handle.close());
      current = undefined;
    },
  };
}

/** Removes the mask in place. The key repeats every 8 bytes of the file. */
export function unmask(bytes: Uint8Array, key: Uint8Array, position: number): void {
  if (key.every((byte) => byte === 0)) return;
  const turned = Uint8Array.from(key, (_, i) => key[(i + position) % KEY_LENGTH] ?? 0);
  const [first = 0, second = 0] = new Uint32Array(turned.buffer);
  const words = new Uint32Array(bytes.buffer, 0, bytes.length >>> 2);
  for (let i = 0; i < words.length; i += 2) words[i] = (words[i] ?? 0) ^ first;
  for (let i = 1; i < words.length; i += 2) words[i] = (words[i] ?? 0) ^ second;
  for (let i = words.length * 4; i < bytes.length; i++) {
    bytes[i] = (bytes[i] ?? 0) ^ (turned[i % KEY_LENGTH] ?? 0);
  }
}
