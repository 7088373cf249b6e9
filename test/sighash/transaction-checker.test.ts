import { SigHash } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { p2trScript } from '../../src/script/builders.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { parseSighashType } from '../../src/sighash/sighash-type.ts';
import { transactionChecker } from '../../src/sighash/transaction-checker.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import { curve, keyOf, sign, spendOf, xOnlyOf } from '../support/signing.ts';

test('a name of a sighash type is the number of @scure/btc-signer', () => {
  const { DEFAULT, ALL, NONE, SINGLE, ALL_ANYONECANPAY } = SigHash;
  const { NONE_ANYONECANPAY, SINGLE_ANYONECANPAY } = SigHash;
  expect(['DEFAULT', 'ALL', 'NONE', 'SINGLE'].map(parseSighashType)).toEqual([
    DEFAULT,
    ALL,
    NONE,
    SINGLE,
  ]);
  expect(['ALL', 'NONE', 'SINGLE'].map((name) => parseSighashType(`${name}|ANYONECANPAY`))).toEqual(
    [ALL_ANYONECANPAY, NONE_ANYONECANPAY, SINGLE_ANYONECANPAY],
  );
});

test('a Schnorr signature has 64 bytes, or 65 of which the last is a type but DEFAULT (BIP341)', () => {
  const spend = spendOf([p2trScript(xOnlyOf(1))]);
  const { transaction } = sign(spend, { keys: [keyOf(1)] });
  const coins = transaction.inputs.map(({ prevout }) => spend.coins.get(outPointKey(prevout)));
  const { checkSchnorrSignature } = transactionChecker(
    createSighashCache(transaction, coins),
    0,
    curve,
  );
  const signature = transaction.inputs[0]?.witness[0] ?? new Uint8Array(0);
  const check = (bytes: typeof signature) => checkSchnorrSignature(bytes, xOnlyOf(1), {});
  expect(check(signature)).toBeUndefined();
  for (const type of [0x00, 0x04, 0x80, 0x84]) {
    expect(check(concatBytes(signature, Uint8Array.of(type)))).toBe('SCHNORR_SIG_HASHTYPE');
  }
  expect(check(concatBytes(signature, Uint8Array.of(0x01)))).toBe('SCHNORR_SIG');
  for (const size of [0, 63, 66]) {
    const resized = new Uint8Array(size);
    resized.set(signature.subarray(0, size));
    expect(check(resized)).toBe('SCHNORR_SIG_SIZE');
  }
});
