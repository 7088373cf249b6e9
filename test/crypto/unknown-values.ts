// Values of WebAssembly in which secrets are unknown. Only their origin is tracked.

/** A number that depends on a secret or, with label 0, a public number that is not computed. */
export class Unknown {
  readonly label: number;
  constructor(label: number) {
    this.label = label;
  }
}

export type Value = number | bigint | Unknown;

const unknowns = Array.from({ length: 128 }, (_, label) => new Unknown(label));

export const unknown = (label: number): Unknown => unknowns[label] ?? new Unknown(label);

export const labelOf = (value: Value): number => (value instanceof Unknown ? value.label : 0);

/** Combines values. The result has the labels of all of them. */
const joined = (values: readonly Value[]): Unknown =>
  unknown(values.reduce<number>((all, value) => all | labelOf(value), 0));

type Binary<T> = (a: T, b: T) => T | number;

const u = (a: bigint): bigint => BigInt.asUintN(64, a);

const onI32: { readonly [name: string]: Binary<number> } = {
  add: (a, b) => (a + b) | 0,
  sub: (a, b) => (a - b) | 0,
  mul: Math.imul,
  div_s: (a, b) => (a / b) | 0,
  div_u: (a, b) => ((a >>> 0) / (b >>> 0)) | 0,
  rem_s: (a, b) => (a % b) | 0,
  rem_u: (a, b) => ((a >>> 0) % (b >>> 0)) | 0,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  shl: (a, b) => a << b,
  shr_s: (a, b) => a >> b,
  shr_u: (a, b) => (a >>> b) | 0,
  rotl: (a, b) => (a << b) | (a >>> ((32 - (b & 31)) % 32)),
  rotr: (a, b) => (a << ((32 - (b & 31)) % 32)) | (a >>> b),
  eq: (a, b) => Number(a === b),
  ne: (a, b) => Number(a !== b),
  lt_s: (a, b) => Number(a < b),
  le_s: (a, b) => Number(a <= b),
  gt_s: (a, b) => Number(a > b),
  ge_s: (a, b) => Number(a >= b),
  lt_u: (a, b) => Number(a >>> 0 < b >>> 0),
  le_u: (a, b) => Number(a >>> 0 <= b >>> 0),
  gt_u: (a, b) => Number(a >>> 0 > b >>> 0),
  ge_u: (a, b) => Number(a >>> 0 >= b >>> 0),
};

/** The caller truncates results to 64 bits. */
const onI64: { readonly [name: string]: Binary<bigint> } = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div_s: (a, b) => a / b,
  div_u: (a, b) => u(a) / u(b),
  rem_s: (a, b) => a % b,
  rem_u: (a, b) => u(a) % u(b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  shl: (a, b) => a << (b & 63n),
  shr_s: (a, b) => a >> (b & 63n),
  shr_u: (a, b) => u(a) >> (b & 63n),
  rotl: (a, b) => (u(a) << (b & 63n)) | (u(a) >> ((64n - (b & 63n)) & 63n)),
  rotr: (a, b) => (u(a) >> (b & 63n)) | (u(a) << ((64n - (b & 63n)) & 63n)),
  eq: (a, b) => Number(a === b),
  ne: (a, b) => Number(a !== b),
  lt_s: (a, b) => Number(a < b),
  le_s: (a, b) => Number(a <= b),
  gt_s: (a, b) => Number(a > b),
  ge_s: (a, b) => Number(a >= b),
  lt_u: (a, b) => Number(u(a) < u(b)),
  le_u: (a, b) => Number(u(a) <= u(b)),
  gt_u: (a, b) => Number(u(a) > u(b)),
  ge_u: (a, b) => Number(u(a) >= u(b)),
};

const single: { readonly [name: string]: (a: number & bigint) => Value } = {
  'i32.eqz': (a) => Number(a === 0),
  'i64.eqz': (a: bigint) => Number(a === 0n),
  'i32.clz': Math.clz32,
  'i32.ctz': (a) => (a === 0 ? 32 : 31 - Math.clz32(a & -a)),
  'i32.wrap_i64': (a: bigint) => Number(BigInt.asIntN(32, a)),
  'i64.extend_i32_s': (a) => BigInt(a),
  'i64.extend_i32_u': (a) => BigInt(a >>> 0),
};

/**
 * Returns the function of an instruction without a side effect, or `undefined` for an unknown one.
 */
export function operation(name: string): ((operands: readonly Value[]) => Value) | undefined {
  const [type, what = ''] = name.split('.');
  // Vectors are not computed. Only their labels matter.
  if (/^(v128|[if]\d+x\d+)\.(?!load|store)/.test(name)) return joined;
  const one = single[name];
  const small = type === 'i32' ? onI32[what] : undefined;
  const large = type === 'i64' ? onI64[what] : undefined;
  if (!one && !small && !large) return undefined;
  return (operands) => {
    const [a, b] = operands;
    if (one && (typeof a === 'number' || typeof a === 'bigint')) return one(a as number & bigint);
    if (small && typeof a === 'number' && typeof b === 'number') return small(a, b);
    if (large && typeof a === 'bigint' && typeof b === 'bigint') {
      const result = large(a, b);
      return typeof result === 'bigint' ? BigInt.asIntN(64, result) : result;
    }
    return joined(operands);
  };
}
