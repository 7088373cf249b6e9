import binaryen from 'binaryen';
import { type KernelExports, kernelOver } from '../../src/crypto/kernel.ts';
import { kernelCode } from '../../src/crypto/kernel-code.ts';
import { definitionsOf, isOperand, type Node, print } from '../support/build/kernel-text.ts';

/**
 * Returns the operands of an instruction that decide which memory is accessed, how much of it, what
 * is executed next, or how long it takes.
 */
function telling(name: string): readonly number[] {
  if (/^(i32|i64|f32|f64|v128)\.load/.test(name)) return [0];
  if (/^(i32|i64|f32|f64|v128)\.store/.test(name)) return [0];
  if (name === 'memory.copy') return [0, 1, 2];
  if (name === 'memory.fill') return [0, 2];
  if (name === 'if') return [0];
  // On most processors their time depends on the operands.
  if (/^i32\.(div|rem)_/.test(name)) return [0, 1];
  if (/^(i64|f32|f64)\.(div|rem|sqrt)/.test(name)) throw new Error(`${name} is not told of`);
  // The last operand. An engine may compile a select to a branch.
  return ['br_if', 'br_table', 'select'].includes(name) ? [-1] : [];
}

/** Passes each such operand through a function that receives its number and its value. */
function instrument(node: Node, next: { id: number }): Node {
  if (typeof node === 'string') return node;
  const inner = node.map((child) => instrument(child, next));
  const operands = inner.flatMap((child, i) => (isOperand(child) ? [i] : []));
  for (const which of telling(String(node[0]))) {
    const at = operands.at(which);
    if (at === undefined) throw new Error(`${print(node)} has no such operand`);
    inner[at] = ['call', '$trace', ['i32.const', String(next.id++)], inner[at] ?? ''];
  }
  return inner;
}

/** Creates the shipped kernel with a trace of what it does. */
export function createTracedKernel() {
  const definitions = definitionsOf(Buffer.from(kernelCode, 'base64'));
  const imported: Node = [
    ...['import', '"trace"', '"log"'],
    ['func', '$trace', ['param', 'i32', 'i32'], ['result', 'i32']],
  ];
  const next = { id: 0 };
  const traced = definitions.map((node) => instrument(node, next));
  const made = binaryen.parseText(print(['module', imported, ...traced]));
  made.setFeatures(binaryen.Features.All);
  const code = made.emitBinary();
  made.dispose();
  // FNV-1a of the trace.
  const trace = { hash: 0x811c9dc5, length: 0 };
  const log = (id: number, value: number): number => {
    trace.hash = Math.imul(trace.hash ^ id, 0x01000193);
    trace.hash = Math.imul(trace.hash ^ value, 0x01000193);
    trace.length++;
    return value;
  };
  const instance = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(code)), {
    trace: { log },
  });
  // The kernel's exports. Only imports were added.
  const kernel = kernelOver(instance.exports as unknown as KernelExports);
  return {
    kernel,
    /** Number of traced instructions in the code. */
    places: next.id,
    /** Returns the number and a digest of the kernel's steps during a call. */
    traceOf(act: () => unknown): { readonly length: number; readonly hash: number } {
      Object.assign(trace, { hash: 0x811c9dc5, length: 0 });
      act();
      return { ...trace };
    },
  };
}
