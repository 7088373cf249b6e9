// Changes of single instructions of the kernel: every constant, shift, offset, limb and operator of
// a function.

import type { Instruction, WasmFunction, WasmModule } from './wasm-module.ts';

export type Mutant = {
  /** The number of the changed instruction, the instruction, and what it is instead. */
  readonly what: string;
  /** Why this change can have no effect, as far as its place shows. */
  readonly idle: 'lane that is not taken' | 'other lane of zeros' | undefined;
  readonly module: WasmModule;
};

const SWAPPED: Readonly<Record<string, string>> = {
  add: 'sub',
  sub: 'add',
  mul: 'add',
  and: 'or',
  or: 'and',
  xor: 'or',
  shl: 'shr_u',
  shr_u: 'shl',
  rotr: 'shr_u',
};

/** Returns the lanes with one replaced. */
const replaced = (lanes: readonly number[], at: number, by: readonly number[]): number[] =>
  lanes.map((lane, i) => by[i - at] ?? lane);

/** Returns the next local of the same type. */
function nextLocal({ parameters, locals }: WasmFunction, index: number): number {
  const types = [...parameters, ...locals];
  for (let step = 1; step < types.length; step++) {
    const other = (index + step) % types.length;
    if (types[other] === types[index]) return other;
  }
  return index;
}

/** Returns what an instruction is changed to. */
function changesOf(one: Instruction, within: WasmFunction): Instruction[] {
  const { name, value, lanes } = one;
  const [type = '', what = ''] = name.split('.');
  const values = (...others: bigint[]): Instruction[] =>
    [...new Set(others)]
      .filter((other) => other >= 0n && other !== value)
      .map((to) => ({ ...one, value: to }));
  if (name.startsWith('local.')) return values(BigInt(nextLocal(within, Number(value))));
  if (name === 'i32.const' || name === 'i64.const') {
    const bits = name === 'i32.const' ? 32 : 64;
    const wrapped = [value + 1n, value - 1n, value ^ (1n << BigInt(value.toString(2).length - 1))];
    return values(...wrapped.map((other) => BigInt.asUintN(bits, other)));
  }
  if (what.startsWith('load') || what.startsWith('store')) return values(value + 4n, value - 4n);
  if (what === 'extract_lane') return values((value + 1n) % 4n);
  if (name === 'v128.const') {
    return [0, 4, 8, 12].map((at) => {
      return { ...one, lanes: replaced(lanes, at, [(lanes[at] ?? 0) ^ 1]) };
    });
  }
  if (name === 'i8x16.shuffle') {
    return [0, 4, 8, 12].map((at) => {
      const word = ((lanes[at] ?? 0) + 4) % 32;
      return { ...one, lanes: replaced(lanes, at, [word, word + 1, word + 2, word + 3]) };
    });
  }
  const other = SWAPPED[what];
  return other ? [{ ...one, name: `${type}.${other}` }] : [];
}

/** Finds changes that have no effect: a shuffle takes some lanes of a constant, all of them 0. */
function idleness(code: readonly Instruction[], at: number, to: Instruction): Mutant['idle'] {
  const [before, one, after] = [code[at - 1], code[at], code[at + 1]];
  if (one?.name === 'v128.const' && after?.name === 'i8x16.shuffle') {
    const changed = one.lanes.findIndex((lane, i) => lane !== to.lanes[i]);
    return after.lanes.includes(16 + changed) ? undefined : 'lane that is not taken';
  }
  if (one?.name !== 'i8x16.shuffle' || before?.name !== 'v128.const') return undefined;
  const isZero = before.lanes.every((lane) => lane === 0);
  const isOther = one.lanes.every(
    (lane, i) => lane === to.lanes[i] || (lane >= 16 && (to.lanes[i] ?? 0) >= 16),
  );
  return isZero && isOther ? 'other lane of zeros' : undefined;
}

const print = ({ name, value, lanes }: Instruction): string =>
  [name, lanes.length > 0 ? lanes.join(' ') : value].join(' ');

/** Returns all mutants of a function. */
export function mutantsOf(module: WasmModule, index: number): Mutant[] {
  const within = module.functions[index];
  if (!within) return [];
  return within.code.flatMap((one, at) =>
    changesOf(one, within).map((to): Mutant => {
      const code = within.code.with(at, to);
      const functions = module.functions.with(index, { ...within, code });
      return {
        what: `${at}: ${print(one)} -> ${print(to)}`,
        idle: idleness(within.code, at, to),
        module: { ...module, functions },
      };
    }),
  );
}

/** Returns modules with another word in the table of constants that begins with this word. */
export function tableMutants(module: WasmModule, first: number): WasmModule[] {
  const index = module.data.findIndex(
    ({ bytes }) => bytes.length >= 4 && Buffer.from(bytes).readUInt32LE() === first,
  );
  const table = module.data[index];
  if (!table) throw new Error('No such table');
  return Array.from({ length: Math.floor(table.bytes.length / 4) }, (_, i) => {
    const bytes = table.bytes.with(4 * i, (table.bytes[4 * i] ?? 0) ^ 1);
    return { ...module, data: module.data.with(index, { ...table, bytes }) };
  });
}
