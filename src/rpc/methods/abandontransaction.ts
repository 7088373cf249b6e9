import { abandonTransaction } from '../../wallet/ledger/abandon.ts';
import { invalidAddressOrKey } from '../error.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { noResult } from '../results/wallet-result.ts';
import { parseHashV } from '../values.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const abandontransaction = defineMethod({
  name: 'abandontransaction',
  category: 'Wallet',
  summary:
    'Give up a transaction that is neither in a block nor in the mempool, with all that builds on it.\n' +
    'Its coins can be spent again. It leaves the outbox, but anyone with a copy can still send it.',
  params: [str('txid', 'The id of the transaction')],
  result: noResult,
  examples: ['abandontransaction "mytxid"'],
  async run(args, context) {
    // Do not rebroadcast a transaction that is about to be abandoned.
    const { open } = await requireSyncedWallet(context, { resend: false });
    const txid = parseHashV(args.txid, 'txid');
    return open.update((wallet) => {
      if (!wallet.ledger.transactions.has(txid)) {
        throw invalidAddressOrKey('Invalid or non-wallet transaction id');
      }
      const abandoned = abandonTransaction(wallet, txid);
      if (abandoned === undefined)
        throw invalidAddressOrKey('Transaction not eligible for abandonment');
      return { wallet: abandoned, value: null };
    });
  },
});
