import { bool } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { requireWallet } from '../wallet/wallet-call.ts';

export const abortrescan = defineMethod({
  name: 'abortrescan',
  category: 'Wallet',
  summary: 'Stop the running rescan of the wallet. The transactions found so far are kept.',
  params: [],
  result: bool('', 'True if a rescan was running'),
  examples: ['abortrescan'],
  run(_args, context) {
    return requireWallet(context).open.abortRescan();
  },
});
