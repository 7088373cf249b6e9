import type { BroadcastResult } from '../../chain/source.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import type { Txid } from '../../transaction/transaction.ts';
import { outboxOf } from '../../wallet/ledger/outbox.ts';
import { requireChain } from '../chain.ts';
import { RpcCode } from '../error.ts';
import { defineMethod } from '../method.ts';
import { deliver } from '../wallet/deliver.ts';
import { requireSyncedWallet, requireWallet } from '../wallet/wallet-call.ts';

export const sendoutbox = defineMethod({
  name: 'sendoutbox',
  category: 'Wallet',
  summary:
    'Send what waits in the outbox now, and tell what became of it. Beyond Core.\n' +
    'What is refused waits on.',
  params: [],
  result: {
    type: 'array',
    help: 'What waited, in the order in which it was sent',
    fields: [
      {
        type: 'object',
        help: '',
        fields: [
          { name: 'txid', type: 'hex', help: 'The id of the transaction' },
          { name: 'sent', type: 'bool', help: 'Whether the node has taken it' },
          {
            name: 'error',
            type: 'object',
            optional: true,
            help: 'Why not',
            fields: [
              { name: 'code', type: 'number', help: 'As sendrawtransaction' },
              { name: 'message', type: 'string', help: "The node's words" },
            ],
          },
        ],
      },
    ],
  },
  examples: ['sendoutbox'],
  async run(_, context) {
    requireChain(context, 'sendoutbox');
    const waiting = outboxOf(requireWallet(context).wallet);
    const call = await requireSyncedWallet(context);
    const results: Json[] = [];
    for (const { txid, transaction } of waiting) {
      // Looking at the chain has sent it already, or has found it there.
      const isWaiting = call.wallet.ledger.transactions.get(txid)?.state.kind === 'inactive';
      const result = isWaiting ? await deliver(call, transaction, context) : { txid };
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
