import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { encode as encodePng } from 'fast-png';
import { encode as encodeJpeg } from 'jpeg-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePng } from '../../../src/adapters/qr/decode-png.ts';
import { encodeQrPng } from '../../../src/adapters/qr/images.ts';
import { inspectPicture } from '../../../src/adapters/qr/inspect-picture.ts';
import { decodeJpeg } from '../../../src/adapters/qr/jpeg.ts';
import { qrMatrix } from '../../../src/transport/qr-code.ts';
import { type BuiltWorkers, buildProgram } from '../../support/build/built-workers.ts';
import { createRandom } from '../../support/generate/random.ts';
import { takesLong } from '../../support/generate/sample.ts';
import { chunk, pngOf, zeros } from '../../support/screens/png.ts';
import { magick } from '../../support/screens/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'coldsign-pictures-'));
let program: BuiltWorkers;
beforeAll(async () => {
  program = await buildProgram();
});
afterAll(() => {
  program.remove();
  rmSync(folder, { recursive: true });
});

const code = encodeQrPng(qrMatrix('HELLO WORLD') ?? []);

/** Adds chunks between the header and the rows of a code's picture. */
const codeWith = (...chunks: readonly Uint8Array[]) =>
  Buffer.concat([code.subarray(0, 33), ...chunks, code.subarray(33)]);

const jpeg = encodeJpeg({ width: 64, height: 64, data: Buffer.alloc(4 * 64 * 64, 200) }, 50).data;
const frameAt = jpeg.indexOf(Buffer.of(0xff, 0xc0));
const scanAt = jpeg.indexOf(Buffer.of(0xff, 0xda));

/** Replaces the size in the file's header. */
function jpegOf(width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  changed.writeUInt16BE(height, frameAt + 5);
  changed.writeUInt16BE(width, frameAt + 7);
  return changed;
}

/**
 * Makes a progressive picture of 40,000 blocks with this many scans. Its only code, a bit of 0,
 * means that 16,384 blocks are unchanged.
 */
function endlessJpeg(scans: number): Buffer {
  const head = jpegOf(1600, 1600).subarray(0, scanAt);
  head[frameAt + 1] = 0xc2;
  const table = Buffer.concat([
    Buffer.from('ffc40014100100', 'hex'),
    Buffer.alloc(14),
    Buffer.of(0xe0),
  ]);
  const scan = Buffer.concat([Buffer.from('ffda0008010100013f00', 'hex'), Buffer.alloc(6)]);
  const end = Buffer.of(0xff, 0xd9);
  return Buffer.concat([head, table, Buffer.alloc(scans * scan.length, scan), end]);
}

const bomb = chunk('IDAT', zeros(1500));
const compressed = Buffer.concat([Buffer.from('name\0\0'), zeros(1500)]);

const bombs: { readonly [name: string]: Uint8Array } = {
  'rows-8.png': pngOf({ width: 8, height: 8, colour: 6 }, bomb),
  'rows-in-pieces.png': pngOf(
    { width: 8, height: 8 },
    ...Array.from({ length: 400 }, (_, i) =>
      chunk('IDAT', zeros(1500).subarray(4000 * i, 4000 * (i + 1))),
    ),
  ),
  'rows-large.png': pngOf({ width: 5000, height: 5000, colour: 6 }, bomb),
  'rows-interlaced.png': pngOf({ width: 9, height: 9, interlace: 1 }, bomb),
  'rows-palette.png': pngOf(
    { width: 8, height: 8, depth: 1, colour: 3 },
    chunk('PLTE', Buffer.alloc(6)),
    bomb,
  ),
  'rows-16-bit.png': pngOf({ width: 8, height: 8, depth: 16, colour: 2 }, bomb),
  'little-data.png': pngOf({ width: 6000, height: 6000, colour: 6 }, chunk('IDAT', zeros(1))),
  'no-data.png': pngOf({ width: 6000, height: 6000, depth: 16, colour: 2, interlace: 1 }),
  'larger-than-any.png': pngOf({ width: 2 ** 31, height: 2 ** 31 }, chunk('IDAT', zeros(1))),
  'thin.png': pngOf({ width: 1, height: 2 ** 32 - 1, depth: 1 }, bomb),
  'colours.png': pngOf(
    { width: 8, height: 8, colour: 3 },
    chunk('PLTE', Buffer.alloc(3_000_000)),
    bomb,
  ),
  'empty-chunks.png': pngOf(
    { width: 8, height: 8 },
    Buffer.concat(Array.from({ length: 1_000_000 }, () => chunk('IDAT', Buffer.alloc(0)))),
  ),
  'cut.png': pngOf({ width: 5000, height: 5000, colour: 6 }, bomb).subarray(0, 100_000),
  'large.jpg': jpegOf(8000, 5000),
  'thin.jpg': jpegOf(1, 65_535),
  'cut.jpg': jpegOf(8000, 5000).subarray(0, scanAt + 20),
  'frames.jpg': Buffer.concat([
    jpeg.subarray(0, scanAt),
    ...Array.from({ length: 200 }, () => jpegOf(1000, 1000).subarray(frameAt, frameAt + 19)),
    jpeg.subarray(scanAt),
  ]),
  'frames-without-data.jpg': Buffer.concat([
    jpeg.subarray(0, 2),
    ...Array.from({ length: 3000 }, () => jpegOf(2500, 2500).subarray(frameAt, frameAt + 19)),
  ]),
  'large-with-comments.jpg': Buffer.concat([
    jpegOf(6000, 5000).subarray(0, scanAt),
    ...Array.from({ length: 5 }, () =>
      Buffer.concat([Buffer.from('fffeffff', 'hex'), Buffer.alloc(65_533)]),
    ),
    jpeg.subarray(scanAt),
  ]),
  'restarts.jpg': Buffer.concat([
    jpegOf(4000, 4000).subarray(0, scanAt),
    Buffer.from('ffdd00040001', 'hex'),
    jpeg.subarray(scanAt, scanAt + 14),
    Buffer.concat(Array.from({ length: 2000 }, (_, i) => Buffer.of(0, 0xff, 0xd0 + (i % 8)))),
    Buffer.of(0xff, 0xd9),
  ]),
};

