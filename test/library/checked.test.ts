import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { describe, expect, test } from 'vitest';
import { isBytes } from '../../src/encoding/bytes.ts';
import { networks } from '../../src/encoding/network.ts';
import { RpcError } from '../../src/rpc/error.ts';
import { publicEntries } from '../support/build/public-names.ts';
import { root } from '../support/paths.ts';
import { curve, jobOf, keyOf, spendOf } from '../support/signing.ts';

const entries = [
  'address',
  'descriptor',
  'message',
  'psbt',
  'script',
  'sighash',
  'signing',
  'transaction',
];
type Callable = (...args: readonly unknown[]) => unknown;
type Lists = { readonly [entry: string]: { readonly [name: string]: unknown } };
const lists: Lists = Object.fromEntries(
  await Promise.all(
    [...entries, 'wallet'].map(async (entry) => [
      entry,
      await import(`../../src/public/${entry}.ts`),
    ]),
  ),
);
const isClass = (value: unknown) => /^class\b/.test(String(value));

const functions = publicEntries().flatMap(({ specifier, names }) => {
  const entry = specifier.replace('coldsign/', '');
  return names.flatMap(({ name }) => {
    const value = lists[entry]?.[name];
    if (typeof value !== 'function' || isClass(value)) return [];
    return [{ entry, name, call: value as Callable }];
  });
});

