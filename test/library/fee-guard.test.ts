import { expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { ColdsignError } from '../../src/encoding/coldsign-error.ts';
import { createPsbt, type Psbt, signPsbt, signPsbtWith } from '../../src/public/psbt.ts';
import { signTransaction, signTransactionWith } from '../../src/public/signing.ts';
import { p2wpkhScript } from '../../src/script/builders.ts';
import { jobOf, keyOf, publicKeyOf, spendOf } from '../support/signing.ts';

const script = p2wpkhScript(hash160(publicKeyOf(1)));

/**
 * Makes jobs with one coin of 100,000 satoshi and this fee; signed, they have about 110 virtual
 * bytes.
 */
function jobs(fee: bigint, maxFeeRate?: number) {
  const { transaction, coins } = spendOf([script]);
  const outputs = [{ value: 100_000n - fee, scriptPubKey: p2wpkhScript(new Uint8Array(20)) }];
  const spend = { transaction: { ...transaction, outputs }, coins };
  const raw = {
    ...jobOf(spend, { keys: [keyOf(1)] }),
    ...(maxFeeRate !== undefined && { maxFeeRate }),
  };
  const made = createPsbt(spend.transaction, 2);
  const inputs = made.inputs.map((input) => ({
    ...input,
    witnessUtxo: { value: 100_000n, scriptPubKey: script },
  }));
  const psbt: Psbt = { ...made, inputs };
  const { provider, secp256k1 } = raw;
  const limit = maxFeeRate === undefined ? {} : { maxFeeRate };
  return { raw, psbt: { psbt, provider, secp256k1, ...limit, finalize: true } };
}

/** Returns the outcome of each of the four functions. */
async function outcomes(...args: Parameters<typeof jobs>) {
  const { raw, psbt } = jobs(...args);
  const words = (error: unknown) =>
    error instanceof ColdsignError ? `${error.code} ${error.message}` : error;
  const attempt = async (sign: () => unknown) => {
    try {
      const signed = await sign();
      return (
        typeof signed === 'object' && signed !== null && 'complete' in signed && signed.complete
      );
    } catch (error) {
      return words(error);
    }
  };
  return [
    await attempt(() => signTransaction(raw)),
    await attempt(() => signTransactionWith(raw, {})),
    await attempt(() => signPsbt(psbt)),
    await attempt(() => signPsbtWith(psbt, {})),
  ];
}

const signed = [true, true, true, true];

test('an absurd fee is not signed, and the error says how to allow it', async () => {
  const names = ['signTransaction', 'signTransactionWith', 'signPsbt', 'signPsbtWith'];
  expect(await outcomes(33_500n)).toEqual(
    names.map(
      (name) =>
        `FEE_TOO_HIGH ${name}: the fee of 0.00033500 BTC (33,500 sat), about 304.54 sat/vB, is more than 25 % of the payment of 0.00066500 BTC (66,500 sat). Nothing was signed. If it is meant, give maxFeeRate in satoshi per virtual byte (0: no limit)`,
    ),
  );
  // 297 sat/vB, plausible while blocks are full.
  expect(await outcomes(32_700n)).toEqual(signed);
});

test('the error of an absurd fee goes through JSON and between threads with code and hint', () => {
  const error = new ColdsignError('FEE_TOO_HIGH', 'the fee', { hint: 'Compare.' });
  expect(error).toBeInstanceOf(ColdsignError);
  for (const copy of [structuredClone(error), JSON.parse(JSON.stringify(error))]) {
    expect(copy).toEqual({
      name: 'ColdsignError',
      message: 'the fee',
      code: 'FEE_TOO_HIGH',
      hint: 'Compare.',
    });
  }
});

test('a given maximum rate counts instead, and 0 means no limit', async () => {
  expect(await outcomes(99_000n, 0)).toEqual(signed);
  expect(await outcomes(99_000n, 1000)).toEqual(signed);
  for (const outcome of await outcomes(1000n, 5)) {
    expect(outcome).toContain('about 9.09 sat/vB, is more than 5.00 sat/vB.');
  }
});

test('a fee above all realistic rates is not signed either', async () => {
  const { transaction } = spendOf([script]);
  const coins = new Map([
    [`${'11'.repeat(32)}:0`, { value: 10_000_000_000n, scriptPubKey: script }],
  ]);
  const outputs = [{ value: 9_990_000_000n, scriptPubKey: script }];
  const job = jobOf({ transaction: { ...transaction, outputs }, coins }, { keys: [keyOf(1)] });
  expect(() => signTransaction(job)).toThrow('is more than 2,000.00 sat/vB. Nothing was signed');
  const rate = { ...job, maxFeeRate: 100_000 };
  expect(() => signTransaction({ ...rate, maxFee: 9_999_999n })).toThrow(
    'is more than 0.09999999 BTC (9,999,999 sat). Nothing was signed. If it is meant, give maxFee in satoshi',
  );
  expect(signTransaction(rate)).toMatchObject({ complete: true });
});

// 0.0001 is a usual rate in BTC per 1,000 virtual bytes, the unit of Core's maxfeerate.
test('a highest rate that rounds to 0 is a limit, and not none', async () => {
  for (const rate of [0.0001, 0.000_499, 1e-300]) {
    expect(await outcomes(60_000n, rate)).toEqual(
      Array(4).fill(expect.stringMatching(/^FEE_TOO_HIGH/)),
    );
  }
});
