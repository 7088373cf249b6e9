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
    // EPERM: it is running, as another user.
    if (!isCode(error, 'EPERM')) return false;
  }
  const [state] = statOf(pid);
  const now = startOf(pid);
  return state !== ENDED && (start === '' || now === '' || start === now);
}

/**
 * Linux: the state of a process that has ended, so that it holds no locks, but whose parent has not
 * collected its exit status. In containers some parents never do.
 */
const ENDED = 'Z';

/** Returns the boot and the clock ticks from it to the process's start (Linux). */
function startOf(pid: number): string {
  const boot = readOrEmpty('/proc/sys/kernel/random/boot_id').trim();
  const ticks = statOf(pid)[19];
  return boot === '' || ticks === undefined ? '' : `${boot} ${ticks}`;
}

/** Reads the fields from the third on, starting with the state. */
function statOf(pid: number): readonly string[] {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, which may contain any character.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The system is not Linux, or there is no such process.
    return '';
  }
}
