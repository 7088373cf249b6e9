import type { Transaction } from '../transaction/transaction.ts';

/** Bits of a sequence number (BIP68). */
const DISABLED = 0x80000000;
const IN_SECONDS = 0x00400000;
const MASK = 0x0000ffff;
/** BIP68: "a granularity of 512 seconds". */
const SECONDS = 512;

/** An age in blocks or in seconds. */
export type RelativeLock = { readonly kind: 'blocks' | 'seconds'; readonly least: number };

/** Two weeks, in blocks and in seconds. */
export const FAR_BLOCKS = 2016;
export const FAR_SECONDS = 14 * 86_400;

/** Returns the minimum age of a coin; `undefined` if there is none. */
export function relativeLock(
  { version }: Pick<Transaction, 'version'>,
  sequence: number,
): RelativeLock | undefined {
  const value = sequence & MASK;
  if (version < 2 || (sequence & DISABLED) !== 0 || value === 0) return undefined;
  return (sequence & IN_SECONDS) !== 0
    ? { kind: 'seconds', least: value * SECONDS }
    : { kind: 'blocks', least: value };
}

/**
 * Returns whether a coin must be more than two weeks old although its scripts do not require it.
 * `asked` contains the numbers before each OP_CHECKSEQUENCEVERIFY.
 */
export function isFarLock(lock: RelativeLock, asked: readonly number[]): boolean {
  const ages = asked.flatMap((number) => relativeLock({ version: 2 }, number) ?? []);
  const isAsked = ages.some(({ kind, least }) => kind === lock.kind && least >= lock.least);
  return !isAsked && lock.least > (lock.kind === 'blocks' ? FAR_BLOCKS : FAR_SECONDS);
}

/** Returns an age as `144 blocks, about 1 day`. */
export function ageText({ kind, least }: RelativeLock): string {
  const hours = Math.ceil(kind === 'blocks' ? least / 6 : least / 3600);
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [Math.ceil(hours / 24), 'day'];
  const age = `${least} ${least === 1 ? kind.slice(0, -1) : kind}`;
  return `${age}, about ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Block 840,000 of the main network, and its time. */
const HALVING = { height: 840_000, time: 1_713_571_767 };

const YEAR = 31_557_600;

/** Most that a clock may be slow after a computer was switched off for years. */
const SLOWEST_CLOCK = 4 * YEAR;

/** Allowance since `HALVING` if there is no clock. No one locks money for that long by accident. */
const WITHOUT_CLOCK = 20 * YEAR;

/**
 * Returns the approximate height of the main network at a time, and its maximum. Blocks may come 5%
 * faster than every ten minutes (from 2009 to 2024 it was 4.5%). `undefined` if the clock is wrong,
 * because that time is in the past.
 */
export function heightsAt(
  time: number,
): { readonly about: number; readonly most: number } | undefined {
  const blocks = (time - HALVING.time) / 600;
  if (blocks < 0) return undefined;
  return {
    about: Math.floor(HALVING.height + blocks),
    most: Math.ceil(HALVING.height + blocks * 1.05) + FAR_BLOCKS,
  };
}

/** Returns the latest possible time, given a clock that may be slow, wrong or missing. */
export const latestTime = (time: number | undefined): number =>
  time === undefined || time < HALVING.time ? HALVING.time + WITHOUT_CLOCK : time + SLOWEST_CLOCK;
