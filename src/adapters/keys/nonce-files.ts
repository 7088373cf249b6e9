import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { miscError } from '../../rpc/error.ts';
import type { NonceStore } from '../../signing/sealed-nonces.ts';
import { writeNewSync } from '../files/durable-write.ts';
import { isCode, systemMessage } from '../files/errors.ts';

/**
 * A folder of sealed nonces, a file each. An empty file next to it marks a nonce as used: it is
 * created, and synced with its folder, before the nonce is read. Of two processes only one gets the
 * nonce, and none does after a kill or a power failure.
 */
export function createNonceFiles(folder: string): NonceStore {
  const pathOf = (name: string) => join(folder, `${name}.nonce`);
  const usedOf = (name: string) => join(folder, `${name}.used`);
  return {
    put(name, sealed) {
      if (existsSync(usedOf(name))) throw reused();
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeNewSync(pathOf(name), sealed);
        syncFolder(folder);
      } catch (error) {
        throw unwritable(folder, error);
      }
    },
    has: (name) => existsSync(pathOf(name)) && !existsSync(usedOf(name)),
    destroy(name) {
      if (!existsSync(pathOf(name))) return undefined;
      try {
        writeNewSync(usedOf(name), '');
      } catch (error) {
        if (isCode(error, 'EEXIST')) return undefined;
        throw unwritable(folder, error);
      }
      syncFolder(folder);
      const sealed = new Uint8Array(readFileSync(pathOf(name)));
      shred(pathOf(name), sealed.length);
      return sealed;
    },
  };
}

const reused = () =>
  miscError(
    'This MuSig2 nonce was used before: the random numbers of this machine repeat themselves',
    'Do not sign with this machine.',
  );

const unwritable = (folder: string, error: unknown) =>
  miscError(
    `The folder of MuSig2 nonces ${folder} cannot be written: ${systemMessage(error)}`,
    'Nothing was signed, and no nonce was used. Make room, or give another folder with -nonces.',
  );

function shred(path: string, size: number): void {
  const file = openSync(path, 'r+');
  try {
    writeSync(file, new Uint8Array(size));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  rmSync(path);
  syncFolder(dirname(path));
}

/**
 * Syncs a folder, so that a new name is kept and a removed name is gone. Windows needs no such
 * call.
 */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
