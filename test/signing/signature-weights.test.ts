import { expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { p2pkhScript, p2wpkhScript } from '../../src/script/builders.ts';
import { signTransaction } from '../../src/signing/sign-transaction.ts';
import { resignedWeight } from '../../src/signing/signature-weights.ts';
import { curve, jobOf, keyOf, publicKeyOf, spendOf } from '../support/signing.ts';

const hash = hash160(publicKeyOf(1));
const spend = spendOf([p2pkhScript(hash), p2wpkhScript(hash)]);
const { transaction } = signTransaction(jobOf(spend, { keys: [keyOf(1)] }));
const weights = (coins: typeof spend.coins) =>
  transaction.inputs.map((_, i) => resignedWeight(transaction, i, coins, curve));

test('signed inputs weigh what Bitcoin Optech and wallets count for them', () => {
  // 148 and 68 vbytes, and the empty witness of the first beside the second's.
  expect(weights(spend.coins)).toEqual([4 * 148 + 1, 4 * 68]);
});

test('an input of an unknown coin, or beyond the last, has no weight', () => {
  expect(weights(new Map())).toEqual([0, 0]);
  expect(resignedWeight(transaction, 2, spend.coins, curve)).toBe(0);
});
