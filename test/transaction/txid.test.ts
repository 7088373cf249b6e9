import { expect, test } from 'vitest';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { transactionId } from '../../src/transaction/txid.ts';

const pays = (value: bigint): Transaction => ({
  version: 2,
  inputs: [],
  outputs: [{ value, scriptPubKey: Uint8Array.of(0x51) }],
  locktime: 0,
});

test('ids are right if one is requested while another transaction is written', () => {
  const [outer, inner] = [transactionId(pays(1n)), transactionId(pays(2n))];
  const asked: string[] = [];
  const curious = {
    ...pays(1n),
    get locktime() {
      asked.push(transactionId(pays(2n)));
      return 0;
    },
  };
  expect(transactionId(curious)).toBe(outer);
  expect(asked).toEqual([inner]);
});

test('a failed id does not affect the next one', () => {
  const id = transactionId(pays(1n));
  const prevout = { txid: 'no hash', vout: 0 };
  const input = { prevout, scriptSig: new Uint8Array(0), sequence: 0, witness: [] };
  expect(() => transactionId({ ...pays(1n), inputs: [input] })).toThrow('a Txid is 64 hex digits');
  expect(transactionId(pays(1n))).toBe(id);
});
