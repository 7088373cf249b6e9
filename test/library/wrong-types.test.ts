import { expect, test } from 'vitest';
import {
  account,
  type Callable,
  publicFunctions,
  rightArguments,
  without,
} from '../support/generate/public-calls.ts';

const SECRET = 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn';

class Own {
  readonly secret = SECRET;
}
const wrong: readonly unknown[] = [
  undefined,
  null,
  true,
  7,
  -1,
  1.5,
  Number.NaN,
  7n,
  '',
  SECRET,
  Symbol(SECRET),
  [],
  [undefined],
  [null],
  [SECRET],
  {},
  { kind: SECRET },
  new Own(),
  Uint8Array.of(1, 2, 3),
  Buffer.from(SECRET),
  () => SECRET,
  new Date(0),
  new Map(),
];

async function thrown(call: Callable, args: readonly unknown[]): Promise<unknown> {
  try {
    await call(...args);
  } catch (error) {
    return error;
  }
  return undefined;
}

/** Returns an error about an argument as text, or a sentence about any other error. */
function faultOf(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  const { name, code, message }: { name?: unknown; code?: unknown; message?: unknown } =
    Object(error);
  const words = `${name} ${code}: ${message}`;
  const isOurs = name === 'ColdsignError' || name === 'RpcError';
  if (
    !isOurs ||
    /Cannot (?:read|use|convert|destructure)|is not (?:a function|iterable|defined)|invariant|Internal bug/.test(
      words,
    )
  )
    return words;
  return words.includes(SECRET.slice(0, 8)) ? `a secret: ${words}` : undefined;
}

/** Makes each position wrong in turn, next to right ones, and all of them wrong alike. */
function wrongCalls(right: readonly unknown[]): readonly (readonly unknown[])[] {
  const positions = Array.from({ length: right.length + 1 }, (_, i) => i);
  const single = positions.flatMap((i) =>
    wrongFor(right[i]).map((value) => [...right.slice(0, i), value, ...right.slice(i + 1)]),
  );
  const members = right.flatMap((given, i) =>
    isPlain(given)
      ? Object.keys(given).flatMap((name) =>
          wrongFor(given[name]).map((value) => [
            ...right.slice(0, i),
            { ...given, [name]: value },
            ...right.slice(i + 1),
          ]),
        )
      : [],
  );
  const cut = positions.map((i) => right.slice(0, i));
  return [...single, ...members, ...cut, ...wrong.map((value) => [value, value, value, value])];
}

/** Returns wrong values. A function in place of a function has the declared type. */
const wrongFor = (right: unknown): readonly unknown[] =>
  wrong.filter((value) => typeof value !== 'function' || typeof right !== 'function');

const isPlain = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

test('accepts correct arguments', async () => {
  for (const each of publicFunctions) {
    if (without.includes(each.name)) continue;
    expect(
      await thrown(each.call, rightArguments(each)),
      `${each.entry}.${each.name}`,
    ).toBeUndefined();
  }
});

test.each(publicFunctions.filter(({ entry }) => entry !== 'workers'))(
  '$entry: $name refuses wrong arguments by name',
  async (each) => {
    const faults = new Set<string>();
    for (const args of wrongCalls(rightArguments(each))) {
      const fault = faultOf(await thrown(each.call, args));
      if (fault !== undefined) faults.add(fault);
    }
    expect([...faults]).toEqual([]);
  },
);

const methods: { [name: string]: readonly unknown[] } = {
  address: [0],
  changeAddress: [0],
  find: [new Uint8Array(22)],
  coins: [[], {}],
  withNext: [{ receive: 1, change: 1 }],
  nextAddress: [],
};
test.each(Object.entries(account).filter(([, member]) => typeof member === 'function'))(
  'account.%s refuses wrong arguments by name',
  async (name, call) => {
    const faults = new Set<string>();
    for (const args of wrongCalls(methods[name] ?? [])) {
      const fault = faultOf(await thrown(call as Callable, args));
      if (fault !== undefined) faults.add(fault);
    }
    expect([...faults]).toEqual([]);
  },
);
