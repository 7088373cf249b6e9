import { writeFileSync } from 'node:fs';
import { namesSecret, SECRET_NAME } from '../../rpc/redact-arguments.ts';
import type { Frames } from '../../transport/frames.ts';
import { qrMatrix, qrSvg } from '../../transport/qr-code.ts';
import { systemWords } from '../files/errors.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { encodeQrPng } from './png.ts';

/** Images of all codes. Files that are there are not written over. */
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
    } catch (error) {
      return { error: `${name}: ${systemWords(error)}` };
    }
    names.push(name);
  }
  return { names };
}
