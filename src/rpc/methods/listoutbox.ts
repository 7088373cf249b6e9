import { encodeTransaction } from '../../transaction/codec.ts';
import { virtualSize } from '../../transaction/weight.ts';
import type { WalletTransaction } from '../../wallet/ledger/ledger.ts';
import { outboxOf } from '../../wallet/ledger/outbox.ts';
import { shape } from '../declare-shape.ts';
import { hex, list, num, time } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

const waiting = shape<WalletTransaction>([
  hex('txid', 'The id of the transaction', (source) => source.txid),
  time('time', 'The time when it was created', (source) => source.timeReceived),
  num('vsize', 'Virtual size in bytes', (source) => virtualSize(source.transaction)),
  hex('hex', 'The transaction, for sendrawtransaction of any node', (source) =>
    encodeTransaction(source.transaction),
  ),
]);

export const listoutbox = defineMethod({
  name: 'listoutbox',
  category: 'Wallet',
  summary:
    'List the transactions of the wallet that are not sent yet, parents before children. Beyond Core.\n' +
    'They are sent automatically when a node is available.',
  params: [],
  result: list('', 'The transactions in the outbox, the oldest first', [waiting]),
  examples: ['listoutbox'],
  async run(_, context) {
    const { wallet } = await requireSyncedWallet(context);
    return outboxOf(wallet).map((source) => waiting.show(source));
  },
});