/** Pictures of a code with a part that inflates, which are read. */
const swollen: { readonly [name: string]: Uint8Array } = {
  'profile.png': codeWith(chunk('iCCP', compressed)),
  'text.png': codeWith(chunk('zTXt', compressed)),
  'international-text.png': codeWith(
    chunk('iTXt', Buffer.concat([Buffer.from('name\0\u0001\0\0\0', 'latin1'), zeros(1500)])),
  ),
  'frames.png': codeWith(
    chunk('acTL', Buffer.from('ffffffff00000000', 'hex')),
    chunk('fdAT', Buffer.concat([Buffer.alloc(4), zeros(1500)])),
  ),
};

/** Prints the peak memory of the process, as the system counts it. */
const meter = `data:text/javascript,${encodeURIComponent(
  `import { readFileSync } from 'node:fs';
   process.on('exit', () => process.stderr.write(
     'peak ' + /VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1] + '\\n'));`,
)}`;

/** Runs `coldsign read FILE...` in a separate process. `peak`: megabytes. */
function read(files: { readonly [name: string]: Uint8Array }) {
  const paths = Object.entries(files).map(([name, bytes]) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  });
  const args = ['--import', meter, program.entry.pathname, 'read', ...paths];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  // A thread also prints it at its end; the last one is of the process.
  const peak = Math.max(...[...stderr.matchAll(/peak (\d+)/g)].map(([, size]) => Number(size)));
  return { status, stdout, stderr, peak: peak / 1024 };
}

describe.runIf(takesLong && process.platform === 'linux')('coldsign read, as a process', () => {
  const room = 64;
  const blank = pngOf(
    { width: 64, height: 64 },
    chunk('IDAT', deflateSync(Buffer.alloc(64 * 65, 255))),
  );

  test('refuses decompression bombs within 64 MB', () => {
    // As many pictures that do not inflate: each has a thread.
    const small = Object.keys(bombs).map((name) => [`small-${name}`, blank.subarray(0, -30)]);
    const baseline = read(Object.fromEntries(small));
    expect(baseline.peak).toBeGreaterThan(20);
    const { status, stdout, stderr, peak } = read(bombs);
    for (const name of Object.keys(bombs)) {
      expect(stderr).toContain(`${name}: not a PNG or JPEG picture, or damaged`);
    }
    expect([status, stdout]).toEqual([1, '']);
    expect(peak - baseline.peak).toBeLessThan(room);
  });

  test('reads a code next to large compressed chunks, and skips these, within 64 MB', () => {
    const baseline = read({ 'code.png': code });
    expect([baseline.status, baseline.stdout]).toEqual([0, 'HELLO WORLD\n']);
    for (const [name, bytes] of Object.entries(swollen)) {
      const { status, stdout, peak } = read({ [name]: bytes });
      expect([name, status, stdout]).toEqual([name, 0, 'HELLO WORLD\n']);
      expect(peak - baseline.peak).toBeLessThan(room);
    }
  });
});

describe('a picture without an end', () => {
  const endless = endlessJpeg(2_000_000);

  test('ends with fewer scans', () => {
    expect(decodeJpeg(endlessJpeg(2_000))).toMatchObject({ width: 1600 });
  });

  test('is given up after a time limit', async () => {
    const limits = { milliseconds: 3_000, bytes: 2 ** 31 };
    expect(await inspectPicture(Uint8Array.from(endless), program.entry, limits)).toEqual({
      error: 'too-much',
    });
  });

  test('is given up when its memory limit is reached', async () => {
    const limits = { milliseconds: 600_000, bytes: 0 };
    expect(await inspectPicture(Uint8Array.from(endless), program.entry, limits)).toEqual({
      error: 'too-much',
    });
  });
});

