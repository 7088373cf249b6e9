/** A picture or a frame of a video. */
export type RgbaImage = {
  /** Points in a row. */
  readonly width: number;
  /** Rows. */
  readonly height: number;
  /** Red, green, blue and alpha of each point, a byte each, row by row from the top left. */
  readonly data: Uint8Array | Uint8ClampedArray;
};

/** Brightness of each pixel, one byte each, row by row from the top left. */
export type Luma = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/** Red, green and blue, as Rec. 601 weighs them. */
export function lumaOf({ width, height, data }: RgbaImage): Luma {
  const luma = new Uint8Array(width * height);
  for (let i = 0; i < luma.length; i++) {
    const [red = 0, green = 0, blue = 0] = [data[4 * i], data[4 * i + 1], data[4 * i + 2]];
    luma[i] = (77 * red + 150 * green + 29 * blue) >> 8;
  }
  return { width, height, data: luma };
}

/** The picture as a mirror shows it, left and right exchanged. */
export function mirrored({ width, height, data }: Luma): Luma {
  const turned = new Uint8Array(data.length);
  for (let from = 0; from < turned.length; from += width) {
    turned.set(data.slice(from, from + width).reverse(), from);
  }
  return { width, height, data: turned };
}

/** The picture turned by an eighth of a circle, in a square that holds all of it, on white. */
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

/** Each point as the mean of those around it: takes the grain of dark pictures away. */
export const smoothed = (luma: Luma): Luma => mean(luma, 1);

/**
 * Sharpens a picture: increases differences from the surroundings, which restores blurred edges.
 */
export function sharpened(luma: Luma): Luma {
  const around = mean(luma, 3).data;
  // Sets what is below 0 and above 255 to these.
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

/** Points that are `step` apart; at the edges of a row those of its neighbours count, too. */
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
