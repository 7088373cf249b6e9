import { removeTransaction } from '../../wallet/ledger/abandon.ts';
import { RpcCode, RpcError, walletError } from '../error.ts';
import { hex } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { profileRules } from '../profile.ts';
import { noResult } from '../results/wallet-result.ts';
import { parseHashV } from '../values.ts';
import { requireFollowingWallet, requireWallet } from '../wallet/wallet-call.ts';

export const removeprunedfunds = defineMethod({
  name: 'removeprunedfunds',
  category: 'Wallet',
  summary:
    'Remove a transaction from the wallet, such as one that importprunedfunds added.\n' +
    'Its outputs are missing from then on, and the coins that it spent count as unspent.',
  params: [hex('txid', 'The id of the transaction')],
  result: noResult,
  examples: ['removeprunedfunds "mytxid"'],
  async run(args, context) {
    const { open } = requireWallet(context);
    const { removesPrunedFunds } = open.options;
    if (!removesPrunedFunds && !profileRules(context.profile).removesTransactions) {
      throw new RpcError(
        RpcCode.METHOD_DEPRECATED,
        'DEPRECATION WARNING: This feature will be removed in the next major release. Start bitcoind with the `-deprecatedrpc=removeprunedfunds` option in order to use this.',
      );
    }
    const txid = parseHashV(args.txid, 'txid');
    // Sync first, so that the next sync does not add the transaction again.
    await requireFollowingWallet(context);
    return open.update((wallet) => {
      const removed = removeTransaction(wallet, txid);
      if (removed === undefined) {
        throw walletError(`Transaction ${txid} does not belong to this wallet`);
      }
      return { wallet: removed, value: null };
    });
  },
});
