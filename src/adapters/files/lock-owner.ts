import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isCode } from './errors.ts';

/** The process that a lock file names. */
export type Owner = {
  readonly pid: number;
  readonly host: string;
  /**
   * Start time of the process as the system counts it; empty if unknown. Distinguishes it from a
   * later process with the same number.
   */
  readonly start: string;
  readonly nonce: string;
};

export function thisProcess(nonce: string): Owner {
  return { pid: process.pid, host: hostname(), start: startOf(process.pid), nonce };
}

export function parseOwner(text: string): Owner | undefined {
  try {
    const { pid, host, start, nonce } = JSON.parse(text);
    return Number.isInteger(pid) && pid > 0 ? { pid, host, start, nonce } : undefined;
  } catch {
    // Truncated, or written by another program.
    return undefined;
  }
}

/** Returns true for a process of another machine, about which nothing is known. */
export function isElsewhere({ host }: Owner): boolean {
  return host !== hostname();
}

export function isAlive({ pid, start }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, as another user.
    if (!isCode(error, 'EPERM')) return false;
  }
  const [state] = statOf(pid);
  const now = startOf(pid);
  return state !== ENDED && (start === '' || now === '' || start === now);
}

/**
 * Linux: it has ended, and holds nothing any more; its parent has not asked yet how it ended. In
 * containers parents are that never ask.
 */
const ENDED = 'Z';

/** Linux: the boot, and the clock ticks from it to the process's start. */
function startOf(pid: number): string {
  const boot = readOrEmpty('/proc/sys/kernel/random/boot_id').trim();
  const ticks = statOf(pid)[19];
  return boot === '' || ticks === undefined ? '' : `${boot} ${ticks}`;
}

/** Reads the fields from the third on, starting with the state. */
function statOf(pid: number): readonly string[] {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, in which anything may stand.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Another system, or no such process.
    return '';
  }
}
