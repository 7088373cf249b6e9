import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { writeNewSync } from './durable-write.ts';
import { isCode } from './errors.ts';
import { isAlive, isElsewhere, parseOwner, thisProcess } from './lock-owner.ts';
import { readRegularFileSync } from './regular-file.ts';

/**
 * A lock identified by a file name: `PATH.lock` names the process that holds it. Node has no system
 * locks, so a lock may outlive its process; then the next process takes it over.
 */
export type FileLock = {
  /** Returns true unless another process took it over or deleted it. */
  isHeld(): boolean;
  release(): void;
};

/** Locks held by this process. */
const ours = new Set<string>();

/**
 * Milliseconds after which an incomplete lock of a wallet is stale. Its writer may still be
 * writing, or was killed on a file system without links.
 */
const WRITING = 2000;
const ATTEMPTS = 5;
/** Milliseconds to wait for a process that holds a lock briefly. */
const PATIENCE = 1000;
const PAUSE = 20;

/**
 * Takes a lock. Returns `undefined` if another process or another part of this one has it. Throws
 * file system errors.
 */
export function acquireLock(path: string): FileLock | undefined {
  return acquire(`${path}.lock`);
}

/**
 * Waits for the lock for at most `most` milliseconds. Default: long enough for other programs to
 * write a file. Returns `undefined` if the lock is still held then.
 */
export async function awaitLock(path: string, most = PATIENCE): Promise<FileLock | undefined> {
  for (let waited = 0; ; waited += PAUSE) {
    const lock = acquireLock(path);
    if (lock !== undefined || waited >= most) return lock;
    await setTimeout(PAUSE);
  }
}

function acquire(lock: string): FileLock | undefined {
  const nonce = randomBytes(16).toString('hex');
  const text = JSON.stringify(thisProcess(nonce));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (createWhole(lock, text, nonce)) {
      ours.add(nonce);
      removeLeftovers(lock);
      return { isHeld: () => readText(lock) === text, release: () => release(lock, text, nonce) };
    }
    const held = readText(lock);
    if (held === undefined) continue;
    if (!isStale(held, lock) || !removeStale(lock, held)) return undefined;
  }
  return undefined;
}

function release(lock: string, text: string, nonce: string): void {
  ours.delete(nonce);
  if (readText(lock) === text) rmSync(lock, { force: true });
}

/** Creates the file with its complete text in one step, unless it exists. */
function createWhole(lock: string, text: string, nonce: string): boolean {
  const temporary = `${lock}.${nonce}`;
  writeNewSync(temporary, text);
  try {
    linkSync(temporary, lock);
    return true;
  } catch (error) {
    // ENOENT: the process that took the lock before has removed it again.
    if (isCode(error, 'EEXIST', 'ENOENT')) return false;
    // On a file system without links, as on many USB sticks, the text is written after the name.
    return createInSteps(lock, text);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function createInSteps(lock: string, text: string): boolean {
  try {
    writeNewSync(lock, text);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function readText(path: string): string | undefined {
  try {
    return readRegularFileSync(path).toString('utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isStale(text: string, lock: string): boolean {
  const owner = parseOwner(text);
  // This is another program's file of that name; leave it.
  if (owner === undefined) return isCut(text, lock) && ageOf(lock) > WRITING;
  if (isElsewhere(owner)) return false;
  if (owner.pid === process.pid) return !ours.has(owner.nonce);
  return !isAlive(owner);
}

const BEGINNING = '{"pid":';
const WALLET_LOCK = /\.wallet\.lock(\.stale)*$/;

/**
 * Returns true for the lock of a wallet file whose writing was interrupted. Other files may have an
 * unrelated neighbour of that name.
 */
function isCut(text: string, lock: string): boolean {
  const begins = text.startsWith(BEGINNING) || BEGINNING.startsWith(text);
  return begins && WALLET_LOCK.test(lock);
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    // It was removed in the meantime.
    return 0;
  }
}

/**
 * Removes a stale lock. This needs a lock on it, so that it is still the lock that was found stale.
 */
function removeStale(lock: string, stale: string): boolean {
  const removing = acquire(stalePath(lock));
  if (removing === undefined) return false;
  try {
    if (readText(lock) === stale) rmSync(lock, { force: true });
    return true;
  } finally {
    removing.release();
  }
}

const stalePath = (lock: string): string => `${lock}.stale`;
const TEMPORARY = /^\.[0-9a-f]{32}$/;

/** Removes leftovers of processes that were killed while they took this lock, which is now ours. */
function removeLeftovers(lock: string): void {
  if (existsSync(stalePath(lock))) acquire(stalePath(lock))?.release();
  const [folder, own] = [dirname(lock), basename(lock)];
  for (const name of namesIn(folder)) {
    if (name.startsWith(own) && TEMPORARY.test(name.slice(own.length)))
      removeLeft(join(folder, name));
  }
}

function removeLeft(path: string): void {
  try {
    const owner = parseOwner(readRegularFileSync(path).toString('utf8'));
    if (owner === undefined || !(isElsewhere(owner) || isAlive(owner))) rmSync(path);
  } catch {
    // It was removed in the meantime, or is another user's.
  }
}

/** Returns the names in a folder; empty if it is missing or not listable. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder is missing, or writable but not listable.
    return [];
  }
}
