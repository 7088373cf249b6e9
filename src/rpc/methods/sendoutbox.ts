import type { BroadcastResult } from '../../chain/node-answers.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import type { Txid } from '../../transaction/transaction.ts';
import { outboxOf } from '../../wallet/ledger/outbox.ts';
import { requireChain } from '../chain.ts';
import { RpcCode } from '../error.ts';
import { bool, hex, num, object, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { broadcast } from '../spending/broadcast.ts';
import { requireSyncedWallet, requireWallet } from '../wallet/wallet-call.ts';

export const sendoutbox = defineMethod({
  name: 'sendoutbox',
  category: 'Wallet',
  summary:
    'Send the transactions of the outbox now, and report the results. Beyond Core.\n' +
    'Rejected transactions stay in the outbox.',
  params: [],
  result: rows('', 'The transactions of the outbox, in the order in which they were sent', [
    hex('txid', 'The id of the transaction'),
    bool('sent', 'True if the node accepted it'),
    object.optional('error', 'The reason why it was not sent', [
      num('code', 'The error code, as for sendrawtransaction'),
      str('message', "The node's words"),
    ]),
  ]),
  examples: ['sendoutbox'],
  async run(_, context) {
    requireChain(context, 'sendoutbox');
    const waiting = outboxOf(requireWallet(context).wallet);
    const call = await requireSyncedWallet(context);
    const results: Json[] = [];
    for (const { txid, transaction } of waiting) {
      // Syncing may have sent it already, or have found it in the chain.
      const isWaiting = call.wallet.ledger.transactions.get(txid)?.state.kind === 'inactive';
      const result = isWaiting ? await broadcast(call, transaction, context) : { txid };
      results.push(shapeResult(txid, result));
    }
    return results;
  },
});

function shapeResult(txid: Txid, result: BroadcastResult): Json {
  if ('txid' in result) return jsonObject({ txid, sent: true });
  const { message } = result;
  const code = 'offline' in result ? RpcCode.CLIENT_NOT_CONNECTED : result.code;
  return jsonObject({ txid, sent: false, error: jsonObject({ code: jsonNumber(code), message }) });
}
