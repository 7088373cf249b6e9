// Executes WebAssembly on secrets whose values are unknown. One execution covers all secrets,
// because it stops where a secret would decide what follows.

import { definitionsOf, isOperand, type Node, print } from '../support/build/kernel-text.ts';
import { labelOf, operation, Unknown, unknown, type Value } from './unknown-values.ts';

/**
 * A secret decides a branch, an address, a length or the time of a division, or reaches code for
 * public numbers.
 */
export class Leak extends Error {}

/** Label of the secrets in requests. */
export const SECRET = 1;
/**
 * Label of points that `generator/multiplyGenerator` makes from secrets, and whose x is public in
 * the end.
 */
export const POINT = 2;
/** A byte of memory whose value is unknown. Its label is stored separately. */
const UNKNOWN = 128;

/**
 * A condition that may depend on a secret: its place, its text, the labels of its operands, and
 * which way to go.
 */
export type Declassified = {
  readonly where: string;
  readonly condition: string;
  readonly label: number;
  readonly decide: () => boolean;
};

type Frame = { readonly locals: Value[]; to?: string | undefined; result: Value };
type Step = (frame: Frame) => Value;
type Function = { readonly steps: Step; readonly locals: readonly Value[] };

const nothing = unknown(0);

/**
 * Returns addresses relative to the first one, because the layout of memory changes with every
 * edit.
 */
function textOf(node: Node): string {
  let first: number | undefined;
  return print(node).replace(/\(i32\.const (\d{4,})\)/g, (_, digits: string) => {
    first ??= Number(digits);
    return `@${Number(digits) - first}`;
  });
}

export class SecretFlows {
  readonly memory: Uint8Array;
  /** Label of each byte of memory: 0 if it is known, else `UNKNOWN` and a label. */
  readonly labels: Uint8Array;
  readonly globals = new Map<string, Value>();
  declassified: readonly Declassified[] = [];
  private readonly functions = new Map<string, () => Function>();
  private readonly exported = new Map<string, string>();
  /** Instructions of functions that were called, and the executed ones. */
  private readonly places: string[] = [];
  private readonly executed = new Set<number>();
  private where = '';
  private multiplying = 0;

