import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { qrMatrix } from '../../../src/transport/qr-code.ts';

/** Makes a film of codes, as a camera would send it. */
export function filmed(texts: readonly string[]): {
  readonly args: readonly string[];
  end(): void;
} {
  const [width, height, scale] = [640, 480, 4];
  const colours = Buffer.alloc((width * height) / 2, 128);
  const frames = texts.map((text) => {
    const matrix = qrMatrix(text) ?? [];
    const [left, top] = [width, height].map((side) => (side - matrix.length * scale) >> 1);
    const luma = Buffer.alloc(width * height, 235);
    for (const [y, row] of matrix.entries()) {
      for (const [x, dark] of row.entries()) {
        if (!dark) continue;
        for (let line = 0; line < scale; line++) {
          const at = ((top ?? 0) + y * scale + line) * width + (left ?? 0) + x * scale;
          luma.fill(16, at, at + scale);
        }
      }
    }
    return Buffer.concat([Buffer.from('FRAME\n'), luma, colours]);
  });
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-film-'));
  const file = join(folder, 'film.y4m');
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F4:1 Ip A1:1 C420\n`);
  // Each code lasts for two pictures.
  writeFileSync(file, Buffer.concat([head, ...frames.flatMap((frame) => [frame, frame])]));
  return {
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}
