import { defineMethod } from '../method.ts';
import { noResult } from '../results/wallet-result.ts';
import { requireWallet } from '../wallet/wallet-call.ts';
import { refuseWhileRescanning, requireEncrypted } from '../wallet/wallet-passphrase.ts';

export const walletlock = defineMethod({
  name: 'walletlock',
  category: 'Wallet',
  summary: 'Forget the keys of the wallet until walletpassphrase is called again.',
  params: [],
  result: noResult,
  examples: ['walletlock'],
  run(_args, context) {
    const call = requireWallet(context);
    requireEncrypted(call.wallet, 'walletlock');
    refuseWhileRescanning(call, 'locking the wallet');
    call.open.lock();
    return null;
  },
});
