import { coinFinder } from '../../chain/find-coins.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { jsonAmount, jsonObject } from '../../json/json.ts';
import { type OutPoint, outPointKey, type Transaction } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import { isMine, type Wallet } from '../../wallet/wallet.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { deserializationError, invalid } from '../error.ts';
import { amount, bool, hex, list, options, record } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { decodeHexTransaction } from '../parse/raw-transaction.ts';
import { getArray, getStr } from '../values.ts';
import { requireFollowingWallet } from '../wallet/wallet-call.ts';

export const simulaterawtransaction = defineMethod({
  name: 'simulaterawtransaction',
  category: 'Wallet',
  summary:
    'Calculate how the balance of the wallet would change if these transactions were signed and sent.\n' +
    'Without a node, coins that the wallet does not know count as foreign.',
  params: [
    list.optional('rawtxs', 'Transactions in hexadecimal, parents before children', [
      hex.optional('rawtx'),
    ]),
    options('options', 'Options of bitcoind', [
      bool('include_watchonly', 'No effect', { default: false }),
    ]),
  ],
  result: record([
    amount('balance_change', 'The change of the balance in BTC; negative if the wallet loses it'),
  ]),
  examples: [`simulaterawtransaction '["myhex"]'`],
  async run({ rawtxs }, context) {
    const { wallet } = await requireFollowingWallet(context);
    const spent = new Set<string>();
    const made = new Map<string, Satoshis>();
    let change = 0n;
    for (const text of getArray(rawtxs ?? null)) {
      const transaction = parseAny(getStr(text));
      const outPoints = transaction.inputs.map(({ prevout }) => prevout);
      const isKnown = await coinsLookup(outPoints, wallet, context);
      for (const key of outPoints.map(outPointKey)) {
        if (spent.has(key)) {
          throw invalid('Transaction(s) are spending the same output more than once');
        }
        const own = made.get(key);
        if (own === undefined && !isKnown(key)) {
          throw invalid('One or more transaction inputs are missing or have been spent already');
        }
        change -= own ?? wallet.ledger.outputs.get(key)?.output.value ?? 0n;
        made.delete(key);
        spent.add(key);
      }
      const txid = transactionId(transaction);
      for (const [vout, { value, scriptPubKey }] of transaction.outputs.entries()) {
        const received = isMine(wallet, encodeHex(scriptPubKey)) ? value : 0n;
        made.set(outPointKey({ txid, vout }), received);
        change += received;
      }
    }
    return jsonObject({ balance_change: jsonAmount(change) });
  },
});

function parseAny(text: string): Transaction {
  const transaction = decodeHexTransaction(text, { witness: true, legacy: true });
  if (transaction !== undefined) return transaction;
  throw deserializationError('Transaction hex string decoding failure.');
}

/** Returns a lookup of whether a coin is known to be spendable. */
async function coinsLookup(
  outPoints: readonly OutPoint[],
  { ledger }: Wallet,
  context: Context,
): Promise<(key: string) => boolean> {
  if (context.chain !== undefined) {
    const found = await coinFinder(requireChain(context, 'simulaterawtransaction'))(outPoints);
    return (key) => found.has(key);
  }
  const isConfirmed = (txid: string) => ledger.transactions.get(txid)?.state.kind === 'confirmed';
  return (key) => !(ledger.spenders.get(key) ?? []).some(isConfirmed);
}
