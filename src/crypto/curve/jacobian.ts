import { invertMany, P } from './field.ts';
import type { Point } from './point.ts';

/** (X / Z^2, Y / Z^3): needs no inversion to be added to. Z = 0 is the point at infinity. */
export type Jacobian = { readonly X: bigint; readonly Y: bigint; readonly Z: bigint };

export const INFINITY: Jacobian = { X: 1n, Y: 1n, Z: 0n };

/** hyperelliptic.org EFD, dbl-2009-l. */
export function double({ X, Y, Z }: Jacobian): Jacobian {
  const a = (X * X) % P;
  const b = (Y * Y) % P;
  const d = (4n * X * b) % P;
  const e = 3n * a;
  const x = (e * e - 2n * d) % P;
  return { X: x, Y: (e * (d - x) - 8n * b * b) % P, Z: (2n * Y * Z) % P };
}

/** EFD, madd-2007-bl without its trade of multiplications for squarings. Complete. */
export function addPoint(a: Jacobian, b: Point): Jacobian {
  const { X, Y, Z } = a;
  if (Z === 0n) return { X: b.x, Y: b.y, Z: 1n };
  const zz = (Z * Z) % P;
  const h = (b.x * zz - X) % P;
  const r = (b.y * ((Z * zz) % P) - Y) % P;
  if (h === 0n) return r === 0n ? double(a) : INFINITY;
  const hh = (h * h) % P;
  const hhh = (h * hh) % P;
  const v = (X * hh) % P;
  const x = (r * r - hhh - 2n * v) % P;
  return { X: x, Y: (r * (v - x) - Y * hhh) % P, Z: (Z * h) % P };
}

/** None may be infinity. */
export function toAffine(points: readonly Jacobian[]): Point[] {
  const inverses = invertMany(
    points.map(({ Z }) => Z),
    P,
  );
  return points.map(({ X, Y }, i) => {
    const inverse = inverses[i] ?? 0n;
    const square = (inverse * inverse) % P;
    return { x: (X * square) % P, y: (Y * ((square * inverse) % P)) % P };
  });
}
