import type { FollowedRange } from '../chain/source.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import type { Txid } from '../transaction/transaction.ts';
import { withoutConflicts } from './check-transactions.ts';
import type { CoinSource, SourceTransaction } from './coin-source.ts';

type TransactionsById = ReadonlyMap<Txid, SourceTransaction>;

/** Asks a source about scripts in order of position, up to a gap after the last used ones. */
export type Follower = {
  follow(ranges: readonly FollowedRange[]): void;
  /** Returns all data about the followed scripts and these ones, as of this tip. */
  read(tipHash: string, scripts?: readonly Bytes[]): Promise<TransactionsById>;
  /** Returns the data read last. */
  found(): TransactionsById;
  /** Returns true if these data are of this tip. */
  isAt(tipHash: string): boolean;
  /** Returns true if the last full read included this script, in hexadecimal. */
  knows(script: string): boolean;
  /** Marks the data as outdated. */
  forget(): void;
};

export type FollowerOptions = {
  readonly gapLimit?: number | undefined;
  readonly interval?: number | undefined;
  readonly now?: (() => number) | undefined;
};

export function createFollower(
  source: CoinSource,
  { gapLimit = 20, interval = 0, now }: FollowerOptions,
): Follower {
  const ranges = new Map<string, FollowedRange>();
  /** Scripts outside all ranges that a caller asked about. */
  const alone = new Set<string>();
  let last:
    | { readonly tipHash: string; readonly at: number; readonly asked: Set<string> }
    | undefined;
  let found: TransactionsById = new Map();
  let reading: Promise<unknown> = Promise.resolve();

  const isFollowed = (script: string) =>
    [...ranges.values()].some(({ scripts }) => scripts.has(script));

  /** Lists the scripts to request, given the used ones. */
  function wanted(used: ReadonlySet<string>): string[] {
    const inRanges = [...ranges.values()].flatMap(({ scripts, next }) => {
      const first = scripts.values().next().value ?? 0;
      let end = Math.max(next, first);
      for (const [script, position] of scripts)
        if (used.has(script)) end = Math.max(end, position + 1);
      return [...scripts]
        .filter(([, position]) => position < end + gapLimit)
        .map(([script]) => script);
    });
    return [...new Set([...inRanges, ...alone])];
  }

  async function refresh(tipHash: string): Promise<void> {
    const at = now?.() ?? 0;
    const isNew = last?.tipHash === tipHash && now !== undefined && at - last.at < interval;
    const asked = isNew ? (last?.asked ?? new Set()) : new Set<string>();
    const read = new Map<Txid, SourceTransaction>(isNew ? found : []);
    for (;;) {
      const scripts = wanted(scriptsIn(read)).filter((script) => !asked.has(script));
      if (scripts.length === 0) break;
      for (const script of scripts) asked.add(script);
      const answer = await source.transactions(scripts.map(bytesOf));
      for (const each of answer) {
        if (read.get(each.txid)?.block === undefined) read.set(each.txid, each);
      }
    }
    found = new Map(withoutConflicts([...read.values()]).map((each) => [each.txid, each]));
    last = { tipHash, at: isNew ? (last?.at ?? at) : at, asked };
  }

  return {
    found: () => found,
    isAt: (tipHash) => last?.tipHash === tipHash,
    knows: (script) => last?.asked.has(script) === true,
    forget() {
      last = undefined;
    },
    follow(given) {
      for (const range of given) {
        const known = ranges.get(range.id);
        const next = Math.max(range.next, known?.next ?? 0);
        const scripts =
          (known?.scripts.size ?? 0) > range.scripts.size
            ? (known?.scripts ?? range.scripts)
            : range.scripts;
        ranges.set(range.id, { ...range, next, scripts });
      }
    },
    read(tipHash, scripts = []) {
      const strangers = scripts.map(encodeHex).filter((script) => !isFollowed(script));
      for (const script of strangers) alone.add(script);
      // Run reads one after the other, because concurrent reads would request the same scripts.
      const next = reading.then(async () => {
        await refresh(tipHash);
        return found;
      });
      // Callers receive a failure; the next caller reads again.
      reading = next.catch(() => undefined);
      return next;
    },
  };
}

function scriptsIn(found: TransactionsById): ReadonlySet<string> {
  const scripts = new Set<string>();
  for (const { transaction } of found.values()) {
    for (const { scriptPubKey } of transaction.outputs) scripts.add(encodeHex(scriptPubKey));
  }
  return scripts;
}

function bytesOf(script: string): Bytes {
  return decodeHex(script) ?? new Uint8Array();
}
