import { randomBytes } from 'node:crypto';
import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { isCode } from './errors.ts';

/**
 * A lock that a file's name stands for: `PATH.lock` says which process holds it. Node has no locks of the system, so a lock may
 * outlive its process; then the next one takes it over.
 */
export type FileLock = {
  /** Nobody has taken it over, and nobody has deleted it. */
  isHeld(): boolean;
  release(): void;
};

type Owner = {
  readonly pid: number;
  readonly host: string;
  /** When the process began, as the system counts; empty where it does not say. Tells it from a later one of the same number. */
  readonly start: string;
  readonly nonce: string;
};

/** Those that this process holds. */
const ours = new Set<string>();

/** A lock file that says nothing was being written just now, or its writer was killed in the middle. In milliseconds. */
const WRITING = 2000;
const ATTEMPTS = 5;

/** `undefined`: another process has it, or another part of this one. Throws what the file system throws. */
export function acquireLock(path: string): FileLock | undefined {
  const lock = `${path}.lock`;
  const nonce = randomBytes(16).toString('hex');
  const owner: Owner = { pid: process.pid, host: hostname(), start: startOf(process.pid), nonce };
  const text = JSON.stringify(owner);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (createWhole(lock, text, nonce)) {
      ours.add(nonce);
      return { isHeld: () => readText(lock) === text, release: () => release(lock, text, nonce) };
    }
    const held = readText(lock);
    if (held === undefined) continue;
    if (!isStale(held, lock) || !removeStale(lock, held, nonce)) return undefined;
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
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(temporary, lock);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    // A file system without links, as on many USB sticks: the text comes a moment after the name.
    return createInSteps(lock, text);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function createInSteps(lock: string, text: string): boolean {
  try {
    const file = openSync(lock, 'wx', 0o600);
    writeFileSync(file, text);
    closeSync(file);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isStale(text: string, lock: string): boolean {
  const owner = parseOwner(text);
  if (owner === undefined) return ageOf(lock) > WRITING;
  // Of another machine's processes nothing is known.
  if (owner.host !== hostname()) return false;
  if (owner.pid === process.pid) return !ours.has(owner.nonce);
  return !isAlive(owner);
}

function parseOwner(text: string): Owner | undefined {
  try {
    const { pid, host, start, nonce } = JSON.parse(text);
    return Number.isInteger(pid) && pid > 0 ? { pid, host, start, nonce } : undefined;
  } catch {
    // Not what we write: cut, or somebody else's.
    return undefined;
  }
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    // Gone meanwhile.
    return 0;
  }
}

function isAlive({ pid, start }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, as another user.
    if (!isCode(error, 'EPERM')) return false;
  }
  const now = startOf(pid);
  return start === '' || now === '' || start === now;
}

/** Linux: the boot, and the clock ticks from it to the process's start. */
function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, in which anything may stand.
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    // Another system, or no such process.
    return '';
  }
}

/** Two may find the same stale lock: only one can move it away, and sees by its text whether it was that one. */
function removeStale(lock: string, stale: string, nonce: string): boolean {
  const moved = `${lock}.${nonce}.stale`;
  try {
    renameSync(lock, moved);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return true;
    throw error;
  }
  const removed = readText(moved) === stale;
  if (!removed) restoreLock(moved, lock);
  rmSync(moved, { force: true });
  return removed;
}

function restoreLock(moved: string, lock: string): void {
  try {
    linkSync(moved, lock);
  } catch {
    // Somebody has a lock there already: its owner is the one who holds it, and the other one sees so before it writes.
  }
}
