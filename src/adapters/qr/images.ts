import { rmSync, writeFileSync } from 'node:fs';
import { encode } from 'fast-png';
import { namesSecret, SECRET_NAME } from '../../rpc/redact-arguments.ts';
import type { Frames } from '../../transport/frames.ts';
import type { QrMatrix } from '../../transport/qr-code.ts';
import { qrMatrix, qrSvg } from '../../transport/qr-code.ts';
import { isCode, systemMessage } from '../files/errors.ts';
import type { Failure } from '../options/parse-command-line.ts';

/** Writes images of all codes, or none if a file exists or cannot be written. */
export function writeImages(
  frames: Frames,
  kind: 'svg' | 'png',
  path: string,
): { readonly names: readonly string[] } | Failure {
  if (namesSecret(path)) return { error: SECRET_NAME };
  const stem = path.replace(new RegExp(`\\.${kind}$`, 'i'), '');
  const names: string[] = [];
  for (let i = 0; i < frames.count; i++) {
    const matrix = qrMatrix(frames.at(i));
    if (matrix === undefined)
      return { error: 'A frame is too long for a code: choose a smaller -length' };
    const name = frames.count === 1 ? `${stem}.${kind}` : `${stem}-${i + 1}.${kind}`;
    try {
      writeFileSync(name, kind === 'svg' ? qrSvg(matrix) : encodeQrPng(matrix), { flag: 'wx' });
      names.push(name);
    } catch (error) {
      // A full disk gets its room back. A file that was there before stays.
      const written = isCode(error, 'EEXIST') ? names : [...names, name];
      for (const each of written) rmSync(each, { force: true });
      return { error: `${name}: ${systemMessage(error)}` };
    }
  }
  return { names };
}

/** Pixels per module of a code. */
const SCALE = 4;

/** Encodes a code as a black and white PNG. */
export function encodeQrPng(matrix: QrMatrix): Uint8Array {
  const side = matrix.length * SCALE;
  const data = new Uint8Array(side * side);
  for (let y = 0; y < side; y++) {
    const row = matrix[Math.floor(y / SCALE)] ?? [];
    for (let x = 0; x < side; x++) data[y * side + x] = row[Math.floor(x / SCALE)] ? 0 : 255;
  }
  return encode({ width: side, height: side, data, channels: 1, depth: 8 });
}
