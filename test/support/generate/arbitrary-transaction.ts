import fc from 'fast-check';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { Coin, Transaction } from '../../../src/transaction/transaction.ts';

const u32 = fc.integer({ min: 0, max: 0xffffffff });
const script = fc.uint8Array({ maxLength: 60 });
const amount = fc.bigInt({ min: 0n, max: 21_000_000n * 100_000_000n });

const outPoint = fc.record({
  txid: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeHex),
  vout: u32,
});

/** Transactions of one to six inputs with their coins. */
export const arbitrarySpend: fc.Arbitrary<{
  readonly transaction: Transaction;
  readonly coins: readonly Coin[];
}> = fc
  .record({
    version: u32,
    locktime: u32,
    inputs: fc.array(
      fc.record({ prevout: outPoint, sequence: u32, amount, scriptPubKey: script }),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
    outputs: fc.array(fc.record({ value: amount, scriptPubKey: script }), { maxLength: 6 }),
  })
  .map(({ version, locktime, inputs, outputs }) => ({
    transaction: {
      version,
      locktime,
      outputs,
      inputs: inputs.map(({ prevout, sequence }) => ({
        prevout,
        sequence,
        scriptSig: new Uint8Array(0),
        witness: [],
      })),
    },
    coins: inputs.map((input) => ({ value: input.amount, scriptPubKey: input.scriptPubKey })),
  }));
