import { invalid } from '../error.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { loadOnStartupParam } from '../params/wallet-life-params.ts';
import { loadedResult } from '../results/wallet-result.ts';
import { noteStartup, refuseSecretName, requireDone } from '../wallet/host-outcome.ts';
import { requireHost } from '../wallet/wallet-call.ts';

export const restorewallet = defineMethod({
  name: 'restorewallet',
  category: 'Wallet',
  summary: 'Restore a wallet from a backup under a new name, and load it.',
  params: [
    str('wallet_name', 'The name that it gets', { freeText: true }),
    str('backup_file', 'The file that backupwallet wrote', { freeText: true }),
    loadOnStartupParam,
  ],
  result: loadedResult,
  examples: ['restorewallet "savings" "backup.wallet"'],
  async run({ wallet_name, backup_file, load_on_startup }, context) {
    refuseSecretName(wallet_name, context);
    const host = requireHost(context);
    if (wallet_name === '') {
      throw invalid('Wallet name cannot be empty');
    }
    const warnings = requireDone(await host.restore(wallet_name, backup_file));
    const startup = await noteStartup(host, wallet_name, load_on_startup);
    return loadedResult.show({ name: wallet_name, warnings: [...warnings, ...startup] });
  },
});
