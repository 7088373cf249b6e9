import { decode } from 'jpeg-js';
import type { RgbaImage } from '../../transport/picture.ts';

/** What a picture of 40 million points takes while it is decoded. */
const MOST_MEGABYTES = 600;
/**
 * Bytes of memory that a byte of the file can ask for. Each bit can stand for at most one block of
 * 8 x 8 points (a code of one bit in a progressive scan), and a block takes up to 800 bytes.
 */
const MEMORY_PER_BYTE = 8 * 800;
/** For tables. */
const MEGABYTES_AT_LEAST = 1;

/**
 * Decodes a JPEG. `undefined` where it is none, is too large, or is too short for as many points as
 * its header claims.
 */
export function decodeJpeg(bytes: Uint8Array): RgbaImage | undefined {
  const implied = MEGABYTES_AT_LEAST + (bytes.length * MEMORY_PER_BYTE) / 2 ** 20;
  try {
    const { width, height, data } = decode(bytes, {
      useTArray: true,
      formatAsRGBA: true,
      maxResolutionInMP: 40,
      maxMemoryUsageInMB: Math.min(MOST_MEGABYTES, implied),
    });
    return { width, height, data };
  } catch {
    // The library throws for everything that it cannot read, and for its limits.
    return undefined;
  }
}
