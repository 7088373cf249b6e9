import { encodeQR } from 'qr';
import { decodeQR, type FinderPoints } from 'qr/decode.js';
import type { Kinds, MembersOf } from '../arguments/basic-kinds.ts';
import { isObject } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { decodeUtf8 } from '../encoding/utf8.ts';
import {
  type Luma,
  lumaOf,
  mirrored,
  type RgbaImage,
  sharpened,
  smoothed,
  turnedByEighth,
} from './picture.ts';

/** Rows of modules from the top, including the quiet zone; true for dark modules. */
export type QrMatrix = readonly (readonly boolean[])[];

/**
 * Number of digits and capital letters that a code of each version holds at the lowest error
 * correction (ISO/IEC 18004, table 7).
 */
const CAPACITY: readonly number[] = [
  25, 47, 77, 114, 154, 195, 224, 279, 335, 395, 468, 535, 619, 667, 758, 854, 938, 1046, 1153,
  1249, 1352, 1460, 1588, 1704, 1853, 1990, 2132, 2223, 2369, 2520, 2677, 2840, 3009, 3183, 3351,
  3537, 3729, 3927, 4087, 4296,
];
const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]*$/;
/** Ratio of bytes to characters: characters are encoded in pairs of 11 bits. */
const BYTES_PER_CHARACTER = 11 / 16;

const qrKinds = {
  scale: {
    is: (value: unknown) => typeof value === 'number' && value > 0 && value < Infinity,
    words: 'a number above 0',
  },
  QrMatrix: {
    is: (value: unknown) => Array.isArray(value) && value.every(Array.isArray),
    words: 'what qrMatrix answers, an array of rows',
  },
  QrOptions: { only: { border: 'integer?' } },
  CameraOptions: { only: { thorough: 'boolean?' } },
  // Typed arrays are not listed: pictures have millions of pixels.
  pixels: {
    is: (value: unknown) =>
      ArrayBuffer.isView(value) || (isObject(value) && !!Object.values(value)),
    words: 'an object',
  },
  // An ImageData of a canvas also has a color space.
  RgbaImage: { width: 'integer', height: 'integer', data: 'pixels' },
} as const satisfies Kinds & { readonly RgbaImage: MembersOf<RgbaImage> };

/** Modules of quiet zone on each side. The standard says 4, but readers accept 2. */
const BORDER = 4;

/**
 * Returns the smallest code of a text; `undefined` if it is too long.
 *
 * @param text - At most 4,296 characters in capitals and digits, 2,953 bytes otherwise.
 * @param options - `border`: width of the quiet zone in modules, at least 1. Default: 4, as the
 * standard requires.
 */
export function qrMatrix(
  text: string,
  options: { readonly border?: number | undefined } = {},
): QrMatrix | undefined {
  checkArguments('qrMatrix', { text: [text, 'text'], options: [options, 'QrOptions?'] }, qrKinds);
  if (text === '' || text.length > mostCharacters(40, text)) return undefined;
  return encode(text, options.border ?? BORDER);
}

/** Returns the code of up to 32 bytes (CompactSeedQR). */
export function qrMatrixOfBytes(bytes: Bytes, border = BORDER): QrMatrix | undefined {
  if (bytes.length === 0 || bytes.length > 32) return undefined;
  return encodeQR(' ', 'raw', { ecc: 'low', border, encoding: 'byte', textEncoder: () => bytes });
}

function encode(text: string, border: number): QrMatrix | undefined {
  const encoding = /^\d+$/.test(text)
    ? 'numeric'
    : ALPHANUMERIC.test(text)
      ? 'alphanumeric'
      : 'byte';
  try {
    return encodeQR(text, 'raw', { ecc: 'low', border, encoding });
  } catch {
    // Non-ASCII text has more bytes than characters.
    return undefined;
  }
}

/** Returns the side length in modules of a version from 1 to 40, without the quiet zone. */
const sideOf = (version: number): number => 17 + 4 * version;

/**
 * Returns the maximum number of characters like `sample` in a code of at most `side` modules,
 * including a quiet zone of `border`; 0 if none fit.
 */
export function mostInSquare(side: number, sample: string, border = BORDER): number {
  const version = Math.min(Math.floor((side - 2 * border - 17) / 4), 40);
  return version < 1 || sideOf(version) + 2 * border > side ? 0 : mostCharacters(version, sample);
}

function mostCharacters(version: number, sample: string): number {
  const letters = CAPACITY[version - 1] ?? 0;
  if (/^\d+$/.test(sample)) return Math.floor(letters * 1.65);
  return ALPHANUMERIC.test(sample) ? letters : Math.floor(letters * BYTES_PER_CHARACTER);
}

/**
 * Returns an SVG image of a code, with `scale` units per module.
 *
 * @param matrix - A result of `qrMatrix`.
 * @param scale - Units per module, above 0. Default: 4.
 */
