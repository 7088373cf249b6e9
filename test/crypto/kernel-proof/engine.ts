// The shipped functions as the engine executes them, to compare the proof's semantics with it.

import binaryen from 'binaryen';
import { kernelCode } from '../../../src/crypto/kernel-code.ts';
import type { Polynomial } from './polynomial.ts';
import { variablesOf } from './polynomial.ts';
import type { Unknowns } from './unknowns.ts';

/** Memory where tests put numbers, after the kernel's own. */
export const ROOM = 0x180000;

/** Returns an instance of the kernel that exports every function by its number. */
export function everyFunction() {
  const code = Buffer.from(kernelCode, 'base64');
  const made = binaryen.readBinaryWithFeatures(code, binaryen.Features.All);
  for (let i = 0; i < made.getNumFunctions(); i++) {
    const { name } = binaryen.getFunctionInfo(made.getFunctionByIndex(i));
    made.addFunctionExport(name, `f${name}`);
  }
  const bytes = made.emitBinary();
  made.dispose();
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes)));
  const { memory } = exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('no memory');
  memory.grow(16);
  return {
    memory: new DataView(memory.buffer),
    call(index: number, operands: readonly number[]): void {
      const called = exports[`f${index}`];
      if (typeof called !== 'function') throw new Error(`no function ${index}`);
      called(...operands);
    },
  };
}

/** Evaluates polynomials for given values of the first unknowns. */
export function evaluator(unknowns: Unknowns, given: ReadonlyMap<number, bigint>) {
  const values: bigint[] = [];
  const evaluate = (a: Polynomial): bigint => {
    let sum = 0n;
    for (const [monomial, coefficient] of a) {
      let term = coefficient;
      for (const id of variablesOf(monomial)) term *= values[id] ?? 0n;
      sum += term;
    }
    return sum;
  };
  for (let id = 0; id < unknowns.count; id++) {
    const upper = unknowns.upperOf(id);
    const equation = unknowns.equationOf(id);
    const value = upper
      ? evaluate(upper.of) >> BigInt(upper.shift)
      : equation
        ? evaluate(equation)
        : (given.get(id) ?? 0n);
    values.push(value);
  }
  return evaluate;
}
