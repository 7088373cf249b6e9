import type { BlockHash } from '../chain/block.ts';
import { filterKey, filterMatchesAll } from '../chain/block-filter.ts';
import type { FeeEstimate } from '../chain/node-answers.ts';
import type {
  BlockPart,
  BlockStatus,
  ChainCoin,
  ChainHeader,
  ChainSource,
  Provenance,
  Scan,
  ScanRequest,
} from '../chain/source.ts';
import { formatUtc } from '../encoding/utc.ts';
import { perVbyte } from '../transaction/fee-bounds.ts';
import { outPointKey } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import type { Snapshot, SnapshotHeader, SnapshotTransaction } from './snapshot.ts';

/**
 * Age in seconds above which a snapshot is stale. The chain goes two hours without a block only
 * once in 300 years.
 */
export const STALE_AFTER = 7200;

/** Creates a chain source from a snapshot. It knows only the snapshot's scripts, up to its tip. */
export function createSnapshotSource(snapshot: Snapshot, provenance?: Provenance): ChainSource {
  const { tip, coins, fees, mempool } = snapshot;
  const headers = new Map(snapshot.headers.map((header) => [header.height, header]));
  const byHeight = groupByHeight(snapshot.transactions);
  const gaps = gapsOf(snapshot);
  return {
    tip: async () => tip,
    headers: async (from, count) => headerRun(headers, from, count),
    // A snapshot has no full blocks; `scan` returns the parts that it has.
    blocks: async () => [],
    blockStatus: async (hash) => statusOf(snapshot, hash),
    async findCoins(outPoints) {
      const found = new Map<string, ChainCoin>();
      for (const key of outPoints.map(outPointKey)) {
        const coin = coins.get(key);
        if (coin !== undefined) found.set(key, coin);
      }
      return found;
    },
    mempool: async () => ({
      tipHash: tip.hash,
      entries: mempool.entries,
      updates: 1,
      scriptsVerified: mempool.scriptsVerified,
      ...(!mempool.complete && { partial: true as const }),
    }),
    mempoolUpdates: async () => 1,
    ...expected(estimate(fees.estimates.conservative, 2)),
    estimateFee: async (target, mode) => estimate(fees.estimates[mode], target),
    broadcast: async () => ({
      message: 'A snapshot has no network: the transaction was not sent',
      offline: true,
    }),
    mempoolMinimumFeeRate: async () => perVbyte(fees.mempoolMinimum),
    minimumRelayFeeRate: async () => perVbyte(fees.relayMinimum),
    scan: async (request) => scan(request, snapshot, headers, byHeight),
    firstBlock: async () => snapshot.firstBlock,
    firstHeightFrom: async (time) =>
      snapshot.headers.find(({ maxTime }) => maxTime >= time)?.height,
    covers: async (scripts) =>
      filterMatchesAll(snapshot.scripts, filterKey(tip.hash), scripts) === true,
    ...silentSource(snapshot),
    network: snapshot.network,
    ...(provenance && { provenance }),
    notices: (now) => [
      ...staleness(snapshot, now),
      ...gaps,
      ...silentGaps(snapshot),
      ...claimsOf(snapshot),
    ],
  };
}

function groupByHeight(
  transactions: readonly SnapshotTransaction[],
): ReadonlyMap<number, readonly SnapshotTransaction[]> {
  const groups = new Map<number, SnapshotTransaction[]>();
  for (const transaction of transactions) {
    const group = groups.get(transaction.height);
    if (group === undefined) groups.set(transaction.height, [transaction]);
    else group.push(transaction);
  }
  return groups;
}

/** Returns headers up to the first gap. */
function headerRun(
  headers: ReadonlyMap<number, ChainHeader>,
  from: number,
  count: number,
): readonly ChainHeader[] {
  const run: ChainHeader[] = [];
  for (let height = from; height < from + count; height++) {
    const header = headers.get(height);
    if (header === undefined) break;
    run.push(header);
  }
  return run;
}

function statusOf({ headers }: Snapshot, hash: BlockHash): BlockStatus | undefined {
  const height = headers.find((header) => header.hash === hash)?.height;
  if (height === undefined) return undefined;
  return height === 0 ? 'unvalidated' : 'valid';
}

const expected = (found: FeeEstimate): Pick<ChainSource, 'expectedFeeRate'> =>
  'feeRate' in found && found.feeRate > 0 ? { expectedFeeRate: found.feeRate } : {};

