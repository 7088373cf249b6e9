import binaryen from 'binaryen';

/** A node of WebAssembly's text format: a list in parentheses, or a word. */
export type Node = string | Node[];

function parse(text: string): Node[] {
  const tokens = text.matchAll(/;;[^\n]*|\(;[\s\S]*?;\)|"(?:[^"\\]|\\.)*"|[()]|[^\s()";]+/g);
  const stack: Node[][] = [[]];
  for (const [token] of tokens) {
    if (token.startsWith(';;') || token.startsWith('(;')) continue;
    if (token === '(') stack.push([]);
    else if (token === ')') {
      const done = stack.pop() ?? [];
      stack.at(-1)?.push(done);
    } else stack.at(-1)?.push(token);
  }
  return stack[0] ?? [];
}

export const print = (node: Node): string =>
  typeof node === 'string' ? node : `(${node.map(print).join(' ')})`;

/** Returns the definitions of a module. */
export function definitionsOf(code: Uint8Array): Node[] {
  const module = binaryen.readBinaryWithFeatures(code, binaryen.Features.All);
  const text = module.emitText();
  module.dispose();
  const [top] = parse(text);
  if (top === undefined || typeof top === 'string') throw new Error('no module');
  return top.slice(1);
}

/** Returns true if a child of an instruction is an operand, not a type, label or arm. */
export const isOperand = (node: Node): node is Node[] =>
  typeof node !== 'string' && !['result', 'then', 'else', 'type'].includes(String(node[0]));
