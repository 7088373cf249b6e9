import { topUpActive } from '../../wallet/keys/addresses.ts';
import { invalid } from '../error.ts';
import { num, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { noResult } from '../results/wallet-result.ts';
import { getInt64 } from '../values.ts';
import { requireNow, requireWallet } from '../wallet/wallet-call.ts';
import {
  derivePassphraseKey,
  refuseEmptyPassphrase,
  requireEncrypted,
  unlockWith,
  wrongPassphrase,
} from '../wallet/wallet-passphrase.ts';

/** About three years. */
const LONGEST = 100_000_000n;

export const walletpassphrase = defineMethod({
  name: 'walletpassphrase',
  category: 'Wallet',
  summary:
    'Unlock the wallet for a number of seconds, so that it can sign.\n' +
    'For an unlocked wallet, this sets the time again.',
  params: [
    str('passphrase', 'The passphrase of the wallet', { secret: true }),
    num('timeout', 'The number of seconds, at most 100000000'),
  ],
  result: noResult,
  examples: ['walletpassphrase "my pass phrase" 60'],
  async run({ passphrase, timeout }, context) {
    const call = requireWallet(context);
    const { wallet, open } = call;
    requireEncrypted(wallet, 'walletpassphrase');
    const seconds = getInt64(timeout);
    if (seconds < 0n) {
      throw invalid('Timeout cannot be negative.');
    }
    refuseEmptyPassphrase(passphrase);
    const now = requireNow(context);
    const { keyring } = wallet;
    if (keyring.kind === 'open') return null;
    const key = await derivePassphraseKey(context, passphrase, keyring.sealed.scrypt);
    const wrong = wrongPassphrase(passphrase, 'wallet');
    await open.update((current) => ({
      wallet: topUpActive(unlockWith(current, key, context, wrong), call.environment),
      value: undefined,
    }));
    key.key.fill(0);
    const period = Number(seconds > LONGEST ? LONGEST : seconds);
    const uptime = context.uptime && context.uptime() + period;
    open.unlockUntil({ time: now + period, uptime });
    return null;
  },
});
