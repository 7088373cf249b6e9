import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import { isBytes } from '../../src/encoding/bytes.ts';
import { ColdsignError } from '../../src/encoding/coldsign-error.ts';
import { networks } from '../../src/encoding/network.ts';
import * as descriptors from '../../src/public/descriptor.ts';
import * as psbts from '../../src/public/psbt.ts';
import * as scripts from '../../src/public/script.ts';
import * as seeds from '../../src/public/seed.ts';
import * as signing from '../../src/public/signing.ts';
import * as transactions from '../../src/public/transaction.ts';
import { RpcError } from '../../src/rpc/error.ts';
import {
  type Callable,
  publicFunctions,
  rightArguments,
  spend,
} from '../support/generate/public-calls.ts';
import { TEST_XPUB } from '../support/generate/wallet.ts';

const checkedOnes = publicFunctions.filter(({ parameters }) => parameters.length > 0);

const SECRET = 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn';
class Own {
  readonly secret = SECRET;
}
const wrong: readonly (readonly [what: string, value: unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 7],
  ['a fraction', 1.5],
  ['NaN', Number.NaN],
  ['a bigint', 7n],
  ['a boolean', true],
  ['text', SECRET],
  ['an array of numbers', [1, 2, 3]],
  ['an empty object', {}],
  ['an object of another class', new Own()],
  ['bytes', Uint8Array.of(1, 2, 3)],
  ['a function', () => undefined],
  ['a symbol', Symbol(SECRET)],
];

