import { expect, test } from 'vitest';
import { outPointKey, repeatedOutPoints } from '../../src/transaction/transaction.ts';

const [a, b] = ['aa'.repeat(32), 'bb'.repeat(32)];

test('reports repeated coins with their first position, and no other output of that transaction', () => {
  const places = ['a0', 'a1', 'b1', 'a1', 'b0', 'a0', 'a1', 'b1', 'a2'];
  const outPoints = places.map(([name, vout]) => ({
    txid: name === 'a' ? a : b,
    vout: Number(vout),
  }));
  const keys = outPoints.map(outPointKey);
  const expected = keys.flatMap((key, i) =>
    keys.indexOf(key) < i ? [[keys.indexOf(key), i]] : [],
  );
  expect(expected).toHaveLength(4);
  expect(repeatedOutPoints(outPoints)).toEqual(expected);
});
