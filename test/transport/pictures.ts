import type { RgbaImage } from '../../src/transport/picture.ts';
import type { QrMatrix } from '../../src/transport/qr-code.ts';
import type { Random } from '../support/generate/random.ts';

/** How a camera sees a code. */
export type View = {
  /** Pixels of the picture per module of the code. */
  readonly scale: number;
  /** Degrees. */
  readonly turn: number;
  /** How much farther away the right side is than the left. */
  readonly tilt: number;
  /** Radius in pixels over which each pixel is averaged. */
  readonly blur: number;
  /** Random change of each pixel, of 255. */
  readonly noise: number;
};

/** Draws a picture of a code: rotated, tilted, blurred and noisy. */
export function photograph(matrix: QrMatrix, view: View, random: Random): RgbaImage {
  const side = Math.ceil(matrix.length * view.scale * 1.5);
  const gray = blurred(sampled(matrix, view, side), side, view.blur);
  const data = new Uint8Array(4 * side * side);
  for (const [i, value] of gray.entries()) {
    const noisy = value + (random.int(2 * view.noise + 1) - view.noise);
    data.fill(Math.max(0, Math.min(255, noisy)), 4 * i, 4 * i + 3);
    data[4 * i + 3] = 255;
  }
  return { width: side, height: side, data };
}

function sampled(matrix: QrMatrix, { scale, turn, tilt }: View, side: number): Float64Array {
  const gray = new Float64Array(side * side).fill(235);
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [dx, dy] = [x - side / 2, y - side / 2];
      const depth = 1 + (tilt * dx) / side;
      const u = (cos * dx + sin * dy) / depth / scale + matrix.length / 2;
      const v = (cos * dy - sin * dx) / depth / scale + matrix.length / 2;
      if (matrix[Math.floor(v)]?.[Math.floor(u)]) gray[y * side + x] = 30;
    }
  }
  return gray;
}

function blurred(gray: Float64Array, side: number, radius: number): Float64Array {
  if (radius === 0) return gray;
  const once = (from: Float64Array, step: number) =>
    from.map((_, i) => {
      let sum = 0;
      for (let d = -radius; d <= radius; d++) sum += from[i + d * step] ?? 235;
      return sum / (2 * radius + 1);
    });
  return once(once(gray, 1), side);
}
