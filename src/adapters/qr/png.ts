import { encode } from 'fast-png';
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
