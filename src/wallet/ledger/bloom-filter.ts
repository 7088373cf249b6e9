/** A set of 32-bit hashes that says no without a look into memory far away. */
export type BloomFilter = {
  add(hash: number): void;
  has(hash: number): boolean;
};

const BITS_PER_HASH = 32;

export function createBloomFilter(): BloomFilter {
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
