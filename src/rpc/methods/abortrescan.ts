import { bool } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { requireWallet } from '../wallet/wallet-call.ts';

export const abortrescan = defineMethod({
  name: 'abortrescan',
  category: 'Wallet',
  summary: 'End the rescan of the wallet that goes on. What it found so far stays.',
  params: [],
  result: bool('', 'Whether there was one to end'),
  examples: ['abortrescan'],
  run(_args, context) {
    return requireWallet(context).open.abortRescan();
  },
});
