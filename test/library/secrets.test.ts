import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import {
  account,
  type Callable,
  publicFunctions,
  rightArguments,
} from '../support/generate/public-calls.ts';
import { leakOf, type Secret, slips, wholeSecrets } from '../support/generate/secrets.ts';

type Written = Secret & { readonly given: string };

/** Every kind of secret, each with one of the slips in turn; with COLDSIGN_CASES, with two. */
const ways = Object.entries(slips);
const written: readonly Written[] = wholeSecrets(5).flatMap((secret, i) =>
  (process.env.COLDSIGN_CASES ? [0, 7] : [0]).map((step) => {
    const [, slip] = ways[(i * 5 + step) % ways.length] ?? ['', (text: string) => text];
    return { ...secret, given: slip(secret.text) };
  }),
);

type Fault = { readonly error: unknown };

/** Returns the error that a call throws, or its reason. The result is the caller's own data. */
async function faultOf(call: Callable, args: readonly unknown[]): Promise<Fault | undefined> {
  try {
    const answer = await call(...args);
    const isFault = typeof answer === 'object' && answer !== null && 'error' in answer;
    return isFault ? { error: answer.error } : undefined;
  } catch (error) {
    return { error };
  }
}

/** Returns all that a log, a crash report or a debugger shows of an error. */
function shown(error: unknown): string {
  const own = Object(error);
  const hidden = Object.getOwnPropertyNames(own).map((name) => `${name} ${String(own[name])}`);
  const json = JSON.stringify(error, (_, value) => (typeof value === 'bigint' ? '' : value)) ?? '';
  return [String(error), ...hidden, json, inspect(error, { showHidden: true, depth: 6 })].join(
    '\n',
  );
}

const isPlain = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Puts the secret in place of each argument, of each member of one, and of each item of a list. */
function callsWith(right: readonly unknown[], text: string): readonly (readonly unknown[])[] {
  const put = (i: number, value: unknown) => [...right.slice(0, i), value, ...right.slice(i + 1)];
  const inside = right.flatMap((given, i) => {
    if (Array.isArray(given)) return [put(i, [text]), put(i, [...given, text])];
    if (!isPlain(given)) return [];
    return [
      put(i, { ...given, [text]: text }),
      ...Object.keys(given).map((name) => put(i, { ...given, [name]: text })),
      ...Object.keys(given).map((name) => put(i, { ...given, [name]: [{ [name]: text }] })),
    ];
  });
  const direct = Array.from({ length: right.length + 1 }, (_, i) => put(i, text));
  return [...direct, ...inside, [{ [text]: text }], right.map(() => text)];
}

async function leaksOf(
  call: Callable,
  right: readonly unknown[],
  secrets = written,
): Promise<readonly string[]> {
  const leaks = new Set<string>();
  for (const secret of secrets) {
    for (const args of callsWith(right, secret.given)) {
      const fault = await faultOf(call, args);
      if (fault === undefined) continue;
      const text = shown(fault.error);
      const leak = leakOf(secret, text);
      if (leak !== undefined) leaks.add(`${secret.kind}: ${text.slice(0, 200)}`);
    }
  }
  return [...leaks].slice(0, 3);
}

test.each(publicFunctions.filter(({ entry }) => entry !== 'workers'))(
  '$entry: $name repeats no secret in an error',
  async (each) => {
    // Hexadecimal digits may be a txid, which Core's methods repeat, as SECURITY.md states.
    const isRpc = /^(root|rpc|wallet)$/.test(each.entry);
    const secrets = written.filter(({ kind }) => !isRpc || !/hex$/.test(kind));
    expect(await leaksOf(each.call, rightArguments(each), secrets)).toEqual([]);
  },
);

const methods: { readonly [name: string]: readonly unknown[] } = {
  address: [0],
  changeAddress: [0],
  find: [new Uint8Array(22)],
  coins: [[{ txid: 'ab'.repeat(32), vout: 0, value: 1, address: '' }], {}],
  withNext: [{ receive: 1, change: 1 }],
  nextAddress: [],
};
test.each(Object.entries(account).filter(([, member]) => typeof member === 'function'))(
  'account.%s repeats no secret in an error',
  async (name, call) => {
    expect(await leaksOf(call as Callable, methods[name] ?? [])).toEqual([]);
  },
);
