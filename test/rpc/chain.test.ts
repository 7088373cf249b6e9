import { expect, test } from 'vitest';
import { findKnownCoins } from '../../src/rpc/chain.ts';
import { RpcError } from '../../src/rpc/error.ts';

test('the error of a node that refuses to look up coins is passed on, and is no bug', async () => {
  const refused = async () => {
    throw new Error('127.0.0.1:8332: HTTP 401');
  };
  const asked = findKnownCoins({ findCoins: refused }, []);
  await expect(asked).rejects.toThrow(RpcError);
  await expect(asked).rejects.toThrow('The chain cannot be asked: 127.0.0.1:8332: HTTP 401');
});

test('coins are unknown without a source', async () => {
  expect(await findKnownCoins({}, [])).toEqual(new Map());
});
