// Polynomials with integer coefficients. A variable is a number, and a monomial a string with a
// character for each of its variables, in order.

export type Polynomial = ReadonlyMap<string, bigint>;

export const zero: Polynomial = new Map();

export function constant(value: bigint): Polynomial {
  return value === 0n ? zero : new Map([['', value]]);
}

export function variable(id: number): Polynomial {
  return new Map([[monomialOf(id), 1n]]);
}

const monomialOf = (id: number): string => String.fromCharCode(id);

export function variablesOf(monomial: string): number[] {
  return Array.from({ length: monomial.length }, (_, i) => monomial.charCodeAt(i));
}

function put(into: Map<string, bigint>, monomial: string, coefficient: bigint): void {
  const sum = (into.get(monomial) ?? 0n) + coefficient;
  if (sum === 0n) into.delete(monomial);
  else into.set(monomial, sum);
}

/** Returns a + factor * b. */
export function add(a: Polynomial, b: Polynomial, factor = 1n): Polynomial {
  if (b.size === 0 || factor === 0n) return a;
  const sum = new Map(a);
  for (const [monomial, coefficient] of b) put(sum, monomial, factor * coefficient);
  return sum;
}

export function scale(a: Polynomial, factor: bigint): Polynomial {
  return factor === 1n ? a : add(zero, a, factor);
}

/** Returns the sum of digits * 2^(bits * i). */
export function numberOf(digits: readonly Polynomial[], bits: number): Polynomial {
  return digits.reduce((sum, digit, i) => add(sum, digit, 1n << BigInt(bits * i)), zero);
}

function product(a: string, b: string): string {
  if (a === '' || b === '') return a + b;
  return [...(a + b)].sort().join('');
}

export function multiply(a: Polynomial, b: Polynomial): Polynomial {
  const result = new Map<string, bigint>();
  for (const [m, c] of a) for (const [n, d] of b) put(result, product(m, n), c * d);
  return result;
}

/** Returns the constant that a polynomial is, or `undefined` if it has a variable. */
export function constantOf(a: Polynomial): bigint | undefined {
  if (a.size === 0) return 0n;
  return a.size === 1 ? a.get('') : undefined;
}

/** Returns the variable that a polynomial is, or `undefined` if it is not a single variable. */
export function variableOf(a: Polynomial): number | undefined {
  if (a.size !== 1) return undefined;
  const [[monomial, coefficient] = ['', 0n]] = a;
  return coefficient === 1n && monomial.length === 1 ? monomial.charCodeAt(0) : undefined;
}

/** Replaces a variable, and reduces the coefficients modulo a number unless it is 0. */
export function replace(a: Polynomial, id: number, by: Polynomial, modulus = 0n): Polynomial {
  const result = new Map<string, bigint>();
  const name = monomialOf(id);
  let isFound = false;
  for (const [monomial, coefficient] of a) {
    if (!monomial.includes(name)) {
      put(result, monomial, coefficient);
      continue;
    }
    isFound = true;
    const rest = monomial.replace(name, '');
    // A square is rare: the rest is replaced too.
    const inner = rest.includes(name) ? replace(new Map([[rest, 1n]]), id, by) : undefined;
    for (const [m, c] of inner ? multiply(inner, by) : by) {
      put(result, inner ? m : product(rest, m), coefficient * c);
    }
  }
  if (!isFound) return a;
  return modulus === 0n ? result : reduce(result, modulus);
}

/** Removes these variables, whose product is 1, from each monomial as often as it has all. */
export function cancel(a: Polynomial, variables: readonly number[]): Polynomial {
  const result = new Map<string, bigint>();
  for (const [monomial, coefficient] of a) {
    let rest = monomial;
    for (;;) {
      const names = variables.map(monomialOf);
      let without = rest;
      for (const name of names) without = without.replace(name, '');
      if (without.length !== rest.length - names.length) break;
      rest = without;
    }
    put(result, rest, coefficient);
  }
  return result;
}

/** Reduces the coefficients modulo a number. */
export function reduce(a: Polynomial, modulus: bigint): Polynomial {
  const result = new Map<string, bigint>();
  for (const [monomial, coefficient] of a) {
    const rest = coefficient % modulus;
    if (rest !== 0n) result.set(monomial, rest < 0n ? rest + modulus : rest);
  }
  return result;
}

const keys = new WeakMap<Polynomial, string>();

/** Returns a key that is equal for equal polynomials. */
export function keyOf(a: Polynomial): string {
  let key = keys.get(a);
  if (key === undefined) {
    const terms = [...a].map(([monomial, coefficient]) => `${monomial}:${coefficient}`);
    key = terms.sort().join();
    keys.set(a, key);
  }
  return key;
}
