import type { Bytes } from '../encoding/bytes.ts';

/** The polynomial of ISO 3309 and zlib, with reversed bits. */
const POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ POLYNOMIAL : remainder >>> 1;
  }
  return remainder;
});

/** Computes the CRC-32 as an unsigned number. */
export function crc32(bytes: Bytes): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) {
    remainder = (remainder >>> 8) ^ (TABLE[(remainder ^ byte) & 0xff] ?? 0);
  }
  return (remainder ^ 0xffffffff) >>> 0;
}
