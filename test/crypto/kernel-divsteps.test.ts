import { expect, test } from 'vitest';
import { buildKernel } from '../support/build/kernel-build.ts';
import { N, number32, P } from '../support/curves.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { createRandom } from '../support/generate/random.ts';

type Divsteps = {
  readonly memory: WebAssembly.Memory;
  readonly FIELD_MODULUS: WebAssembly.Global<'i32'>;
  readonly SCALAR_MODULUS: WebAssembly.Global<'i32'>;
  memoryStart(): number;
  invertBytes(bytes: number, modulus: number): void;
  symbol_var(bytes: number): number;
};

const divsteps = await buildKernel<Divsteps>(['divsteps.ts', 'memory.ts']);
const random = createRandom(20261124);
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

function inverseOf(number: bigint, modulus: WebAssembly.Global<'i32'>): bigint {
  const memory = new Uint8Array(divsteps.memory.buffer, divsteps.memoryStart(), 32);
  memory.set(number32(number));
  divsteps.invertBytes(memory.byteOffset, modulus.value);
  return numberOf(memory);
}

/** Numbers at which limbs of 30 bits overflow, near 0 and the modulus, with few bits, and any. */
function someNumber(modulus: bigint): bigint {
  const edge = (1n << BigInt(random.int(256))) + BigInt(random.int(5) - 2);
  const limbs = [...Array(9)].reduce(
    (sum: bigint) => (sum << 30n) | (random.oneIn(2) ? 0n : (1n << 30n) - 1n),
    0n,
  );
  const any = numberOf(random.bytes(32));
  const number = [edge, -edge, limbs, any][random.int(4)] ?? any;
  return ((number % modulus) + modulus) % modulus;
}

test.each([
  ['p', P, divsteps.FIELD_MODULUS],
  ['n', N, divsteps.SCALAR_MODULUS],
])('modulo %s a number times its inverse is 1, and 0 stays 0', (_, modulus, at) => {
  expect(inverseOf(0n, at)).toBe(0n);
  const edges = [1n, 2n, 3n, modulus - 1n, modulus - 2n, (modulus - 1n) / 2n, (modulus + 1n) / 2n];
  const others = Array.from({ length: casesOfRun(4000) }, () => someNumber(modulus));
  for (const number of [...edges, ...others]) {
    if (number === 0n) continue;
    const inverse = inverseOf(number, at);
    expect(inverse).toBeLessThan(modulus);
    expect((number * inverse) % modulus).toBe(1n);
  }
});

test('leaves no part of the number in its memory', () => {
  const before = new Uint8Array(divsteps.memory.buffer).slice(0, divsteps.memoryStart());
  inverseOf(numberOf(random.bytes(32)) % N, divsteps.SCALAR_MODULUS);
  const after = new Uint8Array(divsteps.memory.buffer).slice(0, divsteps.memoryStart());
  expect(after).toEqual(before);
});

test('the Jacobi symbol modulo p is that of Euler for any number', () => {
  const memory = new Uint8Array(divsteps.memory.buffer, divsteps.memoryStart(), 32);
  const symbolOf = (number: bigint): number => {
    memory.set(number32(number));
    return divsteps.symbol_var(memory.byteOffset);
  };
  // 0 has no symbol.
  expect(symbolOf(0n)).toBe(0);
  const edges = [1n, 2n, 3n, 7n, P - 1n, P - 2n, P - 7n, (P - 1n) / 2n, (P + 1n) / 2n];
  const others = Array.from({ length: casesOfRun(2000) }, () => someNumber(P));
  for (const number of [...edges, ...others]) {
    if (number !== 0n) expect(symbolOf(number)).toBe(eulerSymbol(number));
  }
});

/** "a^((p - 1) / 2) is 1 modulo p for a square, else -1." */
function eulerSymbol(number: bigint): number {
  let [result, base] = [1n, number];
  for (let power = (P - 1n) / 2n; power > 0n; power >>= 1n) {
    if (power & 1n) result = (result * base) % P;
    base = (base * base) % P;
  }
  expect([1n, P - 1n]).toContain(result);
  return result === 1n ? 1 : -1;
}
