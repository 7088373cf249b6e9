import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import {
  multisigScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import type { SignatureChecker } from '../../src/script/checker.ts';
import { STANDARD_VERIFY_FLAGS } from '../../src/script/flags.ts';
import { verifyScript } from '../../src/script/interpreter/verify-script.ts';
import { Op } from '../../src/script/opcodes.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { firstFailure, type ScriptRun } from '../../src/sighash/first-failure.ts';
import { transactionChecker } from '../../src/sighash/transaction-checker.ts';
import { outPointKey, type Transaction, type TxIn } from '../../src/transaction/transaction.ts';
import { tinyVerifier } from '../support/curve.ts';
import { curves } from '../support/curves.ts';
import { runs, sampleOf } from '../support/generate/sample.ts';
import { keyOf, publicKeyOf, sign, spendOf, xOnlyOf } from '../support/signing.ts';

const numbers = [1, 2, 3];
const multisig = multisigScript(
  2,
  numbers.map((number) => publicKeyOf(number)),
);
const nested = p2wpkhScript(hash160(publicKeyOf(3)));
/** Signatures of the first two of three keys, which the third key is tried with first. */
const kinds: readonly Bytes[] = [
  p2wpkhScript(hash160(publicKeyOf(1))),
  p2pkhScript(hash160(publicKeyOf(2))),
  p2pkScript(publicKeyOf(1)),
  p2shScript(hash160(nested)),
  p2wshScript(sha256(multisig)),
  p2trScript(xOnlyOf(2)),
  Uint8Array.of(Op.OP_1),
];
const given = spendOf([...kinds, ...kinds, ...kinds]);
const signed = sign(given, {
  keys: numbers.map((number) => keyOf(number)),
  scripts: [multisig, nested],
});

type Failure = { readonly index: number; readonly error: string };
const coinsOf = ({ inputs }: Transaction) =>
  inputs.map(({ prevout }) => given.coins.get(outPointKey(prevout)));

function runsOf(transaction: Transaction): ScriptRun<Failure>[] {
  const coins = coinsOf(transaction);
  const cache = createSighashCache(transaction, coins);
  return transaction.inputs.map(({ scriptSig, witness }, index) => {
    const run = (checker: SignatureChecker) => {
      const script = coins[index]?.scriptPubKey ?? expect.unreachable();
      const failure = verifyScript(scriptSig, script, witness, STANDARD_VERIFY_FLAGS, checker);
      return failure && { index, error: failure.error };
    };
    return { cache, index, run };
  });
}

/** Verifies one by one, with libsecp256k1. */
function firstByTiny(inputs: readonly ScriptRun<Failure>[]): Failure | undefined {
  for (const { cache, index, run } of inputs) {
    const failure = run(transactionChecker(cache, index, tinyVerifier));
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** Changes a byte of the input's data. */
function changed(input: TxIn, at: number, byte: number): TxIn {
  const all = [input.scriptSig, ...input.witness];
  const longest = all.reduce((sum, { length }) => sum + length, 0);
  let place = at % Math.max(longest, 1);
  const [scriptSig = input.scriptSig, ...witness] = all.map((bytes) => {
    const copy = bytes.slice();
    if (place >= 0 && place < copy.length) copy[place] = byte;
    place -= bytes.length;
    return copy;
  });
  return { ...input, scriptSig, witness };
}

describe.each(curves)('%s', (_, curve) => {
  test('inputs of all kinds are valid', () => {
    expect(signed.errors).toEqual([]);
    expect(firstByTiny(runsOf(signed.transaction))).toBeUndefined();
    expect(firstFailure(runsOf(signed.transaction), curve)).toBeUndefined();
    expect(firstFailure([], curve)).toBeUndefined();
  });

  test('finds the same first failure as libsecp256k1 input by input, whatever is changed', () => {
    const place = fc.nat(signed.transaction.inputs.length - 1);
    const change = fc.tuple(place, fc.nat(), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), fc.boolean(), (all, back) => {
        const inputs = [...signed.transaction.inputs];
        for (const [index, at, byte] of all) {
          inputs[index] = changed(inputs[index] ?? expect.unreachable(), at, byte);
        }
        const list = runsOf({ ...signed.transaction, inputs });
        if (back) list.reverse();
        expect(firstFailure(list, curve)).toEqual(firstByTiny(list));
      }),
      { numRuns: runs(60) },
    );
  });

  test('a signature of another amount is found in any kind of script', () => {
    for (const [index, { prevout }] of signed.transaction.inputs.entries()) {
      const coins = coinsOf(signed.transaction).map((coin, at) =>
        coin && at === index ? { ...coin, value: 7n } : coin,
      );
      const cache = createSighashCache(signed.transaction, coins);
      const list = runsOf(signed.transaction).map((run) => ({ ...run, cache }));
      expect(firstFailure(list, curve), outPointKey(prevout)).toEqual(firstByTiny(list));
    }
  });

  test('finds a wrong signature at any place of several batches', () => {
    const [input] = runsOf(signed.transaction);
    const cache = createSighashCache(signed.transaction, []);
    if (input === undefined) throw new Error('there is one');
    for (const at of sampleOf([511, 512, 0, 510, 513, 599])) {
      const list = Array.from({ length: 600 }, (_x, i) => ({
        ...input,
        // Without the coin's amount, the digest differs.
        cache: i === at ? cache : input.cache,
        run: (checker: SignatureChecker) => input.run(checker) && { index: i, error: 'wrong' },
      }));
      expect(firstFailure(list, curve)).toEqual({ index: at, error: 'wrong' });
    }
  });

  test('checks every input if the list verifier wrongly refuses', () => {
    const never = { ...curve, verifyAll: () => false };
    expect(firstFailure(runsOf(signed.transaction), never)).toBeUndefined();
  });

  test('lists, and no single ones but those that OP_CHECKMULTISIG tries, are verified', () => {
    const lengths: number[] = [];
    let single = 0;
    const counting = {
      ...curve,
      verifyAll: (list: Parameters<typeof curve.verifyAll>[0]) => {
        lengths.push(list.length);
        return curve.verifyAll(list);
      },
      verifyEcdsa: (...args: Parameters<typeof curve.verifyEcdsa>) => {
        single++;
        return curve.verifyEcdsa(...args);
      },
    };
    expect(firstFailure(runsOf(signed.transaction), counting)).toBeUndefined();
    expect(lengths).toEqual([15]);
    expect(single).toBe(9);
  });
});