/** The names of a function's parameters, as the types that are published have them. */
function parametersOf(entry: string, name: string): readonly string[] {
  const text = readFileSync(join(root, `src/library/${entry}.ts`), 'utf8');
  const inside = new RegExp(`'${name}',\\s*\\{([^}]*)\\}`).exec(text)?.[1] ?? '';
  return [...inside.matchAll(/'?(?:\.\.\.)?(\w+)'?: '/g)].map(([, parameter = '']) => parameter);
}

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

/** Arguments that are right for each parameter, so that one of them can be wrong. */
const spend = spendOf([Uint8Array.of(0x51)]);
const job = jobOf(spend, { keys: [keyOf(1)], scripts: [] });
const { createFlatSigningProvider, parseDescriptor } = lists.descriptor as {
  readonly [name: string]: Callable;
};
const { createPsbt } = lists.psbt as { readonly [name: string]: Callable };
const psbt = createPsbt?.(spend.transaction, 2) as { readonly inputs: readonly unknown[] };
const context = { network: networks.regtest, secp256k1: curve };
const parsed = parseDescriptor?.('raw(51)', context) as {
  readonly descriptors: readonly unknown[];
};
const right: { readonly [parameter: string]: unknown } = {
  amount: 1n,
  bytes: Uint8Array.of(0),
  cache: (lists.sighash as { readonly [name: string]: Callable }).createSighashCache?.(
    spend.transaction,
    [undefined],
  ),
  checker: lists.script?.refusingChecker,
  coins: [undefined],
  context,
  curve,
  data: Uint8Array.of(1),
  decimals: 8,
  descriptor: parsed.descriptors[0],
  error: 'OK',
  first: job.provider,
  flags: 0,
  form: { witness: true },
  signers: {},
  hash: new Uint8Array(20),
  input: psbt.inputs[0],
  job,
  key: keyOf(1),
  flatProvider: createFlatSigningProvider?.(),
  message: 'Hello World',
  more: createFlatSigningProvider?.(),
  network: networks.regtest,
  of: 4,
  opcode: 0,
  options: undefined,
  outPoint: { txid: 'ab'.repeat(32), vout: 0 },
  outputKey: new Uint8Array(32),
  parts: 0,
  payload: 'raw(51)',
  position: 0,
  positions: [0],
  privateKeys: new Map(),
  provider: job.provider,
  psbt,
  psbts: psbt,
  publicKey: new Uint8Array(33),
  publicKeys: [],
  required: 1,
  script: Uint8Array.of(0x51),
  scriptPubKey: Uint8Array.of(0x51),
  scriptSig: new Uint8Array(),
  second: job.provider,
  secp256k1: curve,
  signed: { message: '', script: Uint8Array.of(0x51), signature: '' },
  shuffle: (items: readonly unknown[]) => items,
  source: { secp256k1: curve, findPrivateKey: () => undefined },
  target: createFlatSigningProvider?.(),
  text: '',
  transaction: spend.transaction,
  value: 0,
  verifier: curve,
  version: 0,
  witness: [],
};
const messageJob = {
  message: 'Hello World',
  script: Uint8Array.of(0x51),
  provider: job.provider,
  secp256k1: curve,
};
/** Where one name has several meanings. */
const rightIn: { readonly [call: string]: unknown } = {
  'checkChecksum.required': false,
  'transactionChecker.input': 0,
  'joinPsbts.psbts': [psbt],
  'createKeyProvider.options': { keys: [] },
  'createSingleKeyProvider.keys': [],
  'smallestPsbt.options': { segwit: true },
  'locateChecksumError.text': 'raw(51)#8lvh9jxk',
  'signMessage.job': messageJob,
  'signMessageWith.job': messageJob,
  'signPsbt.job': { psbt, provider: job.provider, secp256k1: curve, finalize: true },
  'signPsbtWith.job': { psbt, provider: job.provider, secp256k1: curve, finalize: true },
  'inputErrorSentence.error': { kind: 'coin-not-found' },
};
const rightFor = (name: string, parameter: string): unknown =>
  `${name}.${parameter}` in rightIn ? rightIn[`${name}.${parameter}`] : right[parameter];

/** Values alone: bytes of every kind as lists, functions as their being there. */
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

const layered = functions.filter(({ entry }) => entries.includes(entry));
const checkedOnes = layered.filter(({ entry, name }) => parametersOf(entry, name).length > 0);

test('every function of the layers that takes arguments has them checked', () => {
  const others = layered.filter((one) => !checkedOnes.includes(one)).map(({ name }) => name);
  expect(others.sort()).toEqual(['createFlatSigningProvider', 'createMusigNonces']);
});

describe.each(checkedOnes)('$entry: $name', ({ entry, name, call }) => {
  const parameters = parametersOf(entry, name);

  test('takes what is right', async () => {
    const args = parameters.map((parameter) => rightFor(name, parameter));
    const error = await thrown(call, args);
    expect(error).toBeUndefined();
  });

  test.each(parameters)(
    'says so when %s is of a wrong type, and not what came',
    async (parameter) => {
      let refusals = 0;
      for (const [what, value] of wrong) {
        const args = parameters.map((each) => (each === parameter ? value : rightFor(name, each)));
        const error = await thrown(call, args);
        const isRight = what === 'a function' && typeof rightFor(name, parameter) === 'function';
        if (error === undefined || isRight) continue;
        refusals++;
        expect(error, what).toBeInstanceOf(TypeError);
        expect(error, what).toHaveProperty('code', 'ERR_INVALID_ARG_TYPE');
        const words = String((error as Error).message);
        expect(words, what).toMatch(new RegExp(`^${name}: ${parameter}\\b.* must be .+, not .+`));
        expect(words, what).not.toContain(SECRET.slice(0, 8));
        // One dialect with the other errors: it goes through JSON and between threads with all that it says.
        const said = { code: 'ERR_INVALID_ARG_TYPE', message: words };
        for (const copy of [structuredClone(error), JSON.parse(JSON.stringify(error))]) {
          expect(copy, what).toMatchObject({ ...said, hint: expect.stringMatching(/^\w.+\.$/) });
        }
      }
      expect(refusals).toBeGreaterThan(8);
    },
  );
});

test('what of the wallet entry throws, throws an RpcError', async () => {
  const none = async () => undefined;
  const storage = { read: none, write: none, names: async () => [] };
  for (const { name, call } of functions.filter(({ entry }) => entry === 'wallet')) {
    for (const [what, value] of wrong) {
      for (const args of [[value], [storage, value], [Uint8Array.of(1), 'main', value]]) {
        const error = await thrown(call, args);
        if (error !== undefined) expect(error, `${name} ${what}`).toBeInstanceOf(RpcError);
      }
    }
  }
});

test.each([
  [
    'an amount as a number',
    { outputs: [{ value: 1, scriptPubKey: new Uint8Array() }] },
    'outputs[0].value must be a bigint, not a number',
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
    'inputs[0].prevout.txid must be a string, not a Uint8Array',
  ],
])('a transaction with %s is refused where it is wrong', async (_, change, words) => {
  const transaction = { ...spend.transaction, ...change };
  for (const name of ['encodeTransaction', 'transactionId', 'virtualSize']) {
    const call = lists.transaction?.[name] as Callable;
    const parameter = name === 'virtualSize' ? 'of' : 'transaction';
    expect(await thrown(call, [transaction])).toMatchObject({
      message: `${name}: ${parameter}.${words}`,
    });
  }
});

describe.each([
  ["Node's Buffer", (bytes: Uint8Array): Uint8Array => Buffer.from(bytes)],
  [
    'another realm',
    (bytes: Uint8Array): Uint8Array => new (vm.runInNewContext('Uint8Array'))(bytes),
  ],
])('bytes of %s', (_, make) => {
  test('are bytes, wherever some are taken', async () => {
    for (const { entry, name, call } of checkedOnes) {
      const parameters = parametersOf(entry, name);
      const own = parameters.map((parameter) => rightFor(name, parameter));
      const isOwn = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
      if (!own.some(isOwn)) continue;
      const other = own.map((value) => (isOwn(value) ? make(value) : value));
      expect(plain(call(...other)), name).toEqual(plain(call(...own)));
    }
  });

  test('can be a private key, which is a copy', () => {
    const { PrivateKey } = lists.signing as {
      PrivateKey: typeof import('../../src/crypto/private-key.ts').PrivateKey;
    };
    const given = make(new Uint8Array(32).fill(7));
    const key = PrivateKey.from(given, true);
    given.fill(0);
    expect(key?.reveal()).toEqual(new Uint8Array(32).fill(7));
  });
});

test('a private key is made of bytes alone', () => {
  const { PrivateKey } = lists.signing as { readonly PrivateKey: { readonly from: Callable } };
  for (const [, value] of wrong.filter(([what]) => what !== 'bytes')) {
    expect(() => PrivateKey.from(value, true)).toThrow(
      'PrivateKey.from: bytes must be a Uint8Array',
    );
  }
});
