import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { PlainError } from '../../src/encoding/plain-error.ts';
import { execute, RpcError } from '../../src/public/rpc.ts';

const elsewhere = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const refused = () =>
  execute('createrawtransaction', { inputs: [], outputs: { [elsewhere]: 1 } }).catch(
    (error) => error,
  );

test('a thrown error keeps its code and hint in a structured clone and in JSON', async () => {
  const error = await refused();
  expect(error).toBeInstanceOf(RpcError);
  const { code, message, hint } = error;
  expect(hint).toEqual(expect.any(String));
  expect(structuredClone(error)).toEqual({ name: 'RpcError', code, message, hint });
  expect(JSON.parse(JSON.stringify(error))).toEqual({ name: 'RpcError', code, message, hint });
});

test('a thrown error has a name, a message and a stack', async () => {
  const error = await refused();
  expect(error).toBeInstanceOf(Error);
  expect(error).toBeInstanceOf(PlainError);
  expect(String(error)).toBe(`RpcError: Invalid Bitcoin address: ${elsewhere}`);
  expect(error.stack.split('\n')[0]).toBe(String(error));
  expect(error.stack).toContain('runMethod');
  expect(Object.keys(error)).not.toContain('stack');
  expect(inspect(error)).toContain('code: -5');
});
