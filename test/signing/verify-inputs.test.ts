import { expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { p2pkhScript, p2wpkhScript } from '../../src/script/builders.ts';
import { isComplete } from '../../src/signing/verify-inputs.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import { curve, keyOf, publicKeyOf, sign, spendOf } from '../support/signing.ts';

const hash = hash160(publicKeyOf(1));
const spend = spendOf([p2pkhScript(hash), p2wpkhScript(hash)]);
const { transaction } = sign(spend, { keys: [keyOf(1)] });

test('a transaction is complete if every coin is known and every script holds', () => {
  expect(isComplete(transaction, spend.coins, curve)).toBe(true);
  expect(isComplete(spend.transaction, spend.coins, curve)).toBe(false);
  for (const { prevout } of transaction.inputs) {
    const fewer = new Map(spend.coins);
    fewer.delete(outPointKey(prevout));
    expect(isComplete(transaction, fewer, curve)).toBe(false);
  }
  for (const at of transaction.inputs.keys()) {
    const inputs = transaction.inputs.map((input, i) =>
      i === at ? { ...input, sequence: input.sequence - 1 } : input,
    );
    expect(isComplete({ ...transaction, inputs }, spend.coins, curve)).toBe(false);
  }
});
