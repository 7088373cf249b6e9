import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type CallOptions,
  createrawtransaction,
  execute,
  RpcError,
  signrawtransactionwithkey,
} from '../../src/public/rpc.ts';
import { openSnapshot } from '../../src/public/wallet.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { countedBytes } from '../support/counted-bytes.ts';
import { createRandom } from '../support/generate/random.ts';
import { vectorPath } from '../support/paths.ts';

const words = (call: () => Promise<unknown>) =>
  call().then(
    () => 'no error',
    (error: unknown) => (error instanceof RpcError ? `${error.code} ${error.message}` : error),
  );

/** Options as callers without types may pass them. */
const anyOptions = (options: unknown) => options as CallOptions;

const txid = '11'.repeat(32);
const hexstring = `0200000001${txid}0000000000ffffffff0100000000000000000000000000`;
const sign = (options: unknown) =>
  words(() => signrawtransactionwithkey({ hexstring, privkeys: [] }, anyOptions(options)));

test.each([null, 'regtest', 5])('%j are no options', async (options) => {
  const make = () => createrawtransaction({ inputs: [], outputs: [] }, anyOptions(options));
  expect(await words(make)).toBe('-3 The options must be an object');
});

test('an unknown option is named: a typo could mean another chain', async () => {
  expect(await sign({ netwrok: 'regtest' })).toBe('-3 Unknown option netwrok');
  expect(await sign({ toString: 1 })).toBe('-3 Unknown option toString');
});

const names = [
  'network',
  'secp256k1',
  'findCoins',
  'onProgress',
  'details',
  'signer',
  'workers',
  'chain',
  'mining',
  'wallets',
  'walletName',
  'now',
  'setTime',
  'random',
  'musigNonces',
  'notify',
  'reportBug',
];

test.each(names)('the error on %s of a wrong kind names it', async (name) => {
  for (const value of [null, 5, Number.NaN, {}, [], new Map(), Symbol('x')]) {
    expect(await sign({ [name]: value })).toMatch(new RegExp(`^-3 The option ${name} must be `));
  }
  expect(await sign({ [name]: undefined })).toBe('no error');
});

test('a signer needs valid public keys', async () => {
  for (const key of ['02', new Uint8Array(32), null]) {
    const signer = { publicKeys: [key], sign: async () => [] };
    expect(await sign({ signer })).toMatch(/^-3 The option signer must be .*33 or 65 bytes$/);
  }
});

