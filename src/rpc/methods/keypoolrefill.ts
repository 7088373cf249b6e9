import { keypoolSize, topUpActive } from '../../wallet/keys/addresses.ts';
import { refreshOutputs } from '../../wallet/ledger/apply.ts';
import { invalid, walletError } from '../error.ts';
import { num } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { noResult } from '../results/wallet-result.ts';
import { getInt32 } from '../values.ts';
import { requireFollowingWallet, requireUnlocked } from '../wallet/wallet-call.ts';

/**
 * The most positions a range may have (importdescriptors). Core has no limit here and would be busy
 * for minutes.
 */
const MOST = 1_000_000;

export const keypoolrefill = defineMethod({
  name: 'keypoolrefill',
  category: 'Wallet',
  summary:
    'Derive more addresses in advance: this many after the last used one, for each active descriptor.\n' +
    'The wallet must be unlocked.',
  params: [num('newsize', 'The number of addresses', { defaultHint: 'set by -keypool' })],
  result: noResult,
  examples: ['keypoolrefill', 'keypoolrefill 2000'],
  async run({ newsize }, context) {
    const { open, wallet, environment } = await requireFollowingWallet(context);
    const size = newsize === undefined ? 0 : getInt32(newsize);
    if (size < 0) throw invalid('Invalid parameter, expected valid size.');
    if (size > MOST) throw invalid('Range is too large');
    requireUnlocked(wallet);
    const { secp256k1 } = environment;
    return open.update((current) => {
      const filled = topUpActive(current, {
        secp256k1,
        keypoolSize: size === 0 ? environment.keypoolSize : size,
      });
      if (keypoolSize(filled, 'external') + keypoolSize(filled, 'internal') < size) {
        throw walletError('Error refreshing keypool.');
      }
      return { wallet: filled === current ? current : refreshOutputs(filled), value: null };
    });
  },
});
