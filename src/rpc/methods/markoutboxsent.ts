import type { Txid } from '../../transaction/transaction.ts';
import { markCarriedOut, outboxOf } from '../../wallet/ledger/outbox.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { parseHashV } from '../values.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const markoutboxsent = defineMethod({
  name: 'markoutboxsent',
  category: 'Wallet',
  summary:
    'Take transactions out of the outbox that were sent by other means. Beyond Core.\n' +
    'They stay in the wallet, and what they spend stays spent.',
  params: [
    {
      name: 'txids',
      type: 'array',
      required: true,
      help: 'The transactions',
      fields: [{ name: 'txid', type: 'string', required: false, help: 'The id of one' }],
    },
  ],
  result: {
    type: 'array',
    help: 'What is left in the outbox',
    fields: [{ type: 'hex', help: 'The id of a transaction' }],
  },
  examples: [`markoutboxsent '["mytxid"]'`],
  async run(args, context) {
    const txids = new Set<Txid>(args.txids.map((txid) => parseHashV(txid, 'txid')));
    const { open } = await requireSyncedWallet(context);
    return open.update((wallet) => {
      const waiting = new Set(outboxOf(wallet).map(({ txid }) => txid));
      for (const txid of txids) {
        if (waiting.has(txid)) continue;
        throw new RpcError(
          RpcCode.INVALID_ADDRESS_OR_KEY,
          `Transaction ${txid} is not in the outbox`,
        );
      }
      const marked = markCarriedOut(wallet, txids);
      return { wallet: marked, value: outboxOf(marked).map(({ txid }) => txid) };
    });
  },
});
