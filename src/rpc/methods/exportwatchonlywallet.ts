import { jsonObject } from '../../json/json.ts';
import { topUpActive } from '../../wallet/keys/addresses.ts';
import { watchOnlyCopy } from '../../wallet/keys/watch-only.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { walletError } from '../error.ts';
import { record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { refuseSecretName } from '../wallet/host-outcome.ts';
import { noteUnchecked, requireFollowingWallet, requireHost } from '../wallet/wallet-call.ts';

export const exportwatchonlywallet = defineMethod({
  name: 'exportwatchonlywallet',
  category: 'Wallet',
  summary:
    'Write the wallet without its private keys to a new file, for a machine that watches and prepares payments (restorewallet).\n' +
    'Behind a hardened step, the file has only the addresses that are already derived.',
  params: [str('destination', 'The file, which must not exist', { freeText: true })],
  result: record([str('exported_file', 'The file')]),
  examples: ['exportwatchonlywallet "watching.wallet"'],
  async run({ destination }, context) {
    refuseSecretName(destination, context);
    const { open, environment, wallet } = await requireFollowingWallet(context);
    if (destination === '') throw walletError('Error: Export destination cannot be empty');
    noteUnchecked(wallet, context);
    const filled = await open.update((current) => {
      const full = topUpActive(current, environment);
      return { wallet: full, value: full };
    });
    const host = requireHost(context);
    const outcome = await host.writeNew?.(destination, () => withoutKeys(filled, context));
    if (outcome?.ok === true) return jsonObject({ exported_file: destination });
    throw walletError(
      outcome?.error.error === 'exists'
        ? `Error: Export destination '${destination}' already exists`
        : `Error: Could not create file '${destination}'`,
    );
  },
});

function withoutKeys(wallet: Wallet, { secp256k1 }: Context): Wallet {
  if (wallet.descriptors.size === 0)
    throw walletError('Error: Wallet has no descriptors to export');
  const copy = watchOnlyCopy(wallet, secp256k1);
  if (copy === undefined) throw walletError("Can't get descriptor string.");
  return copy;
}
