import { decodeTransaction } from '../../src/transaction/codec.ts';
import { type Coin, outPointKey, type Transaction } from '../../src/transaction/transaction.ts';
import { hex, parseScript } from '../support/generate/script-text.ts';

/** A row of Core's tx_valid.json or tx_invalid.json. */
export type CoreTransaction = {
  readonly transaction: Transaction;
  /**
   * Coins in the order of the inputs. The files omit amounts that do not matter; Core's test uses
   * 0.
   */
  readonly coins: readonly Coin[];
  readonly flags: string;
};

type Prevout = readonly [txid: string, vout: number, script: string, amount?: number];

/** Reads rows `[[prevouts], transaction, flags]`. Rows with only a text are comments. */
export function readCoreTransactions(text: string): CoreTransaction[] {
  // As the comment at the top of both files says.
  const rows = JSON.parse(text) as (readonly [readonly Prevout[], string, string])[];
  return rows.filter((row) => row.length === 3).map(readRow);
}

function readRow([prevouts, serialized, flags]: readonly [readonly Prevout[], string, string]) {
  const coins = new Map<string, Coin>();
  for (const [txid, vout, script, amount = 0] of prevouts) {
    const key = outPointKey({ txid, vout: vout >>> 0 });
    coins.set(key, { value: BigInt(amount), scriptPubKey: parseScript(script) });
  }
  const transaction = decodeTransaction(hex(serialized), { witness: true });
  if (transaction === undefined) throw new Error(`cannot be decoded: ${serialized}`);
  return {
    transaction,
    flags,
    coins: transaction.inputs.map(({ prevout }) => {
      const coin = coins.get(outPointKey(prevout));
      if (coin === undefined) throw new Error(`no prevout ${outPointKey(prevout)}`);
      return coin;
    }),
  };
}
