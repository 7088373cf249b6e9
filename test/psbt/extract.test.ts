import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { emptyBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { extractTransaction } from '../../src/psbt/extract.ts';
import { finalizePsbt } from '../../src/psbt/finalize.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { transactionWeight, virtualSize } from '../../src/transaction/weight.ts';
import { vectorPath } from '../support/paths.ts';
import { readPsbt } from '../support/psbt.ts';

const { roles } = JSON.parse(readFileSync(vectorPath('psbt/bip174.json'), 'utf8'));

/** One segwit input of `value` satoshi, final, and one output. */
function final(value: bigint, paid: bigint, more: Partial<PsbtInput> = {}): Psbt {
  const scriptPubKey = Uint8Array.of(0, 20, ...new Uint8Array(20));
  const input = { prevout: { txid: '11'.repeat(32), vout: 0 }, sequence: 0 };
  const psbt = createPsbt(
    {
      version: 2,
      locktime: 0,
      inputs: [{ ...input, scriptSig: emptyBytes, witness: [] }],
      outputs: [{ value: paid, scriptPubKey }],
    },
    2,
  );
  const done = { witnessUtxo: { value, scriptPubKey }, finalWitness: [new Uint8Array(107)] };
  return { ...psbt, inputs: psbt.inputs.map((each) => ({ ...each, ...done, ...more })) };
}

describe('extractTransaction', () => {
  test("gives the transaction of BIP174's finalized PSBT", () => {
    const transaction = extractTransaction(readPsbt(roles.finalized));
    if ('error' in transaction) throw new Error(transaction.error);
    expect(encodeHex(encodeTransaction(transaction))).toBe(roles.extracted);
  });

  test('names the inputs that are not final', () => {
    const combined = readPsbt(roles.combined);
    expect(extractTransaction(combined)).toEqual({
      error: 'Inputs 0, 1 are not final: finalize the PSBT first',
      reason: 'not-final',
      inputs: [0, 1],
    });
    const [first, second] = combined.inputs;
    if (first === undefined || second === undefined) throw new Error('two inputs');
    const halfSigned = { ...combined, inputs: [first, { ...second, partialSignatures: [] }] };
    expect(extractTransaction(finalizePsbt(halfSigned, secp256k1).psbt)).toMatchObject({
      error: 'Input 1 is not final: finalize the PSBT first',
      inputs: [1],
    });
  });

  test('refuses a fee only above 2,000 sat/vB, a quarter of the outputs or 0.1 BTC', () => {
    const paid = 5_000_000n;
    const transaction = extractTransaction(final(paid, paid));
    if ('error' in transaction) throw new Error(transaction.error);
    const most = 2_000n * BigInt(virtualSize(transactionWeight(transaction)));
    expect(extractTransaction(final(paid + most, paid))).toEqual(transaction);
    const refused = extractTransaction(final(paid + most + 1n, paid));
    expect(refused).toMatchObject({ reason: 'absurd-fee' });
    expect(refused).toHaveProperty('limit', 'maxFeeRate');
    expect(extractTransaction(final(paid + most + 1n, paid), { maxFeeRate: 0 })).toEqual(
      transaction,
    );
    expect(extractTransaction(final(paid + most + 1n, paid), { maxFeeRate: 10_001 })).toEqual(
      transaction,
    );
    expect(extractTransaction(final(paid + 1000n, paid), { maxFeeRate: 1 })).toMatchObject({
      reason: 'absurd-fee',
    });
    const share = (fee: bigint) => extractTransaction(final(700_000n + fee, 700_000n));
    expect(share(175_000n)).toMatchObject({ version: 2 });
    expect(share(175_001n)).toMatchObject({
      reason: 'absurd-fee',
      error: expect.stringContaining('is more than 25 % of the payment of 0.00700000 BTC'),
    });
  });

  test('refuses an unproven amount of a legacy input without its previous transaction', () => {
    const legacy = final(6000n, 5000n, { finalWitness: [], finalScriptSig: Uint8Array.of(0x51) });
    expect(extractTransaction(legacy)).toMatchObject({ reason: 'unknown-amount', inputs: [0] });
    expect(extractTransaction(legacy, { maxFeeRate: 0 })).toMatchObject({ version: 2 });
    const bare = final(6000n, 5000n, { witnessUtxo: undefined });
    expect(extractTransaction(bare)).toMatchObject({ reason: 'unknown-amount', inputs: [0] });
  });

  test('refuses a negative fee, and lock times that exclude each other', () => {
    expect(extractTransaction(final(5000n, 5001n))).toMatchObject({
      error: 'The outputs are 0.00000001 BTC more than the inputs',
      reason: 'negative-fee',
    });
    const [input] = final(6000n, 5000n).inputs;
    if (input === undefined) throw new Error('one input');
    const height = { ...input, heightLocktime: 5 };
    const time = { ...input, timeLocktime: 500_000_000 };
    expect(extractTransaction({ ...final(6000n, 5000n), inputs: [height, time] })).toMatchObject({
      reason: 'lock-times',
    });
  });
});