function estimate(estimates: readonly FeeEstimate[], target: number): FeeEstimate {
  const known = estimates[Math.min(Math.max(target, 1), estimates.length) - 1];
  return known ?? { errors: [], blocks: 0 };
}

function scan(
  { from, count }: ScanRequest,
  { tip, firstBlock }: Snapshot,
  headers: ReadonlyMap<number, SnapshotHeader>,
  byHeight: ReadonlyMap<number, readonly SnapshotTransaction[]>,
): Scan {
  const through = from < firstBlock ? from - 1 : Math.min(from + count - 1, tip.height);
  const blocks: BlockPart[] = [];
  for (let height = from; height <= through; height++) {
    const transactions = byHeight.get(height);
    const header = headers.get(height);
    if (transactions === undefined || header === undefined) continue;
    blocks.push({ height, hash: header.hash, time: header.time, transactions });
  }
  const throughHash = headers.get(through)?.hash;
  return { through, ...(throughHash !== undefined && { throughHash }), blocks, selected: false };
}

/**
 * Returns a message if the signer's clock (`now`) cannot be right. A wrong time of signing makes
 * other snapshots look old. The file stores the time in four bytes.
 */
export function wrongClock({ tip }: Pick<Snapshot, 'tip'>, now: number): string | undefined {
  const isEarly = now < tip.time - STALE_AFTER;
  if (!isEarly && now <= 0xffffffff) return undefined;
  return (
    `This machine's clock says ${formatUtc(now)} UTC, and block ${tip.height} is of ${formatUtc(tip.time)} UTC: a snapshot that is signed with a wrong time ` +
    'makes others look old. Set the clock, or make it without a signature (-nosignkey)'
  );
}

/** Returns warnings about the snapshot's age. */
function staleness({ tip }: Snapshot, now: number): readonly string[] {
  const age = now - tip.time;
  if (age < -STALE_AFTER) {
    return [
      `This machine's clock is wrong, or the snapshot is: the clock says ${formatUtc(now)} UTC, which is ${snapshotAgeText(-age)} before block ` +
        `${tip.height} of ${formatUtc(tip.time)} UTC. The age of the snapshot is unknown; set the clock`,
    ];
  }
  if (age <= STALE_AFTER) return [];
  return [
    `The snapshot is ${snapshotAgeText(age)} old. Payments after block ${tip.height} of ${formatUtc(tip.time)} UTC are missing, and its fee rates may be out of date. ` +
      `This machine's clock says ${formatUtc(now)} UTC`,
  ];
}

/** Returns warnings about history that the snapshot lacks. */
function gapsOf({ coinsOnly, coins, transactions, mempool }: Snapshot): readonly string[] {
  if (!coinsOnly) return [];
  const made = new Set(transactions.map(({ transaction }) => transactionId(transaction)));
  for (const { txid } of mempool.entries) made.add(txid);
  const bare = [...coins.keys()].filter((key) => !made.has(key.slice(0, 64))).length;
  const unseen =
    bare === 0
      ? ''
      : `; the transactions of ${bare} coins are not known: they can be signed for, but wallets do not see them`;
  return [
    'The snapshot was made of unspent coins: what was spent before, and which addresses were used, is not in it' +
      (mempool.complete ? '' : unseen),
  ];
}

function silentSource({ silent, transactions }: Snapshot): Partial<ChainSource> {
  if (silent === undefined) return {};
  const candidates = transactions.flatMap((placed) => {
    const tweak = silent.tweaks.get(transactionId(placed.transaction));
    return tweak ? [{ ...placed, tweak }] : [];
  });
  return {
    silentCandidates: async (from, count) =>
      candidates.filter(({ height }) => height >= from && height < from + count),
    ...(silent.from !== undefined && { knowsAllSilentPayments: true }),
  };
}

function silentGaps({ silent, firstBlock }: Snapshot): readonly string[] {
  const from = silent?.from ?? 0;
  if (from <= Math.max(1, firstBlock)) return [];
  return [`Silent payments in blocks below ${from} are not in the snapshot`];
}

function claimsOf({ claims }: Snapshot): readonly string[] {
  if (claims !== true) return [];
  return [
    'The snapshot was made of what a server of Esplora or Electrum says: ids, amounts and that blocks hold the transactions were checked; ' +
      'that nothing is missing, what waits for a block, and fee rates are claims of the server',
  ];
}

function snapshotAgeText(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  if (hours < 48) return `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
}
