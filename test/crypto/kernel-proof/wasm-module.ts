// Decodes the bytes of a WebAssembly module into instructions, without a library, so that a proof
// is about these bytes.

import { bulk, plain, vector } from './opcodes.ts';

/** An instruction with its immediates. */
export type Instruction = {
  readonly name: string;
  /** A constant, index, offset or lane, or the number of results of a block. */
  readonly value: bigint;
  /** The constant of a vector, or the lanes of a shuffle. */
  readonly lanes: readonly number[];
  /** Number of the instruction after the one that ends this block, loop or if. */
  end: number;
  /** Number of the instruction after `else`, or of the end. */
  otherwise: number;
};

export type ValueType = 'i32' | 'i64' | 'v128';
type FunctionType = {
  readonly parameters: readonly ValueType[];
  readonly results: readonly ValueType[];
};
export type WasmFunction = FunctionType & {
  readonly index: number;
  readonly locals: readonly ValueType[];
  readonly code: readonly Instruction[];
};
export type WasmModule = {
  readonly functions: readonly WasmFunction[];
  /** Initial values of globals. */
  readonly globals: readonly bigint[];
  readonly data: readonly { readonly address: number; readonly bytes: Uint8Array }[];
  readonly exports: ReadonlyMap<string, number>;
  /** Names of functions, which only a debug build has. */
  readonly names: ReadonlyMap<number, string>;
  /** The bytes of each section, by number, except those of custom sections. */
  readonly sections: ReadonlyMap<number, Uint8Array>;
};

class Reader {
  at = 0;
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new Error('The module ends early');
    return value;
  }
  take(length: number): Uint8Array {
    const taken = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    if (taken.length !== length) throw new Error('The module ends early');
    return taken;
  }
  /** Reads an unsigned LEB128 number. */
  number(): number {
    const [value] = this.leb();
    return Number(value);
  }
  /** Reads a signed LEB128 number. */
  signed(): bigint {
    const [value, bits] = this.leb();
    return BigInt.asIntN(bits, value);
  }
  list<T>(one: () => T): T[] {
    return Array.from({ length: this.number() }, one);
  }
  text(): string {
    return Buffer.from(this.take(this.number())).toString();
  }
  private leb(): [value: bigint, bits: number] {
    let value = 0n;
    for (let bits = 0; bits < 70; ) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << BigInt(bits);
      bits += 7;
      if (byte < 128) return [value, bits];
    }
    throw new Error('A number is too long');
  }
}

const types = new Map<number, ValueType>([
  [0x7f, 'i32'],
  [0x7e, 'i64'],
  [0x7b, 'v128'],
]);

function valueType(reader: Reader): ValueType {
  const type = types.get(reader.byte());
  if (!type) throw new Error('Unknown type');
  return type;
}

function instruction(reader: Reader): Instruction {
  const opcode = reader.byte();
  const [name, form] =
    (opcode === 0xfc
      ? bulk.get(reader.number())
      : opcode === 0xfd
        ? vector.get(reader.number())
        : plain.get(opcode)) ?? fail(`Unknown instruction ${opcode} at ${reader.at}`);
  let value = 0n;
  let lanes: readonly number[] = [];
  switch (form) {
    case 'block':
      // The number of results. 0x40 means none; types of several are not used.
      if (reader.bytes[reader.at] === 0x40) reader.byte();
      else if (valueType(reader)) value = 1n;
      break;
    case 'index':
      value = BigInt(reader.number());
      break;
    case 'memory':
    case 'memory-lane':
      reader.number();
      value = BigInt(reader.number());
      if (form === 'memory-lane') lanes = [reader.byte()];
      break;
    case 'i32':
    case 'i64':
      value = BigInt.asUintN(form === 'i32' ? 32 : 64, reader.signed());
      break;
    case 'lanes':
      lanes = [...reader.take(16)];
      break;
    case 'lane':
      value = BigInt(reader.byte());
      break;
    case 'zero':
    case 'zeros':
      reader.take(form === 'zero' ? 1 : 2);
      break;
  }
  return { name, value, lanes, end: 0, otherwise: 0 };
}

/** Reads instructions to the end of a function, and finds where their blocks end. */
function instructions(reader: Reader): Instruction[] {
  const code: Instruction[] = [];
  const open: Instruction[] = [];
  for (;;) {
    const one = instruction(reader);
    code.push(one);
    if (['block', 'loop', 'if'].includes(one.name)) open.push(one);
    if (one.name === 'else') (open.at(-1) ?? fail('A stray else')).otherwise = code.length;
    if (one.name !== 'end') continue;
    const block = open.pop();
    if (!block) return code;
    block.end = code.length;
    // Without an else, execution continues at the end itself.
    block.otherwise ||= code.length - 1;
  }
}

function constantOf(reader: Reader): bigint {
  const [first, end] = instructions(reader);
  if (!first?.name.endsWith('.const') || end?.name !== 'end') throw new Error('Not constant');
  return first.value;
}

/** Decodes a module. Function numbers start at 0, because the kernel imports nothing. */
export function decodeModule(bytes: Uint8Array): WasmModule {
  const reader = new Reader(bytes);
  const header = Buffer.from(reader.take(8)).toString('hex');
  if (header !== '0061736d01000000') throw new Error('Not a WebAssembly module');
  const sections = new Map<number, Uint8Array>();
  const names = new Map<number, string>();
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const content = reader.take(reader.number());
    if (id !== 0) sections.set(id, content);
    else readNames(new Reader(content), names);
  }
  const of = <T>(id: number, one: (section: Reader) => T): T[] => {
    const section = sections.get(id);
    if (!section) return [];
    const inner = new Reader(section);
    return inner.list(() => one(inner));
  };
  if (sections.has(2)) throw new Error('Imports are not expected');
  const signatures = of(1, (inner): FunctionType => {
    if (inner.byte() !== 0x60) throw new Error('Not a function type');
    return {
      parameters: inner.list(() => valueType(inner)),
      results: inner.list(() => valueType(inner)),
    };
  });
  const used = of(3, (inner) => signatures[inner.number()] ?? fail('No such type'));
  const globals = of(6, (inner) => {
    inner.take(2);
    return constantOf(inner);
  });
  const exported = of(7, (inner) => {
    const name = inner.text();
    return [inner.byte(), name, inner.number()] as const;
  });
  const bodies = of(10, (inner) => {
    const body = new Reader(inner.take(inner.number()));
    const locals = body.list(() => {
      const count = body.number();
      return Array<ValueType>(count).fill(valueType(body));
    });
    const code = instructions(body);
    if (body.at !== body.bytes.length) throw new Error('A function has bytes after its end');
    return { locals: locals.flat(), code };
  });
  const data = of(11, (inner) => {
    if (inner.number() !== 0) throw new Error('Passive data');
    const address = Number(constantOf(inner));
    return { address, bytes: inner.take(inner.number()) };
  });
  return {
    functions: bodies.map((body, index) => ({
      ...(used[index] ?? fail('No such function')),
      ...body,
      index,
    })),
    globals,
    data,
    exports: new Map(exported.flatMap(([kind, name, i]) => (kind === 0 ? [[name, i]] : []))),
    names,
    sections,
  };
}

function readNames(section: Reader, names: Map<number, string>): void {
  if (section.text() !== 'name') return;
  while (section.at < section.bytes.length) {
    const kind = section.byte();
    const content = new Reader(section.take(section.number()));
    if (kind !== 1) continue;
    for (const [index, name] of content.list(() => [content.number(), content.text()] as const)) {
      names.set(index, name);
    }
  }
}

function fail(reason: string): never {
  throw new Error(reason);
}