/** Converts a value to plain data: bytes of every kind to lists, functions to a mark. */
function plain(value: unknown): unknown {
  if (isBytes(value)) return [...value];
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

async function thrown(call: Callable, args: readonly unknown[]): Promise<unknown> {
  try {
    await call(...args);
  } catch (error) {
    return error;
  }
  return undefined;
}

test('checks the arguments of every function except those with errors of their own', () => {
  const others = publicFunctions.filter((one) => !checkedOnes.includes(one));
  const entries = new Set(others.map(({ entry }) => entry));
  expect([...entries].sort()).toEqual(['root', 'rpc', 'wallet', 'workers']);
});

describe.each(checkedOnes)('$entry: $name', (each) => {
  const { name, call, parameters } = each;
  const right = rightArguments(each);

  test('accepts correct arguments', async () => {
    const error = await thrown(call, right);
    expect(error).toBeUndefined();
  });

  test.each(parameters.map((parameter, position) => [parameter, position] as const))(
    'reports a wrong type of %s without its value',
    async (parameter, position) => {
      let refusals = 0;
      for (const [what, value] of wrong) {
        const args = right.map((given, i) => (i === position ? value : given));
        const error = await thrown(call, args);
        const isRight = what === 'a function' && typeof right[position] === 'function';
        if (error === undefined || isRight) continue;
        refusals++;
        expect(error, what).toBeInstanceOf(ColdsignError);
        expect(error, what).toHaveProperty('code', 'WRONG_ARGUMENT');
        const words = String((error as Error).message);
        expect(words, what).toMatch(
          new RegExp(
            `^${name}: ${parameter}\\b.* (must be .+, not .+|has no (option|member) \\w+$)`,
          ),
        );
        expect(words, what).not.toContain(SECRET.slice(0, 8));
        // Like other errors, it survives JSON and threads with all its members.
        const said = { code: 'WRONG_ARGUMENT', message: words };
        for (const copy of [structuredClone(error), JSON.parse(JSON.stringify(error))]) {
          expect(copy, what).toMatchObject({ ...said, hint: expect.stringMatching(/^\w.+\.$/) });
        }
      }
      expect(refusals).toBeGreaterThan(7);
    },
  );
});

test('the wallet entry throws an RpcError, and its storages and sources a ColdsignError', async () => {
  const none = async () => undefined;
  const storage = { read: none, write: none, names: async () => [] };
  for (const { name, call } of publicFunctions.filter(({ entry }) => entry === 'wallet')) {
    for (const [what, value] of wrong) {
      for (const args of [[value], [storage, value], [Uint8Array.of(1), 'main', value]]) {
        const error = await thrown(call, args);
        if (error === undefined) continue;
        const kind = /Storage$|Source|^listCoins$|^createMusigNonces$/.test(name)
          ? ColdsignError
          : RpcError;
        expect(error, `${name} ${what}`).toBeInstanceOf(kind);
      }
    }
  }
});

test.each([
  [
    'an amount as a number',
    { outputs: [{ value: 1, scriptPubKey: new Uint8Array() }] },
    'outputs[0].value must be a bigint of 64 bits, not a number',
  ],
  [
    'an amount beyond 64 bits',
    { outputs: [{ value: 2n ** 64n, scriptPubKey: new Uint8Array() }] },
    'outputs[0].value must be a bigint of 64 bits, not 18446744073709551616n',
  ],
  [
    'a lock time beyond 32 bits',
    { locktime: 2 ** 32 },
    'locktime must be a whole number from 0 to 4294967295, not 4294967296',
  ],
  [
    'a negative version',
    { version: -1 },
    'version must be a whole number from 0 to 4294967295, not -1',
  ],
  [
    'a script in hex',
    { outputs: [{ value: 1n, scriptPubKey: '51' }] },
    'outputs[0].scriptPubKey must be a Uint8Array, not a string',
  ],
  [
    'an input without witness',
    { inputs: [{ ...spend.transaction.inputs[0], witness: undefined }] },
    'inputs[0].witness must be an array, not undefined',
  ],
  [
    'a txid in bytes',
    {
      inputs: [{ ...spend.transaction.inputs[0], prevout: { txid: new Uint8Array(32), vout: 0 } }],
    },
    'inputs[0].prevout.txid must be a txid of 64 hexadecimal digits, not a Uint8Array',
  ],
])('the error on a transaction with %s names the place', async (_, change, words) => {
  const transaction = { ...spend.transaction, ...change };
  const { encodeTransaction, transactionId, virtualSize } = transactions;
  for (const [name, run] of Object.entries({ encodeTransaction, transactionId, virtualSize })) {
    const call = run as Callable;
    const parameter = name === 'virtualSize' ? 'of' : 'transaction';
    expect(await thrown(call, [transaction])).toMatchObject({
      message: `${name}: ${parameter}.${words}`,
    });
  }
});

test('numbers and lengths out of range are refused, which would make another script or seed', async () => {
  const { expand, parseDescriptor } = descriptors;
  const parsed = parseDescriptor(`wpkh(${TEST_XPUB}/0/*)`, { network: networks.regtest });
  if ('error' in parsed) throw new Error(parsed.error);
  const [descriptor] = parsed.descriptors;
  const key = new Uint8Array(33).fill(2);
  const digits = '123456'.repeat(20);
  const calls: readonly (readonly [Callable, ...unknown[]])[] = [
    [expand as Callable, descriptor, -1, { findPrivateKey: () => undefined }],
    [expand as Callable, descriptor, 2 ** 31, { findPrivateKey: () => undefined }],
    [scripts.multisigScript as Callable, 0, [key]],
    [scripts.multisigScript as Callable, 2 ** 31, [key]],
    [scripts.p2trScript as Callable, key],
    [scripts.p2wpkhScript as Callable, key],
    [scripts.p2wshScript as Callable, key],
    [psbts.createPsbt as Callable, spend.transaction, 1],
    [psbts.convertPsbt as Callable, psbts.createPsbt(spend.transaction, 2), 1],
    [seeds.entropyOfRolls as Callable, digits, 'dice', -1],
    [seeds.readKeys as Callable, digits, { network: networks.regtest, account: 2 ** 31 }],
  ];
  for (const [call, ...args] of calls) {
    expect(await thrown(call, args), String(args)).toHaveProperty('code', 'WRONG_ARGUMENT');
  }
});

describe.each([
  ["Node's Buffer", (bytes: Uint8Array): Uint8Array => Buffer.from(bytes)],
  [
    'another realm',
    (bytes: Uint8Array): Uint8Array => new (vm.runInNewContext('Uint8Array'))(bytes),
  ],
])('bytes of %s', (_, make) => {
  test('are accepted as bytes by every function', async () => {
    for (const each of checkedOnes) {
      const { name, call } = each;
      const own = rightArguments(each);
      const isOwn = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
      if (!own.some(isOwn)) continue;
      const other = own.map((value) => (isOwn(value) ? make(value) : value));
      expect(plain(call(...other)), name).toEqual(plain(call(...own)));
    }
  });

  test('can be a private key, which is a copy', () => {
    const given = make(new Uint8Array(32).fill(7));
    const key = signing.PrivateKey.from(given, true);
    given.fill(0);
    expect(key?.reveal()).toEqual(new Uint8Array(32).fill(7));
  });
});

test('a private key is made of bytes alone', () => {
  const from = signing.PrivateKey.from as Callable;
  for (const [, value] of wrong.filter(([what]) => what !== 'bytes')) {
    expect(() => from(value, true)).toThrow('PrivateKey.from: bytes must be a Uint8Array');
  }
});
