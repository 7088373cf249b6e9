// What is proven of a function of the shipped kernel, and the run of a proof.

import { type Case, forEveryCase } from './cases.ts';
import { type Contract, Machine } from './machine.ts';
import type { ProofMemory } from './memory.ts';
import { Unknowns, Unproven } from './unknowns.ts';
import type { WasmModule } from './wasm-module.ts';
import { type Word, Words } from './words.ts';

/** The kernel's code, and the numbers of its functions by name. */
export type Kernel = {
  readonly module: WasmModule;
  readonly numbers: ReadonlyMap<string, number>;
};

export type Theorem = {
  /** The function. */
  readonly of: string;
  /** Functions that the proof calls after it. */
  readonly also?: readonly string[];
  /** What holds for all numbers that meet the conditions. */
  readonly states: string;
  /** Other functions whose code the proof executes. */
  readonly executes?: readonly string[];
  /** Functions with a theorem of their own, which takes the place of their code. */
  readonly contracts?: Readonly<Record<string, (proof: Proof) => Contract>>;
  /** A shift whose few results are separate cases. */
  readonly separates?: number;
  /** Bytes after each operand that the function writes. It writes no other memory. */
  readonly writes: readonly number[];
  /** The function also writes space at constant addresses. */
  readonly writesSpace?: boolean;
  /** One proof for each of these. */
  readonly settings: readonly Setting[];
};

/** A proof sets memory, calls the function, and requires its results. */
export type Proof = {
  readonly machine: Machine;
  readonly words: Words;
  readonly unknowns: Unknowns;
  readonly memory: ProofMemory;
  /** Returns the number of a function. */
  readonly numberOf: (name: string) => number;
  readonly call: (...operands: Word[]) => void;
  /** Calls another function afterwards, with the same first operand. */
  readonly callAlso: (name: string, ...operands: Word[]) => void;
};
export type Setting = (proof: Proof) => void;

export function numberIn(kernel: Kernel, name: string): number {
  const found = kernel.numbers.get(name);
  if (found === undefined) throw new Error(`The kernel has no function ${name}`);
  return found;
}

/** Proves a theorem, or throws. Returns the number of cases. */
export function prove(kernel: Kernel, theorem: Theorem): number {
  let cases = 0;
  for (const setting of theorem.settings) {
    cases += forEveryCase((one) => setting(begin(kernel, theorem, one)));
  }
  return cases;
}

function begin(kernel: Kernel, theorem: Theorem, one: Case): Proof {
  const names = [theorem.of, ...(theorem.also ?? []), ...(theorem.executes ?? [])];
  const unknowns = new Unknowns();
  const words = new Words(unknowns, one, theorem.separates);
  const contracts = new Map<number, Contract>();
  const executed = names.map((name) => numberIn(kernel, name));
  const machine = new Machine(kernel.module, words, { contracts, executed });
  const { memory } = machine;
  const callAlso = (name: string, ...operands: Word[]): void => {
    memory.start();
    machine.execute(numberIn(kernel, name), operands);
    const places = operands.flatMap((at, i) => {
      const bytes = theorem.writes[i] ?? 0;
      return bytes > 0 ? [[at, bytes] as const] : [];
    });
    memory.requireWritten(places, theorem.writesSpace);
  };
  const call = (...operands: Word[]): void => callAlso(theorem.of, ...operands);
  const numberOf = (name: string): number => numberIn(kernel, name);
  const proof = { machine, words, unknowns, memory, numberOf, call, callAlso };
  for (const [name, contract] of Object.entries(theorem.contracts ?? {})) {
    contracts.set(numberIn(kernel, name), contract(proof));
  }
  return proof;
}

/** Returns true if a proof refuses the code. */
export const isRefused = (kernel: Kernel, theorem: Theorem): boolean =>
  refuses(() => prove(kernel, theorem));

export function refuses(proof: () => unknown): boolean {
  try {
    proof();
    return false;
  } catch (error) {
    if (error instanceof Unproven) return true;
    throw error;
  }
}
