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
 * A wallet's lock that was not written to its end: just now, or its writer was killed in the
 * middle, where there are no links. In milliseconds.
 */
const WRITING = 2000;
const ATTEMPTS = 5;
/** While another process has a lock for a moment. In milliseconds. */
const PATIENCE = 1000;
const PAUSE = 20;

/**
 * `undefined`: another process has it, or another part of this one. Throws what the file system
 * throws.
 */
export function acquireLock(path: string): FileLock | undefined {
  return acquire(`${path}.lock`);
}

/**
 * Waits for the lock, at most so many milliseconds. Default: the time in which other programs write
 * a file. Returns `undefined` if the lock is still held then.
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

/** The file with all of its text at once, unless there is one. */
function createWhole(lock: string, text: string, nonce: string): boolean {
  const temporary = `${lock}.${nonce}`;
  writeNewSync(temporary, text);
  try {
    linkSync(temporary, lock);
    return true;
  } catch (error) {
    // The second code: the process that just got the lock has removed it.
    if (isCode(error, 'EEXIST', 'ENOENT')) return false;
    // A file system without links, as on many USB sticks: the text comes a moment after the name.
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
  // Another program's file of that name; leave it.
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
    // Gone meanwhile.
    return 0;
  }
}

/**
 * Removes a stale lock. Only the holder of a lock on it does, so that it is still the lock that was
 * found to be stale.
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
    // Gone meanwhile, or another user's.
  }
}

/** The names in a folder; none if it is not there, or may not be listed. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder is missing, or may be written but not listed.
    return [];
  }
}
