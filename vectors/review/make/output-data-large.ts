import { type Bytes, concatBytes } from '../../../src/encoding/bytes.ts';
import { mine } from '../../../test/support/review/coins.ts';
import { back, type PsbtSpec, pay } from '../../../test/support/review/payments.ts';
import { type Case, rows } from '../../../test/support/review/rows.ts';

/** Returns OP_RETURN with one push of data. */
function pushing(size: number): Bytes {
  const length = size < 76 ? [size] : size < 256 ? [0x4c, size] : [0x4d, size & 0xff, size >> 8];
  return concatBytes(Uint8Array.of(0x6a, ...length), new Uint8Array(size).fill(1));
}

const carrying = (fee: bigint, ...sizes: readonly number[]): PsbtSpec => ({
  coins: [mine(0, { value: 1_000_000n })],
  outputs: [...sizes.map((size) => pay(0n, pushing(size))), pay(700_000n), back(300_000n - fee)],
});
const many = (count: number) => Array.from({ length: count }, () => 80);

export const cases: readonly Case[] = rows(
  [
    ['9,000 bytes of data', carrying(10_000n, 9000), { says: ['9004 bytes'] }],
    ['six outputs of 80 bytes', carrying(1_000n, ...many(6))],
  ],
  [
    ['four outputs of 80 bytes', carrying(1_000n, ...many(4)), ['output-data']],
    ['80 bytes of data', carrying(1_000n, 80), ['output-data']],
  ],
);
