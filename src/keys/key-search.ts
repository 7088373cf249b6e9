import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { derivePublicMany } from '../descriptor/derive.ts';
import {
  type ExtendedPublicKey,
  HARDENED,
  isHardened,
  neuter,
} from '../descriptor/extended-key.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { Pause, Task } from '../signing/task.ts';
import { accountPaths } from './account-paths.ts';
import type { Below } from './derive-below.ts';
import type { MasterKey } from './key-ring.ts';
import { marksOf, type WantedPlace } from './wanted-keys.ts';

/** Steps below a master key. */
type Path = readonly number[];

/** The subject of a search. */
export type KeySearch = {
  readonly master: MasterKey;
  /** Derives below the master key. */
  readonly below: Below;
  /** Inputs and outputs of the PSBT. */
  readonly places: readonly WantedPlace[];
  /** Keys of this master key that were found already. */
  readonly found: readonly Path[];
  /** Public keys of other keys that were found already. */
  readonly others: readonly Bytes[];
  /** Further accounts that the PSBT proves. */
  readonly proven: readonly Path[];
  readonly secp256k1: Secp256k1;
  /** Awaited after every few keys, so that other work can run. */
  readonly pause?: Pause | undefined;
};

/** Account numbers to search. Requested accounts and the first one come first. */
const NUMBERS = Array.from({ length: 10 }, (_, i) => i);
/** Positions that wallets search beyond the last used one. */
const NEAR = 20;
/** Positions to search for outputs in accounts that the PSBT proves. */
const MIDDLE = 100;
/** Positions to search for inputs in requested accounts, and in accounts that the PSBT proves. */
const FAR = 1000;
/** Names that are tried in every account. If one fits, all are tried in the account. */
const MOST_TRIED = 16;
/** Limit on accounts that a PSBT proves. */
const MOST_PROVEN = 8;
/** Limit on keys that a search derives. Without it, a PSBT could take minutes. */
const MOST_DERIVED = 12_000;
/** Number of keys that are derived between pauses. */
const FEW = 64;

/**
 * Searches the accounts of a master key for the keys of inputs and outputs to which no name leads,
 * and returns the paths of keys that it finds. Names may be missing or wrong, because programs make
 * mistakes. A key counts only after derivation and comparison.
 */
export function* searchKeys(search: KeySearch): Task<readonly Path[]> {
  const { master, found, proven } = search;
  const state = createState(search);
  const known = distinct([...proven, ...found.flatMap(accountBehind)]);
  for (const path of known.slice(0, MOST_PROVEN)) yield* state.searchAccount(path);
  const paths = accountPaths(master, [0]);
  const first = new Set(paths.map((path) => path.join('/')));
  const more = accountPaths(master, NUMBERS).filter((path) => !first.has(path.join('/')));
  for (const path of [...paths, ...more]) yield* state.tryNames(path);
  const asked = new Set(master.accounts.map(({ path }) => path.join('/')));
  for (const path of paths) {
    yield* state.tryPositions(path, asked.has(path.join('/')) ? FAR : NEAR, NEAR);
  }
  for (const path of more) yield* state.tryPositions(path, NEAR, 0);
  return state.paths;
}

const distinct = (paths: readonly Path[]): readonly Path[] => [
  ...new Map(paths.map((path) => [path.join('/'), path])).values(),
];

/** Returns the account of a key: its path without branch and position. */
function accountBehind(path: Path): readonly Path[] {
  const isUsual = path.length >= 2 && !path.slice(-2).some(isHardened);
  return isUsual ? [path.slice(0, -2)] : [];
}

