import { describe, expect, test } from 'vitest';
import { reverseBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { decodeTransaction } from '../../src/transaction/codec.ts';
import { hex } from '../support/generate/script-text.ts';
import { readCoreData } from '../support/paths.ts';

const text = readCoreData('sighash.json');

type Row = readonly [
  transaction: string,
  script: string,
  input: number,
  type: number,
  hash: string,
];
// As the first row of the file says.
const rows = (JSON.parse(text ?? '[]') as Row[]).filter((row) => row.length === 5);

test.skipIf(text === undefined)("Core's sighash.json", () => {
  expect(rows.length).toBe(500);
  for (const [serialized, script, input, type, hash] of rows) {
    const transaction = decodeTransaction(hex(serialized), { witness: true });
    if (transaction === undefined) throw new Error(`cannot be decoded: ${serialized}`);
    const cache = createSighashCache(transaction, []);
    const digest = cache.ecdsaDigest(input, hex(script), type, 'base');
    expect(encodeHex(reverseBytes(digest))).toBe(hash);
  }
});

const vectors = readCoreData('bip341_wallet_vectors.json');

type KeyPathSpending = {
  readonly given: {
    readonly rawUnsignedTx: string;
    readonly utxosSpent: readonly { readonly scriptPubKey: string; readonly amountSats: number }[];
  };
  readonly inputSpending: readonly {
    readonly given: { readonly txinIndex: number; readonly hashType: number };
    readonly intermediary: { readonly sigHash: string };
  }[];
};

describe.skipIf(vectors === undefined)("BIP341's wallet vectors", () => {
  // The file's own form.
  const spendings = JSON.parse(vectors ?? '{"keyPathSpending":[]}')
    .keyPathSpending as readonly KeyPathSpending[];
  test.each(spendings.map((spending, i) => [i, spending] as const))(
    'spending %i',
    (_, spending) => {
      const transaction = decodeTransaction(hex(spending.given.rawUnsignedTx), { witness: true });
      if (transaction === undefined) throw new Error('cannot be decoded');
      const coins = spending.given.utxosSpent.map(({ scriptPubKey, amountSats }) => ({
        value: BigInt(amountSats),
        scriptPubKey: hex(scriptPubKey),
      }));
      const cache = createSighashCache(transaction, coins);
      for (const { given, intermediary } of spending.inputSpending) {
        const digest = cache.taprootDigest(given.txinIndex, given.hashType, {});
        expect(encodeHex(digest ?? new Uint8Array(0))).toBe(intermediary.sigHash);
      }
    },
  );
});
