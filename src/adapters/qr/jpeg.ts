import { decode } from 'jpeg-js';
import type { RgbaImage } from '../../transport/picture.ts';

/** Memory needed to decode a picture of 40 million pixels. */
const MOST_MEGABYTES = 600;
/**
 * Bytes of memory that a byte of the file can require. Each bit can encode at most one block of 8 x
 * 8 pixels (a one-bit code in a progressive scan), and a block takes up to 800 bytes.
 */
const MEMORY_PER_BYTE = 8 * 800;
/** Memory for tables. */
const MEGABYTES_AT_LEAST = 1;

/**
 * Decodes a JPEG. Returns `undefined` if it is not a JPEG, is too large, or is too short for the
 * size in its header.
 */
export function decodeJpeg(bytes: Uint8Array): RgbaImage | undefined {
  if (!hasOneFrame(bytes)) return undefined;
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
    // The library throws for all data that it cannot read, and at its limits.
    return undefined;
  }
}

/** Number of blocks that any picture may have. */
const FEWEST_BLOCKS = 32_000;
/** Returns true for the start of a frame of any kind, but not for DHT, JPG or DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Returns true if there is one frame with at least a bit of data per block, because the library
 * allocates all blocks.
 */
function hasOneFrame(bytes: Uint8Array): boolean {
  let blocks: number | undefined;
  let data = 0;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at] === 0xff ? bytes[at + 1] : undefined;
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    if (marker === 0xff) at++;
    else if (marker === undefined || marker === 0xd9 || length < 2) break;
    else {
      if (isFrame(marker)) {
        if (blocks !== undefined) return false;
        blocks = blocksOf(bytes.subarray(at + 4, at + 2 + length));
      }
      const next = at + 2 + length;
      at = marker === 0xda ? endOfScan(bytes, next) : next;
      data += at - next;
    }
  }
  return blocks !== undefined && blocks <= FEWEST_BLOCKS + 8 * data;
}

/** Returns the position of the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0xd9;
    if (marker !== 0 && (marker < 0xd0 || marker > 0xd7)) return at;
  }
  return bytes.length;
}

/** Returns the number of blocks of 8 x 8 pixels, from the frame's header. */
function blocksOf(header: Uint8Array): number {
  const [, height0 = 0, height1 = 0, width0 = 0, width1 = 0, count = 0] = header;
  const sampling = Array.from({ length: count }, (_, i) => header[7 + 3 * i] ?? 0);
  const across = sampling.map((each) => each >> 4);
  const down = sampling.map((each) => each & 15);
  const along = (length: number, part: number, most: number) =>
    Math.ceil((length * part) / (8 * Math.max(1, most)));
  return sampling.reduce((sum, _, i) => {
    const columns = along((width0 << 8) | width1, across[i] ?? 0, Math.max(...across));
    return sum + columns * along((height0 << 8) | height1, down[i] ?? 0, Math.max(...down));
  }, 0);
}