export function qrSvg(matrix: QrMatrix, scale = 4): string {
  checkArguments('qrSvg', { matrix: [matrix, 'QrMatrix'], scale: [scale, 'scale?'] }, qrKinds);
  const side = matrix.length;
  const rows = matrix.map((row, y) =>
    runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`),
  );
  const path = rows.flat().join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * scale}" height="${side * scale}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}h-${side}z"/><path d="${path}"/></svg>\n`
  );
}

function runsOf(row: readonly boolean[]): readonly (readonly [from: number, width: number])[] {
  const runs: [number, number][] = [];
  for (const [x, dark] of row.entries()) {
    const last = runs[runs.length - 1];
    if (dark && last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else if (dark) runs.push([x, 1]);
  }
  return runs;
}

/** The content of a code. */
export type ReadQrCode = {
  /** The text; empty if the content is not text. */
  readonly text: string;
  /** The bytes if the content is not text, as in a CompactSeedQR. */
  readonly bytes: Bytes | undefined;
};

/** Maximum number of pixels, such as 8,000 x 5,000. */
const MOST_POINTS = 40_000_000;
const LEAST_SIDE = 21;

/** Number of attempts. In a video, the next frame is better than a second attempt. */
const EFFORT = { quick: 1, thorough: 8 };

/**
 * Reads the first code in a picture; returns `undefined` if there is no readable code. `thorough`
 * also reads light codes on dark ground, and grainy or blurred ones. It takes seconds if there is
 * no code.
 *
 * @param image - Pixels of four bytes (red, green, blue, alpha), row by row, such as `ImageData` of
 * a canvas.
 * @param options - `thorough`: search longer.
 */
export function readQrCode(
  image: RgbaImage,
  options: { readonly thorough?: boolean | undefined } = {},
): ReadQrCode | undefined {
  checkArguments(
    'readQrCode',
    { image: [image, 'RgbaImage'], options: [options, 'CameraOptions?'] },
    qrKinds,
  );
  const { thorough = false } = options;
  const { width, height, data } = image;
  const isImage = width >= LEAST_SIDE && height >= LEAST_SIDE && width * height <= MOST_POINTS;
  if (!isImage || data.length !== 4 * width * height) return undefined;
  const found = tryRead(image, thorough ? EFFORT.thorough : EFFORT.quick);
  return found ?? (thorough ? lookAgain(image) : undefined);
}

/** Tries again with inverted, smoothed, and then sharpened pictures. */
function lookAgain(image: RgbaImage): ReadQrCode | undefined {
  const turned = tryRead(inverted(image), EFFORT.quick);
  if (turned !== undefined) return turned;
  const smooth = smoothed(lumaOf(image));
  return tryRead(smooth, EFFORT.quick) ?? tryRead(sharpened(smooth), EFFORT.quick);
}

type Corners = Pick<FinderPoints, 'tl' | 'tr'>;

/**
 * Reads a picture. If its corners were found but not its content, tries the mirror image too,
 * because front cameras mirror.
 */
function tryRead(image: RgbaImage | Luma, effort: number): ReadQrCode | undefined {
  const { code, corners } = decode(image, effort);
  if (code !== undefined || corners === undefined) return code;
  const luma = isLuma(image) ? image : lumaOf(image);
  const seen = liesOnCorner(corners) ? turnedByEighth(luma) : luma;
  const upright = seen === luma ? undefined : decode(seen, effort).code;
  return upright ?? decode(mirrored(seen), effort).code;
}

const isLuma = (image: RgbaImage | Luma): image is Luma =>
  image.data.length === image.width * image.height;

/**
 * Returns true if a code is rotated by about 45 degrees, where the library misses the rows of large
 * codes.
 */
function liesOnCorner({ tl, tr }: Corners): boolean {
  const [across, down] = [Math.abs(tr.x - tl.x), Math.abs(tr.y - tl.y)];
  return across < 2 * down && down < 2 * across;
}

/** The lowest character code of text. Tabs and line ends are text; lower codes are not. */
const LEAST_LETTER = 9;

function decode(
  image: RgbaImage | Luma,
  effort: number,
): { readonly code: ReadQrCode | undefined; readonly corners?: Corners | undefined } {
  const { width, height, data } = image;
  let raw: Bytes | undefined;
  let corners: Corners | undefined;
  const textDecoder = (bytes: Bytes) => {
    const text = decodeUtf8(bytes);
    if (text === undefined || bytes.some((byte) => byte < LEAST_LETTER)) raw = bytes.slice();
    return text ?? '';
  };
  try {
    const options = {
      format: isLuma(image) ? 'I420' : 'RGBA',
      effort,
      timeLimit: Number.POSITIVE_INFINITY,
      textDecoder,
      pointsOnDetect: (found: FinderPoints) => {
        corners = found;
      },
    } as const;
    const text = decodeQR({ width, height, data }, options);
    return { code: raw === undefined ? { text, bytes: undefined } : { text: '', bytes: raw } };
  } catch {
    // The library throws if it finds no code, or one with too many errors.
    return { code: undefined, corners };
  }
}

function inverted({ width, height, data }: RgbaImage): RgbaImage {
  const turned = data.map((value, i) => (i % 4 === 3 ? value : 255 - value));
  return { width, height, data: turned };
}