  constructor(code: Uint8Array) {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(code)), {
      env: { abort: () => undefined },
    });
    const { memory } = instance.exports;
    if (!(memory instanceof WebAssembly.Memory)) throw new Error('no memory');
    memory.grow(4);
    this.memory = new Uint8Array(memory.buffer);
    this.labels = new Uint8Array(this.memory.length);
    for (const node of definitionsOf(code)) {
      const [kind, name, third] = node as string[];
      if (kind === 'func') this.functions.set(String(name), this.define(node as Node[]));
      if (kind === 'global')
        this.globals.set(String(name), this.step(node.at(-1) ?? '')(frameOf([])));
      if (kind === 'export') this.exported.set(String(name).slice(1, -1), String(third?.[1]));
    }
  }

  /** Calls a function by its exported name. */
  call(name: string, ...operands: readonly Value[]): Value {
    Object.assign(this, { where: '', multiplying: 0 });
    return this.run(this.exported.get(name) ?? name, operands);
  }

  /** Lists instructions that were never executed, in functions that were called. */
  missed(): string[] {
    return this.places.filter((_, id) => !this.executed.has(id));
  }

  /** Lists exported functions. */
  exports(): string[] {
    return [...this.exported].flatMap(([name, inner]) => (this.functions.has(inner) ? [name] : []));
  }

  /** Lists the addresses of secrets, and clears these bytes. */
  takeSecrets(): number[] {
    const found: number[] = [];
    for (const [at, label] of this.labels.entries()) {
      if ((label & ~UNKNOWN) === 0) continue;
      found.push(at);
      this.store(at, 1, 0);
    }
    return found;
  }

  private define(node: Node[]): () => Function {
    let made: Function | undefined;
    return () => {
      if (made) return made;
      this.where = String(node[1]).slice(1);
      const names: string[] = [];
      const locals: Value[] = [];
      const body: Node[] = [];
      for (const part of node.slice(2)) {
        const [kind, first, type] = part as Node[];
        if (kind === 'local') {
          names.push(String(first));
          locals.push(type === 'i64' ? 0n : type === 'v128' ? nothing : 0);
        } else if (kind === 'param') names.push(String(first));
        else if (kind !== 'type' && kind !== 'result') body.push(part);
      }
      made = { steps: this.sequence(body, names), locals };
      return made;
    };
  }

  private run(name: string, operands: readonly Value[]): Value {
    if (name.endsWith('_var')) throw new Leak(`${name} is for public numbers`);
    const before = this.where;
    const { steps, locals } = (this.functions.get(name) ?? fail(name))();
    this.where = name.slice(1);
    const multiplies = this.where === 'generator/multiplyGenerator';
    if (multiplies) this.multiplying++;
    const frame = frameOf([...operands, ...locals]);
    const last = steps(frame);
    if (multiplies) this.multiplying--;
    this.where = before;
    return frame.to === 'return' ? frame.result : last;
  }

  private sequence(nodes: readonly Node[], names: readonly string[]): Step {
    const steps = nodes.map((node) => this.step(node, names));
    const [only] = steps;
    if (only && steps.length === 1) return only;
    return (frame) => {
      let last: Value = nothing;
      for (const step of steps) {
        last = step(frame);
        if (frame.to !== undefined) return nothing;
      }
      return last;
    };
  }

  private place(text: string): () => void {
    const id = this.places.push(`${this.where}: ${text}`) - 1;
    return () => {
      this.executed.add(id);
    };
  }

  private step(node: Node, names: readonly string[] = []): Step {
    if (typeof node === 'string') throw new Error(`What is ${node}?`);
    const [name, first] = node;
    const op = String(name);
    if (op === 'i32.const') return () => Number(first) | 0;
    if (op === 'i64.const') return () => BigInt(String(first));
    if (op === 'v128.const') return () => nothing;
    if (op === 'nop') return () => nothing;
    const control = this.control(op, node, names);
    if (control) return control;
    const operands = node
      .slice(1)
      .filter(isOperand)
      .map((one) => this.step(one, names));
    const act = this.action(op, node, names);
    const pure = operation(op);
    if (pure && act === undefined) return (frame) => pure(operands.map((one) => one(frame)));
    if (act === undefined) throw new Error(`${op} is unknown here`);
    const mark = /get$/.test(op) ? () => undefined : this.place(print(node));
    return (frame) => {
      const values: Value[] = [];
      for (const one of operands) {
        values.push(one(frame));
        if (frame.to !== undefined) return nothing;
      }
      mark();
      return act(values, frame);
    };
  }

  private control(op: string, node: Node[], names: readonly string[]): Step | undefined {
    const parts = node.slice(1).filter((part) => typeof part !== 'string' && part[0] !== 'result');
    const label = typeof node[1] === 'string' ? node[1] : '';
    if (op === 'then' || op === 'else') {
      const [mark, inner] = [this.place(`arm ${print(node)}`), this.sequence(parts, names)];
      return (frame) => {
        mark();
        return inner(frame);
      };
    }
    if (op === 'block' || op === 'loop') {
      const inner = this.sequence(parts, names);
      return (frame) => {
        for (;;) {
          const last = inner(frame);
          if (frame.to === undefined) return last;
          if (frame.to !== label) return nothing;
          frame.to = undefined;
          if (op === 'block') return frame.result;
        }
      };
    }
    if (op !== 'if') return undefined;
    const [condition = '', yes = '', no] = parts;
    const [decide, then] = [this.step(condition, names), this.step(yes, names)];
    const otherwise: Step = no === undefined ? () => nothing : this.step(no, names);
    return (frame) => {
      const value = decide(frame);
      if (frame.to !== undefined) return nothing;
      return (this.known(value, op, condition) === 0 ? otherwise : then)(frame);
    };
  }

  /** Performs the side effect of an instruction, given the values of its operands. */
  private action(
    op: string,
    node: Node[],
    names: readonly string[],
  ): ((values: Value[], frame: Frame) => Value) | undefined {
    const word = String(node[1]);
    const local = names.indexOf(word);
    const known = (value: Value | undefined) => this.known(value ?? nothing, op, node);
    const jump = (frame: Frame, to: string, result: Value = nothing): Value => {
      Object.assign(frame, { to, result });
      return nothing;
    };
    const last = node.at(-1) ?? '';
    switch (op) {
      case 'local.get':
        return (_, frame) => frame.locals[local] ?? fail(word);
      case 'local.set':
      case 'local.tee':
        return ([value = nothing], frame) => {
          frame.locals[local] = value;
          return value;
        };
      case 'global.get':
        return () => this.globals.get(word) ?? fail(word);
      case 'global.set':
        return ([value = nothing]) => {
          this.globals.set(word, value);
          return nothing;
        };
      case 'call':
        return (values) => this.run(word, values);
      case 'drop':
        return () => nothing;
      case 'return':
        return ([value], frame) => jump(frame, 'return', value);
      case 'br':
        return ([value], frame) => jump(frame, word, value);
      case 'br_if':
        return (values, frame) =>
          this.known(values.at(-1) ?? nothing, op, last) === 0 ? nothing : jump(frame, word);
      case 'select':
        return ([yes = nothing, no = nothing, which = nothing]) =>
          this.known(which, op, last) === 0 ? no : yes;
      case 'memory.size':
        return () => this.memory.length >>> 16;
      case 'memory.copy':
      case 'memory.fill':
        return ([to, from = nothing, length]) =>
          this.move(op, known(to), from, known(length), node);
    }
    // On most processors their time depends on the operands.
    const divide = /\.(div|rem)_/.test(op) ? operation(op) : undefined;
    if (divide) {
      return (values) => {
        for (const value of values) known(value);
        return divide(values);
      };
    }
    const access = /^(\w+)\.(load|store)(\d*)(_\w+)?$/.exec(op);
    if (!access) return undefined;
    const offset = Number(
      /offset=(\d+)/.exec(node.filter((one) => typeof one === 'string').join(' '))?.[1] ?? 0,
    );
    const [, type = '', what, bits, sign = ''] = access;
    const size = Number(bits) / 8 || { i32: 4, i64: 8, v128: 16 }[type] || fail(op);
    if (what === 'load') return ([at]) => this.load(type, (known(at) >>> 0) + offset, size, sign);
    return ([at, value = nothing]) => this.store((known(at) >>> 0) + offset, size, value);
  }

  private known(value: Value, op: string, node: Node): number {
    if (typeof value === 'number') return value;
    if (typeof value === 'bigint') return value === 0n ? 0 : 1;
    const text = textOf(node);
    for (const { where, condition, label, decide } of this.declassified) {
      const isHere = where === this.where && condition === text && label === value.label;
      if (isHere && ['if', 'select', 'br_if'].includes(op)) return Number(decide());
    }
    if (value.label !== 0) throw new Leak(`${op} in ${this.where}: ${text} (${value.label})`);
    throw new Error(`A public number is not computed: ${op} in ${this.where}: ${text}`);
  }

  private move(op: string, to: number, from: Value, length: number, node: Node): Value {
    if (op === 'memory.copy') {
      const at = this.known(from, op, node);
      this.memory.copyWithin(to, at, at + length);
      this.labels.copyWithin(to, at, at + length);
    } else for (let i = 0; i < length; i++) this.store(to + i, 1, from);
    return nothing;
  }

  private load(type: string, at: number, size: number, sign: string): Value {
    if (at + size > this.memory.length) throw new Error(`${at} is beyond the memory`);
    let label = 0;
    for (let i = at; i < at + size; i++) label |= this.labels[i] ?? 0;
    if (label !== 0 || type === 'v128') return unknown(label & 127);
    let value = 0n;
    for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(this.memory[at + i] ?? 0);
    if (sign === '_s') value = BigInt.asIntN(8 * size, value);
    return type === 'i32' ? Number(BigInt.asIntN(32, value)) : BigInt.asIntN(64, value);
  }

  private store(at: number, size: number, value: Value): Value {
    if (at + size > this.memory.length) throw new Error(`${at} is beyond the memory`);
    const label = labelOf(value);
    const kept = label !== 0 && this.multiplying > 0 ? POINT : label;
    this.labels.fill(value instanceof Unknown ? UNKNOWN | kept : 0, at, at + size);
    let rest = value instanceof Unknown ? 0n : BigInt(value);
    for (let i = 0; i < size; i++, rest >>= 8n) this.memory[at + i] = Number(rest & 255n);
    return nothing;
  }
}

const frameOf = (locals: Value[]): Frame => ({ locals, to: undefined, result: nothing });

function fail(what: string): never {
  throw new Error(`${what} is not there`);
}
