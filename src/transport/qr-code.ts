import { encodeQR } from 'qr';
import { decodeQR, type FinderPoints } from 'qr/decode.js';
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

/** Rows of points from the top, true for dark ones, with a quiet zone around. */
export type QrMatrix = readonly (readonly boolean[])[];

/**
 * Characters that a code of each version holds at the lowest correction: digits and capital letters
 * (ISO/IEC 18004, table 7).
 */
const CAPACITY: readonly number[] = [
  25, 47, 77, 114, 154, 195, 224, 279, 335, 395, 468, 535, 619, 667, 758, 854, 938, 1046, 1153,
  1249, 1352, 1460, 1588, 1704, 1853, 1990, 2132, 2223, 2369, 2520, 2677, 2840, 3009, 3183, 3351,
  3537, 3729, 3927, 4087, 4296,
];
const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]*$/;
/** Bits of a character in pairs, and of a byte. */
const BYTES_PER_CHARACTER = 11 / 16;

/** Points of quiet zone on each side: the standard says 4, and readers are content with 2. */
const BORDER = 4;

/**
 * The code of a text, in the mode that is smallest for it; `undefined` where it is too long for
 * any.
 *
 * @param text - At most 4,296 characters in capitals and digits, 2,953 bytes otherwise.
 * @param options - `border`: white points around the code, at least 1. Default: 4, as the standard
 *   asks for.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { qrMatrix } from 'coldsign/transport';
 *
 * console.log(qrMatrix('HELLO')?.length, qrMatrix('x'.repeat(3_000))); // 29 undefined
 */
export function qrMatrix(
  text: string,
  { border = BORDER }: { readonly border?: number | undefined } = {},
): QrMatrix | undefined {
  if (text === '' || text.length > mostCharacters(40, text)) return undefined;
  return encode(text, border);
}

/** The code of up to 32 bytes (CompactSeedQR). */
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
    // Text beyond ASCII takes more bytes than characters.
    return undefined;
  }
}

/** Points on a side of the code of a version, from 1 to 40, without its quiet zone. */
const sideOf = (version: number): number => 17 + 4 * version;

/**
 * Characters of a text like `sample` that a code holds whose side, with a quiet zone of `border`,
 * is at most so many points; 0: none.
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
 * An image of one code, each point `scale` units wide.
 *
 * @param matrix - As `qrMatrix` returns it.
 * @param scale - Units of a point. Default: 4.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { qrMatrix, qrSvg } from 'coldsign/transport';
 *
 * const matrix = qrMatrix('HELLO');
 * console.log(matrix && qrSvg(matrix).startsWith('<svg')); // true
 */
export function qrSvg(matrix: QrMatrix, scale = 4): string {
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
  /** Empty where it is no text. */
  readonly text: string;
  /** Content that is not text: the bytes, as in a CompactSeedQR. */
  readonly bytes: Bytes | undefined;
};

/** A picture of 8,000 x 5,000 points. */
const MOST_POINTS = 40_000_000;
const LEAST_SIDE = 21;

/** Number of attempts: for a video, the next frame is better than a second attempt. */
const EFFORT = { quick: 1, thorough: 8 };

/**
 * The first code in a picture; `undefined` where none can be read. `thorough` takes seconds where a
 * picture has none, and reads light codes on dark ground too, and grainy and blurred ones.
 *
 * @param image - Points of four bytes (red, green, blue, alpha), row by row, as `ImageData` of a
 *   canvas.
 * @param options - `thorough`: searches longer.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { readQrCode } from 'coldsign/transport';
 *
 * console.log(readQrCode({ width: 30, height: 30, data: new Uint8ClampedArray(3600) }));
 * // undefined
 */
export function readQrCode(
  image: RgbaImage,
  { thorough = false }: { readonly thorough?: boolean | undefined } = {},
): ReadQrCode | undefined {
  const { width, height, data } = image;
  const isImage = width >= LEAST_SIDE && height >= LEAST_SIDE && width * height <= MOST_POINTS;
  if (!isImage || data.length !== 4 * width * height) return undefined;
  const found = tryRead(image, thorough ? EFFORT.thorough : EFFORT.quick);
  return found ?? (thorough ? lookAgain(image) : undefined);
}

/** Turned to light on dark, then without grain, then without blur as well. */
function lookAgain(image: RgbaImage): ReadQrCode | undefined {
  const turned = tryRead(inverted(image), EFFORT.quick);
  if (turned !== undefined) return turned;
  const smooth = smoothed(lumaOf(image));
  return tryRead(smooth, EFFORT.quick) ?? tryRead(sharpened(smooth), EFFORT.quick);
}

type Corners = Pick<FinderPoints, 'tl' | 'tr'>;

/**
 * Reads the code as it is. If its corners were found and the rest made no sense, reads it as a
 * mirror shows it too: front cameras mirror.
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

/** Tabulators and line ends are text; what is below is not. */
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
    // The library throws if it finds no code, or an incorrigible one.
    return { code: undefined, corners };
  }
}

function inverted({ width, height, data }: RgbaImage): RgbaImage {
  const turned = data.map((value, i) => (i % 4 === 3 ? value : 255 - value));
  return { width, height, data: turned };
}
