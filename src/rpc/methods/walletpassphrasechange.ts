import { changePassphrase, lockKeyring } from '../../wallet/keys/encryption.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { noResult } from '../results/wallet-result.ts';
import { randomBytesOf } from '../shuffle.ts';
import { requireWallet } from '../wallet/wallet-call.ts';
import {
  derivePassphraseKey,
  newPassphraseKey,
  refuseEmptyPassphrase,
  refuseWhileRescanning,
  requireEncrypted,
  unlockWith,
  wrongPassphrase,
} from '../wallet/wallet-passphrase.ts';

export const walletpassphrasechange = defineMethod({
  name: 'walletpassphrasechange',
  category: 'Wallet',
  summary: 'Change the passphrase of the wallet.',
  params: [
    str('oldpassphrase', 'The current passphrase', { secret: true }),
    str('newpassphrase', 'The new passphrase', { secret: true }),
  ],
  result: noResult,
  examples: ['walletpassphrasechange "old one" "new one"'],
  async run({ oldpassphrase, newpassphrase }, context) {
    const call = requireWallet(context);
    requireEncrypted(call.wallet, 'walletpassphrasechange');
    refuseWhileRescanning(call, 'changing the passphrase');
    refuseEmptyPassphrase(oldpassphrase, newpassphrase);
    const random = randomBytesOf(context.random);
    const { keyring: before } = call.wallet;
    if (before.kind === 'open') return null;
    const from = await derivePassphraseKey(context, oldpassphrase, before.sealed.scrypt);
    const to = await newPassphraseKey(context, newpassphrase, call.open.options.scryptCost);
    return call.open.update((wallet) => {
      const { keyring } = wallet;
      if (keyring.kind === 'open') return { wallet, value: null };
      const wrong = wrongPassphrase(oldpassphrase, 'old wallet');
      lockKeyring(unlockWith(wallet, from, context, wrong).keyring);
      const sealed = changePassphrase(keyring.sealed, from, to, random);
      if (sealed === undefined) throw wrong;
      return { wallet: { ...wallet, keyring: { ...keyring, sealed } }, value: null };
    });
  },
});