function createState(search: KeySearch) {
  const { below, secp256k1, pause } = search;
  const parents = new Map<string, ExtendedPublicKey | undefined>();
  const searched = new Set<string>();
  const paths: Path[] = [];
  const wanted = wantedMarks(search);
  let left = MOST_DERIVED;
  const parentAt = (path: Path) => {
    const name = path.join('/');
    if (!parents.has(name)) {
      const key = below.at(path);
      parents.set(name, key && neuter(key, secp256k1));
    }
    return parents.get(name);
  };
  /** Compares the keys at these positions of a branch. Returns whether one is wanted. */
  function* compare(branch: Path, indices: readonly number[]): Task<boolean> {
    if (indices.length === 0 || indices.length > left || wanted.open().length === 0) return false;
    left -= indices.length;
    const parent = parentAt(branch);
    const size = pause ? FEW : indices.length;
    const fitting: Path[] = [];
    for (let from = 0; parent && from < indices.length; from += size) {
      if (pause) yield pause();
      const part = indices.slice(from, from + size);
      for (const [i, child] of derivePublicMany(parent, part, secp256k1).entries()) {
        if (child && wanted.take(child.publicKey)) fitting.push([...branch, part[i] ?? 0]);
      }
    }
    paths.push(...fitting);
    if (fitting.length > 0) wanted.settle();
    return fitting.length > 0;
  }
  function* compareNames(account: Path, most: number): Task<boolean> {
    const branches = new Map<number, Set<number>>();
    for (const [branch, index] of wanted.tails().slice(0, most)) {
      branches.set(branch, (branches.get(branch) ?? new Set()).add(index));
    }
    let fits = false;
    for (const [branch, indices] of branches) {
      if (yield* compare([...account, branch], [...indices])) fits = true;
    }
    return fits;
  }
  function* comparePositions(account: Path, first: number, end: number): Task<boolean> {
    const indices = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
    const isFirst = yield* compare([...account, 0], indices);
    return (yield* compare([...account, 1], indices)) || isFirst;
  }
  /** Returns the end of a range: that for inputs if one may be of such an account. */
  const endFor = (account: Path, inputs: number, outputs: number): number => {
    const open = wanted.open().filter((place) => mayBeAt(place, account));
    if (open.some(({ isInput }) => isInput)) return inputs;
    return open.length > 0 ? outputs : 0;
  };
  function* searchAccount(account: Path): Task<void> {
    const name = account.join('/');
    if (searched.has(name)) return;
    searched.add(name);
    yield* compareNames(account, MOST_DERIVED);
    // The positions of most wallets come first.
    yield* comparePositions(account, 0, endFor(account, NEAR, NEAR));
    yield* comparePositions(account, NEAR, endFor(account, FAR, MIDDLE));
  }
  function* tryNames(account: Path): Task<void> {
    if (yield* compareNames(account, MOST_TRIED)) yield* searchAccount(account);
  }
  function* tryPositions(account: Path, inputs: number, outputs: number): Task<void> {
    if (searched.has(account.join('/'))) return;
    const isNear = yield* comparePositions(account, 0, endFor(account, NEAR, outputs));
    const isFar = yield* comparePositions(account, NEAR, endFor(account, inputs, outputs));
    if (isNear || isFar) yield* searchAccount(account);
  }
  return { paths, searchAccount, tryNames, tryPositions };
}

const HASHES: ReadonlySet<string> = new Set(['k', 'n']);
const STANDARD = [44, 45, 48, 49, 84, 86, 87];

/** Returns whether a place usually has keys of such an account. */
function mayBeAt({ purposes }: WantedPlace, [first = 0]: Path): boolean {
  const purpose = first - HARDENED;
  return !STANDARD.includes(purpose) || purposes.includes(purpose);
}

/** Keeps the inputs and outputs whose key is not found yet. */
function wantedMarks({ places, found, others, below, secp256k1 }: KeySearch) {
  const own = new Set<string>();
  const any = new Set<string>();
  const add = (set: Set<string>, publicKey: Bytes, kinds: ReadonlySet<string>) => {
    for (const mark of marksOf(publicKey, kinds, secp256k1)) set.add(mark);
  };
  let open = places;
  let wanted: ReadonlySet<string> = new Set();
  let kinds: ReadonlySet<string> = new Set();
  let tails: WantedPlace['tails'] | undefined;
  // Another key of the user may be a cosigner of this one, but not of a single key.
  const isSettled = ({ marks, names }: WantedPlace) =>
    (marks.length > 0 ? marks : names).some((mark) => own.has(mark)) ||
    (marks.length === 1 && marks.some((mark) => any.has(mark)));
  const settle = () => {
    open = open.filter((place) => !isSettled(place));
    wanted = new Set(open.flatMap(({ marks, names }) => [...marks, ...names]));
    kinds = new Set([...wanted].map((mark) => mark.slice(0, 1)));
    tails = undefined;
  };
  const addFound = (marked: ReadonlySet<string>) => {
    for (const path of found) {
      const key = below.at(path);
      if (key) add(own, key.privateKey.publicKey(secp256k1), marked);
    }
    for (const key of others) add(any, key, marked);
    settle();
  };
  addFound(HASHES);
  // A taproot output costs a point, and most inputs name the key behind it.
  if (kinds.has('t') && open.some(({ isInput }) => isInput)) addFound(new Set(['t']));
  return {
    open: () => open,
    tails: () => {
      tails ??= [
        ...new Map(
          open.flatMap((place) => place.tails).map((tail) => [tail.join('/'), tail]),
        ).values(),
      ];
      return tails;
    },
    /** Returns whether a place has the key, and then regards it as found. */
    take: (publicKey: Bytes): boolean => {
      const marks = marksOf(publicKey, kinds, secp256k1);
      const fits = marks.some((mark) => wanted.has(mark));
      if (fits) for (const mark of marks) own.add(mark);
      return fits;
    },
    settle,
  };
}
