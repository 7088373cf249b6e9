import { describe, expect, test } from 'vitest';
import type { VerifyFlags } from '../../src/script/flags.ts';
import { verifyScript } from '../../src/script/interpreter/verify-script.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { transactionChecker } from '../../src/sighash/transaction-checker.ts';
import { checkTransaction } from '../../src/transaction/check.ts';
import { tinyVerifier } from '../support/curve.ts';
import { createRandom } from '../support/generate/random.ts';
import { allFlags, fillFlags, parseFlags, trimFlags } from '../support/generate/script-text.ts';
import { readCoreData } from '../support/paths.ts';
import { createRememberingVerifier } from '../support/remembering.ts';
import { type CoreTransaction, readCoreTransactions } from './core-transactions.ts';

const validText = readCoreData('tx_valid.json');
const invalidText = readCoreData('tx_invalid.json');
const verifier = createRememberingVerifier(tinyVerifier);
const everyFlag = allFlags.reduce((all, flag) => all | flag, 0);
const random = createRandom(2);

/** Returns true if all inputs of a transaction are valid under these flags. */
function judge({ transaction, coins }: CoreTransaction): (flags: VerifyFlags) => boolean {
  const cache = createSighashCache(transaction, coins);
  const checkers = coins.map((_, input) => transactionChecker(cache, input, verifier));
  return (flags) =>
    transaction.inputs.every(({ scriptSig, witness }, input) => {
      const [coin, checker] = [coins[input], checkers[input]];
      if (coin === undefined || checker === undefined) throw new Error('one for each input');
      return verifyScript(scriptSig, coin.scriptPubKey, witness, flags, checker) === undefined;
    });
}

describe.skipIf(validText === undefined)("Core's tx_valid.json", () => {
  const rows = readCoreTransactions(validText ?? '[]');
  test.each(rows.map((row, i) => [i, row] as const))('%i', (_, row) => {
    expect(checkTransaction(row.transaction)).toBeUndefined();
    const verifies = judge(row);
    // The named flags must be off.
    const off = parseFlags(row.flags);
    expect(verifies(everyFlag & ~off)).toBe(true);
    for (const flag of allFlags) {
      expect(verifies(trimFlags(everyFlag & ~(off | flag)))).toBe(true);
      expect(verifies(trimFlags(everyFlag & ~(off | random.int(1 << 21))))).toBe(true);
    }
    // Every named flag is necessary.
    for (const flag of allFlags) {
      const fewer = trimFlags(off & ~flag);
      if (fewer !== off) expect(verifies(everyFlag & ~fewer)).toBe(false);
    }
  });
});

describe.skipIf(invalidText === undefined)("Core's tx_invalid.json", () => {
  const rows = readCoreTransactions(invalidText ?? '[]');
  test.each(rows.map((row, i) => [i, row] as const))('%i', (_, row) => {
    // BADTX means that it is refused before any script runs.
    const wellFormed = checkTransaction(row.transaction) === undefined;
    expect(wellFormed).toBe(row.flags !== 'BADTX');
    if (!wellFormed) return;
    const verifies = judge(row);
    // The named flags must be on.
    const on = parseFlags(row.flags);
    expect(verifies(on)).toBe(false);
    for (const flag of allFlags) {
      expect(verifies(fillFlags(on | flag))).toBe(false);
      expect(verifies(fillFlags(on | random.int(1 << 21)))).toBe(false);
    }
    for (const flag of allFlags) {
      const fewer = trimFlags(on & ~flag);
      if (fewer !== on) expect(verifies(fewer)).toBe(true);
    }
  });
});
