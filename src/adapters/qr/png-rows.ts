import type { PngHeader } from './png-parts.ts';

/** Pixels of a pass: the first one, and the distances between them. */
export type PngPass = {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
};

const WHOLE: readonly PngPass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }];
/** The passes of Adam7. */
const INTERLACED: readonly PngPass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
];

type Band = {
  readonly pass: PngPass;
  /** Bytes per row, without the filter byte. */
  readonly length: number;
  readonly rows: number;
};

/** Returns the rows of each pass that has any. */
function bandsOf({ width, height, depth, channels, isInterlaced }: PngHeader): readonly Band[] {
  return (isInterlaced ? INTERLACED : WHOLE).flatMap((pass): Band[] => {
    const points = Math.ceil((width - pass.x) / pass.stepX);
    const rows = Math.ceil((height - pass.y) / pass.stepY);
    const length = Math.ceil((points * channels * depth) / 8);
    return points > 0 && rows > 0 ? [{ pass, length, rows }] : [];
  });
}

/** Returns the length of all rows of such a picture after inflating. */
export const inflatedLength = (header: PngHeader): number =>
  bandsOf(header).reduce((sum, { length, rows }) => sum + (length + 1) * rows, 0);

/** Receives an unfiltered row, and the place of its pixels. */
type DrawRow = (row: Uint8Array, y: number, pass: PngPass) => void;

/**
 * Returns a function that takes inflated bytes in pieces of any length. It throws for an unknown
 * filter.
 */
export function createRowReader(header: PngHeader, draw: DrawRow): (piece: Uint8Array) => void {
  const reach = Math.max(1, (header.channels * header.depth) / 8);
  const bands = bandsOf(header).values();
  let band: Band | undefined = bands.next().value;
  let [index, filled] = [0, 0];
  let row = new Uint8Array(1 + (band?.length ?? 0));
  let above = new Uint8Array(row.length);
  const next = () => {
    if (band === undefined) return;
    unfilter(row, above, reach);
    draw(row.subarray(1), band.pass.y + index * band.pass.stepY, band.pass);
    [row, above, filled] = [above, row, 0];
    index += 1;
    if (index < band.rows) return;
    band = bands.next().value;
    index = 0;
    row = new Uint8Array(1 + (band?.length ?? 0));
    above = new Uint8Array(row.length);
  };
  return (piece) => {
    for (let at = 0; at < piece.length && band !== undefined; ) {
      const part = piece.subarray(at, at + row.length - filled);
      row.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === row.length) next();
    }
  };
}

/** Unfilters a row in place; `reach`: bytes from a sample to that of the pixel to its left. */
function unfilter(row: Uint8Array, above: Uint8Array, reach: number): void {
  const filter = row[0] ?? 0;
  if (filter > 4) throw new RangeError('unknown filter');
  if (filter === 0) return;
  for (let i = 1; i < row.length; i++) {
    const left = i > reach ? (row[i - reach] ?? 0) : 0;
    const up = above[i] ?? 0;
    const corner = i > reach ? (above[i - reach] ?? 0) : 0;
    row[i] = (row[i] ?? 0) + predicted(filter, left, up, corner);
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return paeth(left, up, corner);
}

/** Returns the neighbour nearest to the value that a linear gradient predicts. */
function paeth(left: number, up: number, corner: number): number {
  const [byLeft, byUp] = [Math.abs(up - corner), Math.abs(left - corner)];
  const byCorner = Math.abs(left + up - 2 * corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
