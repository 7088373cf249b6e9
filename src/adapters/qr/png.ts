import { convertIndexedToRgb, decode, encode } from 'fast-png';
import type { RgbaImage } from '../../transport/picture.ts';
import type { QrMatrix } from '../../transport/qr-code.ts';

/** Pixels of a point. */
const SCALE = 4;

/** A code as a PNG in black and white. */
export function encodeQrPng(matrix: QrMatrix): Uint8Array {
  const side = matrix.length * SCALE;
  const data = new Uint8Array(side * side);
  for (let y = 0; y < side; y++) {
    const row = matrix[Math.floor(y / SCALE)] ?? [];
    for (let x = 0; x < side; x++) data[y * side + x] = row[Math.floor(x / SCALE)] ? 0 : 255;
  }
  return encode({ width: side, height: side, data, channels: 1, depth: 8 });
}

const MOST_POINTS = 40_000_000;
/** Where the header says width and height, four bytes each, the highest first. */
const WIDTH_AT = 16;
const HEADER = 24;

/** `undefined` for what is none, or too large: that is asked before anything is inflated. */
export function decodePng(bytes: Uint8Array): RgbaImage | undefined {
  if (bytes.length < HEADER) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const points = view.getUint32(WIDTH_AT) * view.getUint32(WIDTH_AT + 4);
  if (points === 0 || points > MOST_POINTS) return undefined;
  try {
    const image = decode(bytes);
    const { width, height, depth, palette } = image;
    const isIndexed = palette !== undefined;
    const samples = isIndexed ? convertIndexedToRgb(image) : image.data;
    const channels = isIndexed ? (palette[0]?.length ?? 3) : image.channels;
    const data = toRgba(samples, {
      points: width * height,
      channels,
      depth: isIndexed ? 8 : depth,
    });
    return data && { width, height, data };
  } catch {
    // The library throws for everything that it cannot read.
    return undefined;
  }
}

type Samples = {
  readonly points: number;
  readonly channels: number;
  readonly depth: number;
};

/** What is see-through is white behind. */
function toRgba(
  samples: ArrayLike<number>,
  { points, channels, depth }: Samples,
): Uint8Array | undefined {
  if (depth < 8 && channels !== 1) return undefined;
  const data = new Uint8Array(4 * points);
  const isGray = channels < 3;
  const hasAlpha = channels % 2 === 0;
  const most = 2 ** depth - 1;
  const sample = (i: number) => ((samples[i] ?? 0) * 255) / most;
  // Rows of less than a byte a point are packed.
  if (depth < 8 && samples.length < points) return undefined;
  for (let i = 0; i < points; i++) {
    const at = i * channels;
    const alpha = hasAlpha ? sample(at + channels - 1) / 255 : 1;
    for (let c = 0; c < 3; c++) {
      const value = sample(at + (isGray ? 0 : c));
      data[4 * i + c] = Math.round(value * alpha + 255 * (1 - alpha));
    }
    data[4 * i + 3] = 255;
  }
  return data;
}
