import { wordAt } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';

/**
 * Returns the first wanted key in the iteration order of a C++ `std::unordered_map<std::string,
 * ...>` of GNU's library after inserting the keys in order. Core names the first of several unknown
 * parameters in this order. Takes a few steps for each key, and no bigint.
 */
export function firstInHashOrder(
  keys: readonly string[],
  isWanted: (key: string) => boolean,
): string | undefined {
  const table = createTable(keys);
  const larger = [...BUCKET_COUNTS];
  let buckets = 1;
  for (const index of keys.keys()) {
    if (index === buckets || index === 0) {
      const moved = [...table.walk()];
      buckets = larger.shift() ?? 2 * buckets + 1;
      table.empty(buckets);
      for (const each of moved) table.put(each);
    }
    table.put(index);
  }
  for (const index of table.walk()) {
    const key = keys[index];
    if (key !== undefined && isWanted(key)) return key;
  }
  return undefined;
}

/** The library's primes: the table sizes, in order of growth. */
const BUCKET_COUNTS = [
  ...[13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933, 351061],
  ...[712697, 1447153, 2938679, 5967347],
];

/** A hash table of keys, given by their indexes. */
type Table = {
  empty(buckets: number): void;
  put(index: number): void;
  /** Yields the newest bucket first, and in a bucket the newest key first. */
  walk(): Generator<number>;
};

function createTable(keys: readonly string[]): Table {
  // Each hash has two halves.
  const hashes = new Uint32Array(2 * keys.length);
  for (const [i, key] of keys.entries()) hashes.set(hashBytes(encodeUtf8(key)), 2 * i);
  // The newest key of each bucket, and the one before each key, counted from 1. 0 means none.
  let newest = new Int32Array(0);
  const before = new Int32Array(keys.length);
  let made: number[] = [];
  return {
    empty(buckets) {
      newest = new Int32Array(buckets);
      made = [];
    },
    put(index) {
      const size = newest.length;
      const [low = 0, high = 0] = [hashes[2 * index], hashes[2 * index + 1]];
      const bucket = ((high % size) * (2 ** 32 % size) + low) % size;
      const other = newest[bucket] ?? 0;
      if (other === 0) made.push(bucket);
      before[index] = other;
      newest[bucket] = index + 1;
    },
    *walk() {
      for (let i = made.length - 1; i >= 0; i--) {
        for (let at = newest[made[i] ?? 0] ?? 0; at > 0; at = before[at - 1] ?? 0) yield at - 1;
      }
    },
  };
}

const [FACTOR_HIGH, FACTOR_LOW] = [0xc6a4a793, 0x5bd1e995];
const SEED = 0xc70f6907;

/**
 * Computes the library's `_Hash_bytes` for 64 bits: MurmurHash64A, little-endian. Returns the low
 * and the high half.
 */
function hashBytes(bytes: Uint8Array): readonly [number, number] {
  const hash: Halves = [0, 0];
  const part: Halves = [bytes.length, 0];
  multiply(part);
  hash[0] = part[0] ^ SEED;
  hash[1] = part[1];
  for (let start = 0; start < bytes.length; start += 8) {
    part[0] = wordAt(bytes, start);
    part[1] = wordAt(bytes, start + 4);
    if (start + 8 <= bytes.length) {
      multiply(part);
      mix(part);
      multiply(part);
    }
    hash[0] ^= part[0];
    hash[1] ^= part[1];
    multiply(hash);
  }
  mix(hash);
  multiply(hash);
  mix(hash);
  return hash;
}

type Halves = [low: number, high: number];

/** Multiplies by the factor modulo 2^64. */
function multiply(value: Halves): void {
  const [low, high] = value;
  const [a, b] = [low & 0xffff, low >>> 16];
  const [c, d] = [FACTOR_LOW & 0xffff, FACTOR_LOW >>> 16];
  // Exact, because it is below 2^33.
  const middle = b * c + ((a * c) >>> 16);
  const carry =
    b * d + Math.floor((a * d + (middle % 0x10000)) / 0x10000) + Math.floor(middle / 0x10000);
  value[0] = Math.imul(low, FACTOR_LOW);
  value[1] = (carry + Math.imul(low, FACTOR_HIGH) + Math.imul(high, FACTOR_LOW)) | 0;
}

/** v ^ (v >> 47) */
function mix(value: Halves): void {
  value[0] ^= value[1] >>> 15;
}
