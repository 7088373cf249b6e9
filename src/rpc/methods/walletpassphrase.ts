import { topUpActive } from '../../wallet/addresses.ts';
import { unlockKeyring } from '../../wallet/encryption.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { refuseEmptyPassphrase, requireEncrypted, wrongPassphrase } from '../passphrase.ts';
import { getInt64 } from '../values.ts';
import { requireNow, requireWallet } from '../wallets.ts';

/** About three years. */
const LONGEST = 100_000_000n;

export const walletpassphrase = defineMethod({
  name: 'walletpassphrase',
  category: 'Wallet',
  summary:
    'Unlock the wallet for some time, so that it can sign.\n' +
    'Of a wallet that is unlocked already the time is set anew.',
  params: [
    {
      name: 'passphrase',
      type: 'string',
      required: true,
      secret: true,
      help: 'The passphrase of the wallet',
    },
    {
      name: 'timeout',
      type: 'number',
      required: true,
      help: 'For how many seconds, 100000000 at most',
    },
  ],
  result: 'null',
  examples: ['walletpassphrase "my pass phrase" 60'],
  async run({ passphrase, timeout }, context) {
    const call = requireWallet(context);
    const { wallet, host, name } = call;
    requireEncrypted(wallet, 'walletpassphrase');
    const seconds = getInt64(timeout);
    if (seconds < 0n) {
      throw new RpcError(RpcCode.INVALID_PARAMETER, 'Timeout cannot be negative.');
    }
    refuseEmptyPassphrase(passphrase);
    const now = requireNow(context);
    await host.update(name, (current) => ({
      wallet: topUpActive(unlock(current, passphrase), call.environment),
      value: undefined,
    }));
    host.unlockedUntil.set(name, now + Number(seconds > LONGEST ? LONGEST : seconds));
    return null;
  },
});

function unlock(wallet: Wallet, passphrase: string): Wallet {
  const { keyring } = wallet;
  if (keyring.kind === 'open') return wallet;
  const unlocking = unlockKeyring(keyring.sealed, passphrase);
  if (unlocking.kind === 'wrong-passphrase') throw wrongPassphrase(passphrase, 'wallet');
  if (unlocking.kind === 'damaged') {
    throw new RpcError(
      RpcCode.MISC_ERROR,
      'Error unlocking wallet: some keys decrypt but not all. Your wallet file may be corrupt.',
    );
  }
  return { ...wallet, keyring: unlocking.keyring };
}
