import { createInflate } from 'node:zlib';
import type { RgbaImage } from '../../transport/picture.ts';
import { type PngHeader, type PngParts, readPngParts } from './png-parts.ts';
import { createRowReader, inflatedLength, type PngPass } from './png-rows.ts';

const MOST_POINTS = 40_000_000;
/** Limit on bytes: 32 bits per pixel, and the filters of rows. */
const MOST_BYTES = 4 * MOST_POINTS + 4_000_000;
const PIECE = 65_536;

/**
 * Decodes a PNG. Returns `undefined` if it is not a PNG, is too large, or has fewer bytes than its
 * header implies. The bytes are counted first, so that a false header takes no memory.
 */
export async function decodePng(bytes: Uint8Array): Promise<RgbaImage | undefined> {
  const parts = readPngParts(bytes);
  if (parts === undefined) return undefined;
  const { header, packed } = parts;
  const { width, height } = header;
  const length = inflatedLength(header);
  if (width * height > MOST_POINTS || length > MOST_BYTES) return undefined;
  try {
    let found = 0;
    await inflate(packed, (piece) => {
      found += piece.length;
      return found <= length;
    });
    if (found !== length) return undefined;
    const data = new Uint8Array(4 * width * height);
    const take = createRowReader(header, drawer(parts, data));
    await inflate(packed, (piece) => {
      take(piece);
      return true;
    });
    return { width, height, data };
  } catch {
    // The stream is damaged or truncated, or a filter does not exist.
    return undefined;
  }
}

/** Inflates until `take` returns false. */
async function inflate(packed: Uint8Array, take: (piece: Uint8Array) => boolean): Promise<void> {
  const stream = createInflate({ chunkSize: PIECE });
  stream.end(packed);
  for await (const piece of stream) if (!take(piece)) return;
}

function drawer(parts: PngParts, data: Uint8Array) {
  const { width, channels } = parts.header;
  const paint = parts.header.isIndexed ? indexedPainter(parts, data) : painter(parts, data);
  return (row: Uint8Array, y: number, { x, stepX }: PngPass) => {
    for (let column = x, i = 0; column < width; column += stepX, i += channels) {
      const at = 4 * (y * width + column);
      paint(row, i, at);
      data[at + 3] = 255;
    }
  };
}

/** Draws the pixel whose samples begin at index `i` of a row to position `at` of the picture. */
type Paint = (row: Uint8Array, i: number, at: number) => void;

/** Draws a transparent sample on white. */
const onWhite = (value: number, alpha: number): number =>
  Math.round(value * alpha + 255 * (1 - alpha));

function indexedPainter({ header, palette, transparency }: PngParts, data: Uint8Array): Paint {
  const sampleOf = sampleReader(header);
  return (row, i, at) => {
    const index = sampleOf(row, i);
    const alpha = (transparency[index] ?? 255) / 255;
    for (let c = 0; c < 3; c++) data[at + c] = onWhite(palette[3 * index + c] ?? 0, alpha);
  };
}

function painter({ header, transparency }: PngParts, data: Uint8Array): Paint {
  const { depth, channels } = header;
  const sampleOf = sampleReader(header);
  const most = 2 ** depth - 1;
  const hasAlpha = channels % 2 === 0;
  const key = hasAlpha ? [] : keyOf(transparency, channels);
  const alphaOf = (row: Uint8Array, i: number): number => {
    if (hasAlpha) return sampleOf(row, i + channels - 1) / most;
    const isKey = key.length > 0 && key.every((each, c) => sampleOf(row, i + c) === each);
    return isKey ? 0 : 1;
  };
  return (row, i, at) => {
    const alpha = alphaOf(row, i);
    for (let c = 0; c < 3; c++) {
      const sample = sampleOf(row, channels < 3 ? i : i + c);
      data[at + c] = onWhite((sample * 255) / most, alpha);
    }
  };
}

function sampleReader({ depth }: PngHeader): (row: Uint8Array, i: number) => number {
  if (depth === 8) return (row, i) => row[i] ?? 0;
  if (depth === 16) return (row, i) => (row[2 * i] ?? 0) * 256 + (row[2 * i + 1] ?? 0);
  const mask = 2 ** depth - 1;
  return (row, i) => ((row[(i * depth) >> 3] ?? 0) >> (8 - depth - ((i * depth) & 7))) & mask;
}

/** Returns the samples of the transparent colour; empty if there is none. */
function keyOf(transparency: Uint8Array, channels: number): readonly number[] {
  if (transparency.length < 2 * channels) return [];
  return Array.from(
    { length: channels },
    (_, c) => (transparency[2 * c] ?? 0) * 256 + (transparency[2 * c + 1] ?? 0),
  );
}
