import { encodeHex } from '../../encoding/hex.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { transactionWeight, virtualSize } from '../../transaction/weight.ts';
import type { WalletTransaction } from '../../wallet/ledger/ledger.ts';
import { outboxOf } from '../../wallet/ledger/outbox.ts';
import { hex, num, rows, time } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const listoutbox = defineMethod({
  name: 'listoutbox',
  category: 'Wallet',
  summary:
    'List the transactions of the wallet that are not sent yet, parents before children. Beyond Core.\n' +
    'They are sent automatically when a node is available.',
  params: [],
  result: rows('', 'The transactions in the outbox, the oldest first', [
    hex('txid', 'The id of the transaction'),
    time('time', 'The time when it was created'),
    num('vsize', 'Virtual size in bytes'),
    hex('hex', 'The transaction, for sendrawtransaction of any node'),
  ]),
  examples: ['listoutbox'],
  async run(_, context) {
    const { wallet } = await requireSyncedWallet(context);
    return outboxOf(wallet).map(shapeEntry);
  },
});

function shapeEntry({ txid, transaction, timeReceived }: WalletTransaction): Json {
  return jsonObject({
    txid,
    time: jsonNumber(timeReceived),
    vsize: jsonNumber(virtualSize(transactionWeight(transaction))),
    hex: encodeHex(encodeTransaction(transaction)),
  });
}