describe('questions to the caller', () => {
  test('coins', async () => {
    const odd = [
      5,
      null,
      'x',
      {},
      { scriptPubKey: '51' },
      { scriptPubKey: new Uint8Array(1), value: 1 },
      { scriptPubKey: new Uint8Array(1), amount: 1n },
    ];
    for (const coin of odd) {
      const findCoins = () => new Map([[`${txid}:0`, coin]]);
      expect(await sign({ findCoins })).toMatch(/^-3 The option findCoins must give a Map/);
    }
    for (const found of [undefined, null, 5, {}, []]) {
      expect(await sign({ findCoins: () => found })).toMatch(/^-3 The option findCoins must give/);
    }
    const coin = { scriptPubKey: Uint8Array.of(0x51), value: 1n };
    expect(await sign({ findCoins: () => new Map([[`${txid}:0`, coin]]) })).toBe('no error');
  });

  const make = (options: object) =>
    words(() =>
      execute('createwallet', ['w'], {
        network: 'regtest',
        wallets: createMemoryHost({ keypoolSize: 1 }),
        now: () => 5,
        random: createRandom(1).bytes,
        ...options,
      }),
    );

  test('the time, in seconds', async () => {
    for (const time of [Number.NaN, -1, 1_795_239_000_000, '5', undefined, 5n]) {
      expect(await make({ now: () => time })).toMatch(/^-3 The option now must give seconds/);
    }
    expect(await make({ now: () => 5.5 })).toBe('no error');
    const fail = () => {
      throw new Error('no battery');
    };
    expect(await make({ now: fail })).toBe('-1 The clock failed: no battery');
  });

  test('randomness', async () => {
    for (const bytes of [
      undefined,
      [],
      'x',
      new Uint8Array(1),
      new Uint16Array(32),
      Math.random(),
    ]) {
      expect(await make({ random: () => bytes })).toMatch(/^-3 The option random must give/);
    }
    const buffers = (length: number) => Buffer.from(countedBytes(length));
    expect(await make({ random: buffers })).toBe('no error');
    expect(await make({ random: crypto.getRandomValues })).toMatch(/^-1 No randomness: /);
  });

  test('signs only if approval returns true and does not fail', async () => {
    const privkeys = ['KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'];
    const scriptPubKey = '0014751e76e8199196d454941c45d1b3a323f1433bd6';
    const prevtxs = [{ txid, vout: 0, scriptPubKey, amount: 0.00001 }];
    const asked = (approve: unknown) =>
      words(async () => {
        const args = { hexstring, privkeys, prevtxs };
        const { complete } = await signrawtransactionwithkey(args, anyOptions({ approve }));
        if (complete) throw new Error('signed');
      });
    const none = [{ confirmed: 'all' }, { confirmed: [1] }];
    for (const answer of [
      undefined,
      null,
      'no',
      'yes',
      1,
      {},
      [],
      Promise.resolve('no'),
      ...none,
    ]) {
      expect(await asked(() => answer)).toBe(
        '-3 Nothing was signed: the option approve must answer true, false or { confirmed: [ids] }',
      );
    }
    const refusals = [
      () => {
        throw new Error('the window was closed');
      },
      () => Promise.reject(new Error('the window was closed')),
      async () => {
        throw 'the window was closed';
      },
    ];
    for (const approve of refusals) {
      expect(await asked(approve)).toBe(
        '-1 Nothing was signed: the option approve failed: the window was closed',
      );
    }
    expect(await asked(() => false)).toBe(
      '-1 Nothing was signed: the transaction was not approved',
    );
    expect(await asked(async () => true)).toEqual(new Error('signed'));
  });

  test('listening', async () => {
    const onProgress = () => {
      throw new Error('the page is gone');
    };
    expect(await sign({ onProgress })).toBe('-1 The option onProgress failed: the page is gone');
  });

  test('is the cause of the error when it throws any value', async () => {
    const privkeys = ['KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'];
    const scriptPubKey = '0014751e76e8199196d454941c45d1b3a323f1433bd6';
    const prevtxs = [{ txid, vout: 0, scriptPubKey, amount: 0.00001 }];
    for (const thrown of [new Error('mine'), { code: 7 }, Object.create(null), 'text', 0]) {
      const fail = () => {
        throw thrown;
      };
      const calls = [
        { findCoins: fail },
        { approve: fail, prevtxs },
        { onProgress: fail, prevtxs },
        { signer: { publicKeys: [], sign: fail }, prevtxs },
      ].map(({ prevtxs: spent, ...options }) =>
        signrawtransactionwithkey(
          { hexstring, privkeys: 'signer' in options ? [] : privkeys, ...(spent && { prevtxs }) },
          anyOptions(options),
        ),
      );
      const host = { network: 'regtest', wallets: createMemoryHost({ keypoolSize: 1 }) };
      for (const name of ['now', 'random']) {
        const given = { now: () => 5, random: createRandom(1).bytes, ...host, [name]: fail };
        calls.push(execute('createwallet', ['w'], anyOptions(given)) as Promise<never>);
      }
      for (const [i, call] of calls.entries()) {
        const error: unknown = await call.catch((caught: unknown) => caught);
        // A signer without keys is not asked.
        if (i === 3) continue;
        expect(error, `${i}`).toBeInstanceOf(RpcError);
        expect((error as RpcError).cause).toBe(thrown);
        expect((error as RpcError).message).not.toContain('object Object');
        expect(JSON.stringify(error)).not.toContain('cause');
      }
    }
  });

  test('a chain may be an instance of a class', async () => {
    const snapshot = readFileSync(vectorPath('example/chain.snapshot'));
    const inner = openSnapshot(snapshot, 'regtest');
    class Chain {
      readonly #inner = inner;
      tip() {
        return this.#inner.tip();
      }
    }
    // Otherwise the snapshot's is used.
    const { tip: _, ...others } = inner;
    const chain = Object.assign(new Chain(), others);
    expect(await make({ chain })).toBe('no error');
  });
});

test('names values that JSON lacks', async () => {
  const make = (value: unknown) =>
    words(() => execute('createrawtransaction', JSON.parse('[]').concat([value])));
  expect(await make(Number.NaN)).toBe('-3 A JSON value was expected, not NaN');
  expect(await make(new Uint8Array(2))).toMatch(
    /not a Uint8Array: bytes are given in hexadecimal$/,
  );
});
