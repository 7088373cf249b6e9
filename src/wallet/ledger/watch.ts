import type { BlockWatch } from '../../chain/scan-block.ts';
import { type Bytes, wordAt } from '../../encoding/bytes.ts';
import { decodeHex } from '../../encoding/hex.ts';
import type { Wallet } from '../wallet.ts';
import type { Ledger } from './ledger.ts';

/**
 * The scripts and outpoints of a wallet, so that a scan can skip transactions without decoding
 * them. The set only grows: a script that the wallet no longer has costs only time.
 */
export type WalletWatch = BlockWatch & {
  /** Adds scripts and outpoints that are new in the wallet since the last call. */
  follow(wallet: Pick<Wallet, 'descriptors' | 'ledger'>): void;
  followScripts(descriptors: Wallet['descriptors']): void;
  /** Adds outpoints (by `outPointKey`) that were added to a ledger. */
  note(outPoints: Iterable<string>): void;
  /** States that all outpoints of this ledger were added. */
  knows(ledger: Ledger): void;
  /** All scripts, in the order in which they were added. */
  readonly scripts: readonly Bytes[];
};

export function createWatch(): WalletWatch {
  const scripts: Bytes[] = [];
  const scriptTable = createBloomFilter();
  const outPointTable = createBloomFilter();
  /** Number of known scripts per descriptor; their tables only grow, at the end. */
  const known = new Map<string, number>();
  let ledgerSeen: Ledger | undefined;

  function followScriptsOf(id: string, table: ReadonlyMap<string, number>): void {
    let skip = known.get(id) ?? 0;
    if (table.size === skip) return;
    for (const script of table.keys()) {
      if (skip-- > 0) continue;
      const bytes = decodeHex(script) ?? new Uint8Array();
      scripts.push(bytes);
      scriptTable.add(hashScript(bytes, 0, bytes.length));
    }
    known.set(id, table.size);
  }

  function followScripts(descriptors: Wallet['descriptors']): void {
    for (const [id, owner] of descriptors) followScriptsOf(id, owner.scripts);
  }

  return {
    scripts,
    followScripts,
    follow({ descriptors, ledger }) {
      followScripts(descriptors);
      if (ledgerSeen === ledger) return;
      noteAll(outPointTable, ledger.outputs.keys());
      noteAll(outPointTable, ledger.spenders.keys());
      ledgerSeen = ledger;
    },
    note: (outPoints) => noteAll(outPointTable, outPoints),
    knows(ledger) {
      ledgerSeen = ledger;
    },
    seesScript: (bytes, start, end) => scriptTable.has(hashScript(bytes, start, end)),
    seesOutPoint: (bytes, start) => outPointTable.has(hashOutPoint(bytes, start)),
  };
}

function noteAll(table: BloomFilter, outPoints: Iterable<string>): void {
  for (const key of outPoints) table.add(hashKey(key));
}

/**
 * Hashes bytes near the end, which differ between scripts: templates end with their hash and at
 * most two bytes after it.
 */
function hashScript(bytes: Bytes, start: number, end: number): number {
  let hash = end - start;
  for (let at = Math.max(start, end - 10); at < end; at++) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  }
  return hash;
}

/** Hashes the first four bytes of the txid, in wire order, and the index. */
function hashOutPoint(bytes: Bytes, start: number): number {
  const txid = wordAt(bytes, start);
  return Math.imul(txid ^ Math.imul(wordAt(bytes, start + 32), 0x9e3779b1), 0x01000193);
}

/**
 * Hashes an outpoint by its `outPointKey`. The last digits of a displayed txid are its first bytes
 * on the wire.
 */
function hashKey(key: string): number {
  const colon = key.length > 64 ? 64 : key.length;
  const big = Number.parseInt(key.slice(colon - 8, colon), 16);
  const vout = Number(key.slice(colon + 1));
  // The digits in big-endian order are the little-endian word of the wire.
  return Math.imul((big | 0) ^ Math.imul(vout | 0, 0x9e3779b1), 0x01000193);
}

/** A small set of 32-bit hashes that rejects most absent ones without reading a large table. */
type BloomFilter = {
  add(hash: number): void;
  has(hash: number): boolean;
};

const BITS_PER_HASH = 32;

function createBloomFilter(): BloomFilter {
  const hashes = new Set<number>();
  let bits = new Int32Array(1024);
  let mask = bits.length * 32 - 1;

  const place = (hash: number): number => (hash ^ (hash >>> 15)) & mask;

  function set(hash: number): void {
    const bit = place(hash);
    bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  return {
    add(hash) {
      hashes.add(hash);
      if (hashes.size * BITS_PER_HASH <= mask) {
        set(hash);
        return;
      }
      bits = new Int32Array(bits.length * 4);
      mask = bits.length * 32 - 1;
      for (const other of hashes) set(other);
    },
    has(hash) {
      const bit = place(hash);
      return (((bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1 && hashes.has(hash);
    },
  };
}
