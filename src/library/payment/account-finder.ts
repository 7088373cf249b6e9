import type { DescriptorCache } from '../../descriptor/cache.ts';
import { type Descriptor, isRange } from '../../descriptor/descriptor.ts';
import { DEFAULT_RANGE, GAP_LIMIT } from '../../descriptor/search-range.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type Pause, runNow, type Task } from '../../signing/task.ts';
import type { Locate } from './coins.ts';
import type { Account, AccountPosition, AccountSide } from './types.ts';

export type Sides = readonly [receive: Descriptor, change: Descriptor];

type Internals = {
  readonly caches: KeyCaches;
  readonly findNear: (scriptPubKey: Bytes) => AccountPosition | undefined;
  readonly search: (script: string, pause?: Pause) => Task<AccountPosition | undefined>;
  readonly range: number;
  /** True if the app gave the positions. Otherwise they are 0. */
  readonly knowsNext: boolean;
  /** Returns the position after the last one where a coin or an address was found. */
  readonly unusedAt: (side: AccountSide) => number;
};
// A copy of an account, such as { ...account }, has the same functions.
export const internals = new WeakMap<Account['withNext'], Internals>();

/** Returns the keys above the positions of both sides, if public derivation leads on from them. */
export const keyCachesOf = (account: Account): KeyCaches =>
  internals.get(account.withNext)?.caches ?? [];

/**
 * Finds a script as `find` does, but derives only positions within the gap limit of the last
 * address for payments that was used.
 */
export const findNear = (account: Account, scriptPubKey: Bytes): AccountPosition | undefined =>
  internals.get(account.withNext)?.findNear(scriptPubKey);

/** Finds a script as `find` does, and lets other work run after every few positions. */
export function* searchAccount(
  account: Account,
  scriptPubKey: Bytes,
  pause: Pause | undefined,
): Task<AccountPosition | undefined> {
  const search = internals.get(account.withNext)?.search;
  return search ? yield* search(encodeHex(scriptPubKey), pause) : account.find(scriptPubKey);
}

/** Returns the number of positions that are searched. */
export const rangeOf = (account: Account): number =>
  internals.get(account.withNext)?.range ?? DEFAULT_RANGE;

/** Returns true if the app gave the positions that are in use. */
export const knowsNext = (account: Account): boolean =>
  internals.get(account.withNext)?.knowsNext === true;

/**
 * Returns the first position of a side behind all coins that the account read and all addresses
 * that it gave. A search for the scripts of a PSBT does not count.
 */
export const unusedAt = (account: Account, side: AccountSide): number =>
  internals.get(account.withNext)?.unusedAt(side) ?? 0;

type KeyCaches = readonly (DescriptorCache | undefined)[];

/** Derives the scripts at positions; an entry is `undefined` if a key is unavailable. */
export type ScriptsOf = (
  side: 0 | 1,
  positions: readonly number[],
) => readonly (readonly Bytes[] | undefined)[];

export const sideNames = ['receive', 'change'] as const;

/** Number of positions that are derived between pauses. */
const FEW = 32;

/** Remembers everything that was derived. A search derives twice as many positions each time. */
export function createFinder([receive, change]: Sides, range: number, scriptsOf: ScriptsOf) {
  const places = new Map<string, AccountPosition>();
  const known = new Map<string, Bytes | undefined>();
  const sides = receive === change ? ([0] as const) : ([0, 1] as const);
  const note = (side: 0 | 1, index: number, scripts: readonly Bytes[] = []) => {
    known.set(`${side}:${index}`, scripts[0]);
    for (const script of scripts) {
      const key = encodeHex(script);
      if (!places.has(key)) places.set(key, { side: sideNames[side], index });
    }
  };
  /** The last positions where a coin or an address was found. */
  const used: [number, number] = [-1, -1];
  const noteUsed = (side: 0 | 1, index: number) => {
    used[side] = Math.max(used[side], index);
  };
  const scriptAt = (named: 0 | 1, index: number): Bytes | undefined => {
    const side = receive === change ? 0 : named;
    const key = `${side}:${index}`;
    if (!known.has(key)) note(side, index, scriptsOf(side, [index])[0]);
    noteUsed(side, index);
    return known.get(key);
  };
  const derive = (side: 0 | 1, from: number, end: number) => {
    const last = isRange([receive, change][side] ?? receive) ? end : Math.min(end, 1);
    const positions = Array.from({ length: Math.max(0, last - from) }, (_, i) => from + i).filter(
      (index) => !known.has(`${side}:${index}`),
    );
    for (const [i, scripts] of scriptsOf(side, positions).entries()) {
      note(side, positions[i] ?? 0, scripts);
    }
  };
  let filled = 0;
  function* search(script: string, pause?: Pause): Task<AccountPosition | undefined> {
    while (!places.has(script) && filled < range) {
      const most = pause ? filled + FEW : range;
      const [from, end] = [filled, Math.min(most, range, Math.max(GAP_LIMIT, 2 * filled))];
      for (const side of sides) {
        derive(side, from, end);
        if (pause) yield pause();
      }
      // Another search may have gone further meanwhile.
      filled = Math.max(filled, end);
    }
    return places.get(script);
  }
  const find = (script: string): AccountPosition | undefined => runNow(search(script));
  const findNear = (scriptPubKey: Bytes): AccountPosition | undefined => {
    const script = encodeHex(scriptPubKey);
    const last = Math.max(0, used[0]);
    if (!places.has(script)) derive(0, Math.max(0, last - GAP_LIMIT), last + GAP_LIMIT);
    return places.get(script);
  };
  const locate: Locate = (scriptPubKey, { side: named, index }) => {
    const script = encodeHex(scriptPubKey);
    for (const side of index === undefined ? [] : sides) {
      if (places.has(script)) break;
      if (named === undefined || named === sideNames[side]) scriptAt(side, index ?? 0);
    }
    const place = find(script);
    if (place) noteUsed(place.side === 'change' ? 1 : 0, place.index);
    return place;
  };
  const unusedAt = (side: AccountSide) => used[side === 'change' && sides.length > 1 ? 1 : 0] + 1;
  return { find, findNear, locate, scriptAt, search, unusedAt };
}
