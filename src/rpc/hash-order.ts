import { encodeUtf8 } from '../encoding/utf8.ts';

/**
 * The order in which C++'s `std::unordered_map<std::string, ...>` walks keys that were put in one
 * after another, as GNU's library does it. Core names the first of several unknown parameters in
 * this order.
 */
export function hashOrder(keys: readonly string[]): string[] {
  const larger = [...BUCKET_COUNTS];
  let buckets = larger.shift() ?? 1;
  let table: Table = new Map();
  for (const [index, key] of keys.entries()) {
    if (index === buckets) {
      const moved = walk(table);
      buckets = larger.shift() ?? 2 * buckets + 1;
      table = new Map();
      for (const entry of moved) put(table, entry, buckets);
    }
    put(table, { key, hash: hashBytes(encodeUtf8(key)) }, buckets);
  }
  return walk(table).map(({ key }) => key);
}

type Entry = { readonly key: string; readonly hash: bigint };

/**
 * Entries by the number of their bucket. The newest bucket is walked first, and in a bucket the
 * newest entry.
 */
type Table = Map<number, Entry[]>;

/** Steps of the library's own list of primes: where the table grows, and to what. */
const BUCKET_COUNTS = [
  ...[13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933, 351061],
  ...[712697, 1447153, 2938679, 5967347],
];

function put(table: Table, entry: Entry, buckets: number): void {
  const bucket = Number(entry.hash % BigInt(buckets));
  const entries = table.get(bucket);
  if (entries === undefined) table.set(bucket, [entry]);
  else entries.push(entry);
}

const walk = (table: Table): Entry[] => [...table.values()].flat().reverse();

const MULTIPLIER = 0xc6a4a7935bd1e995n;
const SEED = 0xc70f6907n;
const word = (value: bigint): bigint => BigInt.asUintN(64, value);
const mix = (value: bigint): bigint => value ^ (value >> 47n);

/** The library's `_Hash_bytes` for 64 bits: MurmurHash64A, little-endian. */
function hashBytes(bytes: Uint8Array): bigint {
  let hash = word(SEED ^ word(BigInt(bytes.length) * MULTIPLIER));
  for (let start = 0; start < bytes.length; start += 8) {
    const part = bytes.subarray(start, start + 8);
    const data = part.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
    const whole = part.length === 8;
    hash ^= whole ? word(mix(word(data * MULTIPLIER)) * MULTIPLIER) : data;
    hash = word(hash * MULTIPLIER);
  }
  return mix(word(mix(hash) * MULTIPLIER));
}
