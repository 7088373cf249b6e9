import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BlockWatch, scanBlock } from '../../src/chain/scan-block.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { createReader } from '../../src/encoding/reader.ts';
import { readOutPoint } from '../../src/transaction/codec.ts';
import { outPointKey, type Transaction } from '../../src/transaction/transaction.ts';
import { encodeBlock } from '../support/chains/miner.ts';
import { arbitrarySpend } from '../support/generate/arbitrary-transaction.ts';

const header = {
  version: 1,
  previousBlockHash: '00'.repeat(32),
  merkleRoot: '00'.repeat(32),
  time: 0,
  bits: 0,
  nonce: 0,
};

const everything: BlockWatch = { seesScript: () => true, seesOutPoint: () => true };
const nothing: BlockWatch = { seesScript: () => false, seesOutPoint: () => false };

/** Every other transaction with a witness. */
const arbitraryTransactions = fc.array(arbitrarySpend, { maxLength: 6 }).map((spends) =>
  spends.map(({ transaction }, i): Transaction => {
    if (i % 2 === 0) return transaction;
    const inputs = transaction.inputs.map((input) => ({
      ...input,
      scriptSig: new Uint8Array(300),
      witness: [new Uint8Array(70), new Uint8Array(0)],
    }));
    return { ...transaction, inputs };
  }),
);

function watchFor(scripts: ReadonlySet<string>, outPoints: ReadonlySet<string>): BlockWatch {
  return {
    seesScript: (bytes, start, end) => scripts.has(encodeHex(bytes.subarray(start, end))),
    seesOutPoint: (bytes, start) =>
      outPoints.has(outPointKey(readOutPoint(createReader(bytes.subarray(start, start + 36))))),
  };
}

describe('scanBlock', () => {
  test('visits only transactions that pay or spend watched scripts, with their positions', () => {
    fc.assert(
      fc.property(arbitraryTransactions, fc.nat(), (transactions, choice) => {
        const outputs = transactions.flatMap((each) => each.outputs);
        const inputs = transactions.flatMap((each) => each.inputs);
        const script = outputs[choice % Math.max(1, outputs.length)]?.scriptPubKey;
        const spent = inputs[choice % Math.max(1, inputs.length)]?.prevout;
        const scripts = new Set(script && choice % 3 > 0 ? [encodeHex(script)] : []);
        const outPoints = new Set(spent && choice % 3 < 2 ? [outPointKey(spent)] : []);
        const expected = [...transactions.entries()].filter(
          ([, each]) =>
            each.outputs.some(({ scriptPubKey }) => scripts.has(encodeHex(scriptPubKey))) ||
            each.inputs.some(({ prevout }) => outPoints.has(outPointKey(prevout))),
        );
        const visited: (readonly [number, Transaction])[] = [];
        const bytes = encodeBlock({ header, transactions });
        const whole = scanBlock(bytes, watchFor(scripts, outPoints), (transaction, index) =>
          visited.push([index, transaction]),
        );
        expect(whole).toBe(true);
        expect(visited).toEqual(expected);
      }),
    );
  });

  test('returns false for a truncated block, or with trailing bytes', () => {
    fc.assert(
      fc.property(arbitraryTransactions, fc.nat(), (transactions, cut) => {
        const bytes = encodeBlock({ header, transactions });
        const short = bytes.subarray(0, cut % bytes.length);
        const long = new Uint8Array([...bytes, 0]);
        for (const watch of [everything, nothing]) {
          expect(scanBlock(short, watch, () => {})).toBe(false);
          expect(scanBlock(long, watch, () => {})).toBe(false);
        }
      }),
    );
  });

  test('throws for no bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        for (const watch of [everything, nothing]) scanBlock(bytes, watch, () => {});
      }),
    );
  });
});

test('bytes of Node are not written to', () => {
  fc.assert(
    fc.property(arbitraryTransactions, (transactions) => {
      const bytes = Buffer.from(encodeBlock({ header, transactions }));
      const before = encodeHex(bytes);
      const seen: Transaction[] = [];
      scanBlock(bytes, everything, (transaction) => seen.push(transaction));
      expect(encodeHex(bytes)).toBe(before);
      expect(seen).toEqual(
        transactions.filter(({ inputs, outputs }) => inputs.length + outputs.length > 0),
      );
    }),
  );
});
