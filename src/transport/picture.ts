/** A picture or a frame of a video. */
export type RgbaImage = {
  /** Pixels per row. */
  readonly width: number;
  /** Number of rows. */
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, one byte each, row by row from the top left. */
  readonly data: Uint8Array | Uint8ClampedArray;
};

/** Brightness of each pixel, one byte each, row by row from the top left. */
export type Luma = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/** Converts colors to brightness by the weights of Rec. 601. */
export function lumaOf({ width, height, data }: RgbaImage): Luma {
  const luma = new Uint8Array(width * height);
  for (let i = 0; i < luma.length; i++) {
    const [red = 0, green = 0, blue = 0] = [data[4 * i], data[4 * i + 1], data[4 * i + 2]];
    luma[i] = (77 * red + 150 * green + 29 * blue) >> 8;
  }
  return { width, height, data: luma };
}

/** Mirrors a picture horizontally. */
export function mirrored({ width, height, data }: Luma): Luma {
  const turned = new Uint8Array(data.length);
  for (let from = 0; from < turned.length; from += width) {
    turned.set(data.slice(from, from + width).reverse(), from);
  }
  return { width, height, data: turned };
}

/** Rotates a picture by 45 degrees, in a white square that holds all of it. */
export function turnedByEighth({ width, height, data }: Luma): Luma {
  const side = Math.ceil((width + height) * Math.SQRT1_2);
  const turned = new Uint8Array(side * side).fill(255);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [dx, dy] = [(x - side / 2) * Math.SQRT1_2, (y - side / 2) * Math.SQRT1_2];
      const [u, v] = [dx - dy + width / 2, dx + dy + height / 2];
      const [left, top] = [Math.floor(u), Math.floor(v)];
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
      const at = top * width + left;
      const above = between(data[at], data[at + 1], u - left);
      const below = between(data[at + width], data[at + width + 1], u - left);
      turned[y * side + x] = between(above, below, v - top);
    }
  }
  return { width: side, height: side, data: turned };
}

const between = (a = 0, b = 0, share: number): number => a + (b - a) * share;

/**
 * Replaces each pixel by the mean of its neighborhood, which removes the grain of dark pictures.
 */
export const smoothed = (luma: Luma): Luma => mean(luma, 1);

/** Sharpens a picture by increasing differences from the surroundings. */
export function sharpened(luma: Luma): Luma {
  const around = mean(luma, 3).data;
  // The array clamps values below 0 and above 255.
  const data = new Uint8ClampedArray(luma.data);
  for (let i = 0; i < data.length; i++) {
    const value = luma.data[i] ?? 0;
    data[i] = value + 1.5 * (value - (around[i] ?? 0));
  }
  return { ...luma, data: new Uint8Array(data.buffer) };
}

/** Averages over a square with this many pixels on each side of the center. */
function mean({ width, height, data }: Luma, radius: number): Luma {
  const rows = meanAlong(data, 1, radius);
  return { width, height, data: meanAlong(rows, width, radius) };
}

/**
 * Averages pixels that are `step` apart. At the edges of a row, pixels of adjacent rows count too.
 */
function meanAlong(data: Uint8Array, step: number, radius: number): Uint8Array {
  const result = new Uint8Array(data.length);
  const reach = radius * step;
  const last = data.length - 1;
  for (let start = 0; start < step; start++) {
    let sum = 0;
    const at = (i: number) => data[Math.max(start, Math.min(last, i))] ?? 0;
    for (let i = start - reach; i < start + reach; i += step) sum += at(i);
    for (let i = start; i < data.length; i += step) {
      sum += at(i + reach);
      result[i] = sum / (2 * radius + 1);
      sum -= at(i - reach);
    }
  }
  return result;
}
