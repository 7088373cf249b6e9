import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printJson } from '../../src/json/print.ts';
import { execute } from '../../src/library/call.ts';
import { fromPlain, type PlainValue, toPlain } from '../../src/rpc/plain.ts';
import { exampleOptions } from '../support/example-options.ts';

test('any JSON value survives a round trip', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(toPlain(fromPlain(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

describe('fromPlain', () => {
  test.each([
    [{ a: undefined, b: [undefined, null] }, '{"b":[null,null]}'],
    [[0.1, 1e21, 1e-8, -0, 123n ** 9n], '[0.1,1e+21,1e-8,0,6443858614676334363]'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    [JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
  ])('%o', (value, text) => {
    expect(printJson(fromPlain(value))).toBe(text);
  });

  test('holes in an array become null', () => {
    expect(printJson(fromPlain(new Array(2)))).toBe('[null,null]');
  });
});

test('toPlain keeps the last of repeated members, and no prototype is changed', () => {
  const one = { number: '1' };
  const plain = toPlain({
    members: [
      ['a', one],
      ['a', '2'],
      ['__proto__', []],
    ],
  });
  expect(plain).toEqual(JSON.parse('{"a":"2","__proto__":[]}'));
  expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
});

describe('a bigint is never read as an amount in BTC', () => {
  const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  const unsigned = `0200000001${'11'.repeat(32)}0000000000ffffffff0000000000`;
  const coin = { txid: '11'.repeat(32), vout: 0, scriptPubKey: `0014${'22'.repeat(20)}` };
  const pays = (amount: unknown) => [{ [address]: amount }];
  const doors: readonly (readonly [method: string, params: unknown])[] = [
    ['createrawtransaction', [[], pays(1000n)]],
    ['createrawtransaction', [[], { [address]: 1000n }]],
    ['createrawtransaction', { inputs: [], outputs: pays(1000n) }],
    ['createrawtransaction', { args: [[], pays(1000n)] }],
    ['createpsbt', [[], pays(1000n)]],
    ['signrawtransactionwithkey', [unsigned, [], [{ ...coin, amount: 1000n }]]],
    ['signrawtransactionwithwallet', [unsigned, [{ ...coin, amount: 1000n }]]],
    ['send', { outputs: pays(1000n) }],
    ['send', { outputs: pays(0.1), fee_rate: 1000n }],
    ['send', { outputs: pays(0.1), options: { fee_rate: 1000n } }],
    ['walletcreatefundedpsbt', [[], pays(1000n)]],
    ['walletcreatefundedpsbt', [[], pays(0.1), 0, { fee_rate: 1000n }]],
    ['walletcreatefundedpsbt', [[], pays(0.1), 0, { feeRate: 1000n }]],
    ['listunspent', [0, 9999, [], true, { minimumAmount: 1000n }]],
  ];

  test.each(doors)('%s %o', async (method, params) => {
    const options = exampleOptions();
    await execute('createwallet', ['w'], options);
    // For callers without types, because the compiler rejects some of these.
    const call = execute(method, params as readonly PlainValue[], options);
    await expect(call).rejects.toMatchObject({
      code: -3,
      message: expect.stringMatching(/^Amount must not be a bigint \(1000n\); .*write /),
    });
  });

  test('the error suggests the value for this many satoshi', async () => {
    const call = execute('createrawtransaction', [[], { [address]: 1000n }]);
    await expect(call).rejects.toThrow("write '0.00001000' for 1000 satoshi");
  });

  test('rejects a wrapper object of a bigint or a number', async () => {
    for (const amount of [Object(1000n), Object(1000)]) {
      const call = execute('createrawtransaction', [[], pays(amount) as readonly PlainValue[]]);
      await expect(call).rejects.toMatchObject({ code: -3 });
    }
  });

  test('integers other than amounts may be bigints', async () => {
    const inputs = [{ txid: coin.txid, vout: 0n, sequence: 5n }];
    const params = [inputs, pays('0.00001000') as readonly PlainValue[], 7n];
    const hex = await execute('createrawtransaction', params, { network: 'regtest' });
    expect(hex).toContain('05000000');
  });
});
