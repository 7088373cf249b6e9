import { defineMethod } from '../method.ts';
import { requireWallet } from '../wallet/wallet-call.ts';

export const abortrescan = defineMethod({
  name: 'abortrescan',
  category: 'Wallet',
  summary: 'End the rescan of the wallet that goes on. What it found so far stays.',
  params: [],
  result: { type: 'bool', help: 'Whether there was one to end' },
  examples: ['abortrescan'],
  run(_args, context) {
    const { host, name } = requireWallet(context);
    const rescan = host.rescans.get(name);
    if (rescan === undefined || rescan.abort) return false;
    rescan.abort = true;
    return true;
  },
});
