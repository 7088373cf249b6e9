import { describe, expect, test } from 'vitest';
import {
  createContext,
  createrawtransaction,
  execute,
  networks,
  RpcError,
} from '../../src/index.ts';

const txid = '11'.repeat(32);

describe('createrawtransaction', () => {
  test('from plain values', async () => {
    const hex = await createrawtransaction({
      inputs: [{ txid, vout: 0 }],
      outputs: [{ data: '00ff' }],
      locktime: 5,
    });
    expect(hex).toBe(`0200000001${txid}0000000000feffffff010000000000000000046a0200ff05000000`);
  });

  test('the profile of Core has other defaults', async () => {
    const args = { inputs: [{ txid, vout: 0 }], outputs: {} };
    expect(await createrawtransaction(args, { profile: 'core' })).toContain('fdffffff');
    expect(await createrawtransaction(args)).toContain('ffffffff00');
  });

  test('the network by name or as a value', async () => {
    const outputs = [{ mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn: '0.10000000' }];
    const byName = await createrawtransaction({ inputs: [], outputs }, { network: 'regtest' });
    const byValue = await createrawtransaction(
      { inputs: [], outputs },
      { network: networks.regtest },
    );
    expect(byName).toBe(byValue);
    expect(byName).toContain('8096980000000000');
    await expect(createrawtransaction({ inputs: [], outputs })).rejects.toMatchObject({
      code: -5,
      message: 'Invalid Bitcoin address: mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    });
  });

  test('an amount that no decimal text gave is refused', async () => {
    const call = (amount: number) =>
      createrawtransaction(
        { inputs: [], outputs: { mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn: amount } },
        { network: 'regtest' },
      );
    expect(await call(0.1)).toContain('8096980000000000');
    expect(await call(1e-8)).toContain('0100000000000000');
    await expect(call(0.1 + 0.2)).rejects.toThrow('Invalid amount');
  });

  test('errors are RpcError', async () => {
    const wrong = createrawtransaction({ inputs: [{ txid: 'x', vout: 0 }], outputs: [] });
    await expect(wrong).rejects.toBeInstanceOf(RpcError);
    await expect(wrong).rejects.toMatchObject({
      code: -8,
      message: "txid must be of length 64 (not 1, for 'x')",
    });
  });
});

describe('execute', () => {
  test('JSON text in, JSON text out', async () => {
    expect(await execute('createrawtransaction', '[[],{"data":12}]')).toBe(
      '"0200000000010000000000000000036a011200000000"',
    );
    await expect(execute('createrawtransaction', '[')).rejects.toMatchObject({ code: -32700 });
    await expect(execute('createrawtransaction', '5')).rejects.toMatchObject({ code: -32600 });
  });

  test('plain values in, plain values out, by position or by name', async () => {
    expect(await execute('createrawtransaction', [[], []])).toBe('02000000000000000000');
    expect(await execute('createrawtransaction', { outputs: [], inputs: [], version: 3n })).toBe(
      '03000000000000000000',
    );
    expect(await execute('help')).toContain('createrawtransaction');
  });

  test('an unknown method, network or profile', async () => {
    await expect(execute('nope')).rejects.toMatchObject({
      code: -32601,
      message: 'Method not found',
    });
    await expect(execute('help', '[]', JSON.parse('{"network":"moon"}'))).rejects.toThrow(
      'Unknown chain moon',
    );
    await expect(execute('help', '[]', JSON.parse('{"profile":"x"}'))).rejects.toThrow(
      'Unknown profile x',
    );
  });

  test('values that JSON does not have are refused', async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const values: unknown[] = [
      circle,
      Number.NaN,
      () => 1,
      Symbol('s'),
      new Map(),
      new Uint8Array(2),
    ];
    for (const value of values) {
      const params = JSON.parse('[]');
      params.push(value);
      await expect(execute('createrawtransaction', params)).rejects.toMatchObject({ code: -3 });
    }
  });
});

test('createContext fills in the defaults', () => {
  expect(createContext()).toMatchObject({ network: networks.main, profile: 'contract' });
});
