import { expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import {
  multisigScript,
  p2pkhScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { signTransaction } from '../../src/signing/sign-transaction.ts';
import { resignedWeight } from '../../src/signing/signature-weights.ts';
import { curve, jobOf, keyOf, publicKeyOf, sign, spendOf, xOnlyOf } from '../support/signing.ts';

const hash = hash160(publicKeyOf(1));
const spend = spendOf([p2pkhScript(hash), p2wpkhScript(hash), p2trScript(xOnlyOf(1))]);
const { transaction } = signTransaction(jobOf(spend, { keys: [keyOf(1)] }));
const weights = (coins: typeof spend.coins) =>
  transaction.inputs.map((_, i) => resignedWeight(transaction, i, coins, curve));

test('signed inputs weigh what Bitcoin Optech and wallets count for them', () => {
  // 148, 68 and 57.5 vbytes, and the empty witness of the first beside the others'.
  expect(weights(spend.coins)).toEqual([4 * 148 + 1, 4 * 68, 4 * 57.5]);
});

test('an input of an unknown coin, or beyond the last, has no weight', () => {
  expect(weights(new Map())).toEqual([0, 0, 0]);
  expect(resignedWeight(transaction, 3, spend.coins, curve)).toBe(0);
});

test('a multisig weighs its signatures at 72 bytes each, whichever keys were tried', () => {
  const keys = [1, 2, 3].map((number) => publicKeyOf(number));
  const script = multisigScript(2, keys);
  for (const numbers of [
    [1, 2],
    [1, 3],
    [2, 3],
  ]) {
    const wrapped = spendOf([p2wshScript(sha256(script)), p2shScript(hash160(script))]);
    const signer = { keys: numbers.map((number) => keyOf(number)), scripts: [script] };
    const { transaction } = sign(wrapped, signer);
    const weigh = (at: number) => resignedWeight(transaction, at, wrapped.coins, curve);
    // The outpoint and sequence, the scriptSig's length, then its items with their lengths.
    expect(weigh(0)).toBe(4 * (40 + 1) + 1 + 1 + 2 * 73 + 1 + script.length);
    const scriptSig = transaction.inputs[1]?.scriptSig.length ?? 0;
    const sizeOfLength = scriptSig < 253 ? 1 : 3;
    expect(weigh(1)).toBe(4 * (40 + sizeOfLength + 1 + 2 * 73 + 2 + script.length) + 1);
  }
});
