/** The header of a PNG. */
export type PngHeader = {
  readonly width: number;
  readonly height: number;
  /** Bits per sample. */
  readonly depth: number;
  /** Samples per pixel. */
  readonly channels: number;
  readonly isIndexed: boolean;
  readonly isInterlaced: boolean;
};

/** The parts of a PNG needed to draw it. */
export type PngParts = {
  readonly header: PngHeader;
  /** Three bytes per colour. */
  readonly palette: Uint8Array;
  /** Alpha values of the palette's colours, or the transparent colour. */
  readonly transparency: Uint8Array;
  /** The compressed rows. */
  readonly packed: Uint8Array;
};

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const HEADER_LENGTH = 13;
/** Length of a chunk's length and name, and of these with the checksum. */
const [HEAD, FRAME] = [8, 12];
const MOST_COLOURS = 256;

const INDEXED = 3;
/** Samples per pixel and allowed depths, by the header's colour type. */
const KINDS: { readonly [colour: number]: readonly [channels: number, depths: readonly number[]] } =
  {
    0: [1, [1, 2, 4, 8, 16]],
    2: [3, [8, 16]],
    3: [1, [1, 2, 4, 8]],
    4: [2, [8, 16]],
    6: [4, [8, 16]],
  };

/**
 * Finds the header, the palette and the rows. Ignores other chunks (profiles, texts, frames of an
 * animation). Returns `undefined` if it is not a PNG.
 */
export function readPngParts(bytes: Uint8Array): PngParts | undefined {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte)) return undefined;
  let header: PngHeader | undefined;
  let palette = new Uint8Array(0);
  let transparency = new Uint8Array(0);
  let length = 0;
  for (const { name, data } of chunksOf(bytes)) {
    if (header === undefined) {
      header = name === 'IHDR' ? readHeader(data) : undefined;
      if (header === undefined) return undefined;
    } else if (name === 'PLTE') palette = data.slice(0, 3 * MOST_COLOURS);
    else if (name === 'tRNS') transparency = data.slice(0, MOST_COLOURS);
    else if (name === 'IDAT') length += data.length;
  }
  return header && { header, palette, transparency, packed: joinRows(bytes, length) };
}

/** Yields chunks up to the end of the file, regardless of the lengths that they claim. */
function* chunksOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = SIGNATURE.length; at + FRAME <= bytes.length; ) {
    const from = at + HEAD;
    const to = from + view.getUint32(at);
    if (to > bytes.length) return;
    const name = String.fromCharCode(...bytes.subarray(at + 4, from));
    if (name === 'IEND') return;
    yield { name, data: bytes.subarray(from, to) };
    at = to + FRAME - HEAD;
  }
}

function readHeader(data: Uint8Array): PngHeader | undefined {
  if (data.length !== HEADER_LENGTH) return undefined;
  const view = new DataView(data.buffer, data.byteOffset);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = data.subarray(8);
  const [channels, depths] = KINDS[colour] ?? [];
  if (channels === undefined || depths?.includes(depth) !== true) return undefined;
  if (width === 0 || height === 0 || compression !== 0 || filter !== 0 || interlace > 1)
    return undefined;
  const isIndexed = colour === INDEXED;
  return { width, height, depth, channels, isIndexed, isInterlaced: interlace === 1 };
}

/**
 * Joins the data into one buffer, because a list of pieces could take more memory than their data.
 */
function joinRows(bytes: Uint8Array, length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let at = 0;
  for (const { name, data } of chunksOf(bytes)) {
    if (name !== 'IDAT') continue;
    joined.set(data, at);
    at += data.length;
  }
  return joined;
}
