import { emptyBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { JsonArray } from '../../json/json.ts';
import { combineTransactions } from '../../signing/combine.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { type Coin, outPointKey, type Transaction } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import { findKnownCoins } from '../chain.ts';
import type { Context } from '../context.ts';
import { deserializationError, invalid, verifyError } from '../error.ts';
import { hex, list } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { decodeHexTransaction } from '../parse/raw-transaction.ts';
import { getStr } from '../values.ts';

export const combinerawtransaction = defineMethod({
  name: 'combinerawtransaction',
  category: 'Rawtransactions',
  summary:
    'Combine the signatures of several copies of a transaction. You must supply the coins that it spends.',
  params: [list('txs', 'The copies', [hex.optional('hexstring', 'A raw transaction')])],
  result: hex('', 'The transaction with all signatures'),
  examples: [`combinerawtransaction '["myhex1","myhex2","myhex3"]'`],
  async run({ txs }, context) {
    const transactions = parseCopies(txs);
    const coins = await findAllCoins(transactions[0], context);
    const combined = combineTransactions(transactions, coins, context.secp256k1);
    return encodeHex(encodeTransaction(combined));
  },
});

function parseCopies(txs: JsonArray): readonly [Transaction, ...Transaction[]] {
  if (txs.length < 2) {
    throw deserializationError('Missing transactions. At least two transactions required.');
  }
  const copies = txs.map((text, index) => {
    const transaction = decodeHexTransaction(getStr(text), { witness: true, legacy: false });
    if (transaction !== undefined) return transaction;
    throw deserializationError(
      `TX decode failed for tx ${index}. Make sure the tx has at least one input.`,
    );
  });
  const ids = copies.map(strippedId);
  const other = ids.findIndex((id) => id !== ids[0]);
  if (other >= 0) {
    throw invalid(`Transaction number ${other + 1} not compatible with first transaction`);
  }
  // There are at least two, as checked above.
  return copies as [Transaction, ...Transaction[]];
}

/** Returns the id without scriptSigs, which all copies share regardless of their signatures. */
function strippedId(transaction: Transaction): string {
  const inputs = transaction.inputs.map((input) => ({ ...input, scriptSig: emptyBytes }));
  return transactionId({ ...transaction, inputs });
}

async function findAllCoins({ inputs }: Transaction, context: Context): Promise<Coin[]> {
  const outPoints = inputs.map(({ prevout }) => prevout);
  const known = await findKnownCoins(context, outPoints);
  return inputs.map(({ prevout }) => {
    const coin = known.get(outPointKey(prevout));
    if (coin !== undefined) return coin;
    throw verifyError('Input not found or already spent');
  });
}