describe('PNG', () => {
  const random = createRandom(7);
  const [width, height] = [37, 23];

  test.each([
    [1, 8],
    [2, 8],
    [3, 8],
    [4, 8],
    [1, 16],
    [2, 16],
    [3, 16],
    [4, 16],
  ] as const)('decodes %i channels of %i bits as encoded', async (channels, depth) => {
    const count = width * height * channels;
    const data =
      depth === 8
        ? random.bytes(count)
        : Uint16Array.from({ length: count }, () => random.int(65_536));
    const image = await decodePng(encodePng({ width, height, data, channels, depth }));
    const most = 2 ** depth - 1;
    const expected = Array.from({ length: width * height }, (_, i) => {
      const at = (c: number) => (data[i * channels + c] ?? 0) / most;
      const alpha = channels % 2 === 0 ? at(channels - 1) : 1;
      const shown = [0, 1, 2].map((c) => at(channels < 3 ? 0 : c) * alpha + 1 - alpha);
      return [...shown.map((value) => Math.round(255 * value)), 255];
    });
    expect(image).toEqual({ width, height, data: Uint8Array.from(expected.flat()) });
  });

  const forms = [
    ['gray-1', ['-colorspace', 'gray', '-threshold', '50%', '-depth', '1']],
    ['gray-2', ['-colorspace', 'gray', '-colors', '4', '-depth', '2']],
    ['gray-4', ['-colorspace', 'gray', '-colors', '16', '-depth', '4']],
    ['palette-1', ['-colors', '2', '-type', 'palette', '-define', 'png:color-type=3']],
    ['palette-2', ['-colors', '4', '-type', 'palette', '-define', 'png:color-type=3']],
    ['palette-4', ['-colors', '16', '-type', 'palette', '-define', 'png:color-type=3']],
    ['palette-8', ['-colors', '200', '-type', 'palette', '-define', 'png:color-type=3']],
    ['colours', ['-define', 'png:color-type=2']],
    ['see-through', ['-transparent', 'white', '-define', 'png:color-type=6']],
  ] as const;

  test.skipIf(magick === '')('of all kinds is read as ImageMagick reads it', async () => {
    for (const [name, words] of forms) {
      for (const interlace of ['None', 'PNG']) {
        const path = join(folder, `${name}-${interlace}.png`);
        const source = ['-size', '53x41', '-seed', '3', 'plasma:fractal'];
        execFileSync(magick, [...source, ...words, '-interlace', interlace, path]);
        const flat = ['-background', 'white', '-alpha', 'remove', '-alpha', 'off', '-depth', '8'];
        const rgb = execFileSync(magick, [path, ...flat, 'rgb:-']);
        const image = await decodePng(readFileSync(path));
        const seen = image?.data.filter((_, i) => i % 4 !== 3);
        const far = rgb.filter((byte, i) => Math.abs(byte - (seen?.[i] ?? -9)) > 1).length;
        expect({ path, length: seen?.length, far }).toEqual({ path, length: rgb.length, far: 0 });
      }
    }
  });

  test('shows a transparent colour as white', async () => {
    const rows = deflateSync(Uint8Array.of(0, 10, 20));
    const png = pngOf(
      { width: 2, height: 1 },
      chunk('tRNS', Uint8Array.of(0, 10)),
      chunk('IDAT', rows),
    );
    expect((await decodePng(png))?.data).toEqual(
      Uint8Array.of(255, 255, 255, 255, 20, 20, 20, 255),
    );
  });

  test('refuses one row less or more than the header states', async () => {
    for (const rows of [15, 17]) {
      const idat = chunk('IDAT', deflateSync(Buffer.alloc(rows * 17)));
      expect(await decodePng(pngOf({ width: 16, height: 16 }, idat))).toBeUndefined();
    }
    const right = chunk('IDAT', deflateSync(Buffer.alloc(16 * 17)));
    expect(await decodePng(pngOf({ width: 16, height: 16 }, right))).toBeDefined();
  });
});

test.skipIf(magick === '')('JPEG of one colour, the smallest that there is, is decoded', () => {
  for (const interlace of ['None', 'JPEG']) {
    const words = ['-size', '4000x3000', 'xc:white', '-interlace', interlace, '-quality', '1'];
    const bytes = execFileSync(magick, [...words, 'jpg:-'], { maxBuffer: 2 ** 26 });
    expect(decodeJpeg(bytes)).toMatchObject({ width: 4000, height: 3000 });
  }
});
