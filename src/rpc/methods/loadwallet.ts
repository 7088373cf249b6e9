import { RpcCode, RpcError } from '../error.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { loadOnStartupParam } from '../params/wallet-life-params.ts';
import { loadedResult } from '../results/wallet-result.ts';
import { noteStartup, requireDone } from '../wallet/host-outcome.ts';
import { requireHost } from '../wallet/wallet-call.ts';

export const loadwallet = defineMethod({
  name: 'loadwallet',
  category: 'Wallet',
  summary: 'Load a wallet.',
  params: [
    str('filename', 'The name of the wallet, or the path of its file without .wallet', {
      freeText: true,
    }),
    loadOnStartupParam,
  ],
  result: loadedResult,
  examples: ['loadwallet "savings"'],
  async run({ filename, load_on_startup }, context) {
    const host = requireHost(context);
    if (host.loaded().includes(filename)) {
      throw new RpcError(RpcCode.WALLET_ALREADY_LOADED, `Wallet "${filename}" is already loaded.`);
    }
    const warnings = requireDone(await host.load(filename));
    const startup = await noteStartup(host, filename, load_on_startup);
    return loadedResult.show({ name: filename, warnings: [...warnings, ...startup] });
  },
});
