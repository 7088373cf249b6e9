import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { type Bytes, concatBytes, emptyBytes } from '../../src/encoding/bytes.ts';
import {
  multisigScript,
  p2shScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { pushMinimal } from '../../src/script/script.ts';
import { Sighash } from '../../src/sighash/sighash-type.ts';
import { combineTransactions } from '../../src/signing/combine.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { curve, keyOf, publicKeyOf, sign, spendOf } from '../support/signing.ts';

const withInput = (transaction: Transaction, change: Partial<Transaction['inputs'][0]>) => ({
  ...transaction,
  inputs: transaction.inputs.map((input) => ({ ...input, ...change })),
});

test('combining takes the first of two complete copies, wherever an incomplete one is', () => {
  const spend = spendOf([p2wpkhScript(hash160(publicKeyOf(1)))]);
  const coins = [...spend.coins.values()];
  const [all, none] = [Sighash.ALL, Sighash.NONE].map(
    (sighashType) => sign(spend, { keys: [keyOf(1)], sighashType }).transaction,
  ) as [Transaction, Transaction];
  expect(all).not.toEqual(none);
  const { transaction } = spend;
  expect(combineTransactions([all, none], coins, curve)).toEqual(all);
  expect(combineTransactions([none, transaction, all], coins, curve)).toEqual(none);
  expect(combineTransactions([transaction, none, all], coins, curve)).toEqual(none);
});

describe('a copy with an empty element where its script should be', () => {
  const script = multisigScript(2, [publicKeyOf(1), publicKeyOf(2)]);
  const items: readonly Bytes[] = [emptyBytes, new Uint8Array(71).fill(1), emptyBytes];
  const scriptSig = concatBytes(...items.map(pushMinimal));

  test.each([
    ['P2SH', p2shScript(hash160(script)), { scriptSig }],
    ['P2WSH', p2wshScript(sha256(script)), { witness: items }],
  ])('takes the script of no other copy away: %s', (_, scriptPubKey, change) => {
    const spend = spendOf([scriptPubKey]);
    const { transaction } = sign(spend, { keys: [keyOf(1)], scripts: [script] });
    const broken = withInput(spend.transaction, change);
    const coins = [...spend.coins.values()];
    expect(combineTransactions([broken, transaction], coins, curve)).toEqual(transaction);
  });
});
