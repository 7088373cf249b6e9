import { expect, test } from 'vitest';
import { RpcError } from '../../src/rpc/error.ts';
import { findKnownCoins } from '../../src/rpc/signing/known-coins.ts';

test('a node that refuses to tell of coins is no bug of ours: the error says what it said', async () => {
  const refused = async () => {
    throw new Error('127.0.0.1:8332: HTTP 401');
  };
  const asked = findKnownCoins({ findCoins: refused }, []);
  await expect(asked).rejects.toThrow(RpcError);
  await expect(asked).rejects.toThrow('The chain cannot be asked: 127.0.0.1:8332: HTTP 401');
});

test('coins that nobody can be asked for are not known', async () => {
  expect(await findKnownCoins({}, [])).toEqual(new Map());
});
