import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { noResult } from '../results/wallet-result.ts';
import { refuseSecretName, requireDone } from '../wallet/host-outcome.ts';
import { requireFollowingWallet, requireHost } from '../wallet/wallet-call.ts';

export const backupwallet = defineMethod({
  name: 'backupwallet',
  category: 'Wallet',
  summary:
    'Copy the wallet to a file. An earlier backup of the same wallet is replaced; any other file is not.',
  params: [str('destination', 'The file, or its folder', { freeText: true })],
  result: noResult,
  examples: ['backupwallet "backup.wallet"'],
  async run({ destination }, context) {
    refuseSecretName(destination, context);
    const { open } = await requireFollowingWallet(context);
    requireDone(await requireHost(context).backup(open.name, destination));
    return null;
  },
});
