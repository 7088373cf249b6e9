// Executes functions of the decoded module on unknown words. Control flow must not depend on an
// unknown, except for a bit: both of its cases are executed.

import { ProofMemory } from './memory.ts';
import { operations, type Value, vectorOf } from './operations.ts';
import { Unproven } from './unknowns.ts';
import type { Instruction, ValueType, WasmFunction, WasmModule } from './wasm-module.ts';
import { knownOf, type Word, type Words, wordOf } from './words.ts';

/** What a function does, instead of its code: it has been proven elsewhere. */
export type Contract = (machine: Machine, operands: readonly Value[]) => Value | undefined;
type Contracts = ReadonlyMap<number, Contract>;

/** Maximum number of bytes that are filled. */
const LONGEST_FILL = 10_000n;

/** Maximum number of instructions of a proof, so that a changed loop ends. */
const MOST_STEPS = 30_000;

type MachineOptions = {
  readonly contracts: Contracts;
  /** Functions whose code may be executed; all by default. */
  readonly executed?: readonly number[];
  readonly memory?: ProofMemory;
  readonly mostSteps?: number;
};

type Label = {
  readonly from: number;
  readonly to: number;
  readonly results: number;
  height: number;
};

export class Machine {
  readonly module: WasmModule;
  readonly words: Words;
  readonly memory: ProofMemory;
  private readonly contracts: Contracts;
  private readonly executed: ReadonlySet<number> | undefined;
  private readonly mostSteps: number;
  private readonly globals: bigint[];
  private steps = 0;
  private depth = 0;

  constructor(module: WasmModule, words: Words, options: MachineOptions) {
    this.module = module;
    this.words = words;
    this.memory = options.memory ?? new ProofMemory(words, module);
    this.globals = [...module.globals];
    this.contracts = options.contracts;
    this.executed = options.executed && new Set(options.executed);
    this.mostSteps = options.mostSteps ?? MOST_STEPS;
  }

  /** Calls a function by its number: its contract if there is one, else its code. */
  call(index: number, operands: readonly Value[]): Value | undefined {
    const contract = this.contracts.get(index);
    return contract ? contract(this, operands) : this.execute(index, operands);
  }

  /** Executes the code of a function. */
  execute(index: number, operands: readonly Value[]): Value | undefined {
    const called = this.module.functions[index];
    if (!called || this.executed?.has(index) === false) throw new Unproven('An unexpected call');
    if (this.depth === 20) throw new Unproven('Calls are nested deeply');
    this.depth++;
    const locals = [...operands, ...called.locals.map(zeroOf)];
    const stack = this.run(called, locals);
    this.depth--;
    return called.results.length === 0 ? undefined : stack.at(-1);
  }

  private run(called: WasmFunction, locals: Value[]): Value[] {
    const { code } = called;
    const stack: Value[] = [];
    const labels: Label[] = [
      { from: -1, to: code.length, results: called.results.length, height: 0 },
    ];
    const open = (from: number, block: Instruction, isLoop: boolean, height: number): void => {
      const to = isLoop ? from : block.end;
      labels.push({ from, to, results: isLoop ? 0 : Number(block.value), height });
    };
    const branch = (depth: number): number => {
      const label = labels.at(-1 - depth);
      if (!label) throw new Unproven('No such label');
      const results = label.results === 0 ? [] : stack.slice(-label.results);
      stack.length = label.height;
      stack.push(...results);
      // A loop's label is set again by its instruction.
      labels.length -= depth + 1;
      return label.to;
    };
    for (let at = 0; at < code.length; ) {
      const one = code[at];
      if (!one) break;
      if (++this.steps > this.mostSteps) throw new Unproven('Too many steps');
      const next = at + 1;
      switch (one.name) {
        case 'block':
        case 'loop':
          open(at, one, one.name === 'loop', stack.length);
          at = next;
          break;
        case 'if': {
          const condition = this.condition(stack.pop());
          open(at, one, false, stack.length);
          at = condition ? next : one.otherwise;
          break;
        }
        case 'else':
          // The end of the first arm.
          at = (code[labels.at(-1)?.from ?? 0]?.end ?? next) - 1;
          break;
        case 'end':
          labels.pop();
          at = next;
          break;
        case 'br':
          at = branch(Number(one.value));
          break;
        case 'br_if':
          at = this.condition(stack.pop()) ? branch(Number(one.value)) : next;
          break;
        case 'return':
          at = branch(labels.length - 1);
          break;
        default:
          this.step(one, stack, locals);
          at = next;
      }
    }
    return stack;
  }

  private condition(value: Value | undefined): boolean {
    const word = wordIn(value);
    const known = knownOf(word);
    return (known ?? this.words.decide(word.is)) !== 0n;
  }

  private step(one: Instruction, stack: Value[], locals: Value[]): void {
    const index = Number(one.value);
    switch (one.name) {
      case 'nop':
        return;
      case 'drop':
        stack.pop();
        return;
      case 'local.get':
        stack.push(locals[index] ?? missing());
        return;
      case 'local.set':
        locals[index] = stack.pop() ?? missing();
        return;
      case 'local.tee':
        locals[index] = stack.at(-1) ?? missing();
        return;
      case 'global.get':
        stack.push(wordOf(32, this.globals[index] ?? 0n));
        return;
      case 'global.set': {
        const value = knownOf(wordIn(stack.pop()));
        if (value === undefined) throw new Unproven('An unknown global');
        this.globals[index] = value;
        return;
      }
      case 'select': {
        const isFirst = this.condition(stack.pop());
        const [first, second] = stack.splice(-2);
        stack.push((isFirst ? first : second) ?? missing());
        return;
      }
      case 'call': {
        const count = this.module.functions[index]?.parameters.length ?? 0;
        const operands = stack.splice(stack.length - count);
        const result = this.call(index, operands);
        if (result) stack.push(result);
        return;
      }
      case 'memory.fill': {
        const [to, value, length] = stack.splice(-3).map(wordIn);
        this.fill(to ?? missing(), value ?? missing(), length ?? missing());
        return;
      }
    }
    const operation = operations[one.name];
    if (!operation) throw new Unproven(`${one.name} is unknown here`);
    const operands = operation.operands === 0 ? [] : stack.splice(-operation.operands);
    if (operands.length !== operation.operands) throw new Unproven('An operand is missing');
    const result = operation.run(this, operands, one);
    if (result) stack.push(result);
  }

  private fill(to: Word, value: Word, length: Word): void {
    const count = knownOf(length);
    if (count === undefined || knownOf(value) !== 0n || count % 4n !== 0n || count > LONGEST_FILL) {
      throw new Unproven('An unexpected fill');
    }
    for (let i = 0; i < Number(count); i += 4) this.memory.store(to, i, wordOf(32, 0n));
  }
}

export function wordIn(value: Value | undefined): Word {
  if (value === undefined || 'lanes' in value) throw new Unproven('A word is missing');
  return value;
}

function zeroOf(type: ValueType): Value {
  const word = wordOf(type === 'i64' ? 64 : 32, 0n);
  return type === 'v128' ? vectorOf(() => word) : word;
}

function missing(): never {
  throw new Unproven('A value is missing');
}
