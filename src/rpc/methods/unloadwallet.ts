import { jsonObject } from '../../json/json.ts';
import type { Context } from '../context.ts';
import { invalid, RpcCode, RpcError, walletError } from '../error.ts';
import { record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { loadOnStartupParam } from '../params/wallet-life-params.ts';
import { warningsResult } from '../results/wallet-result.ts';
import { noteStartup, requireDone } from '../wallet/host-outcome.ts';
import { requireHost } from '../wallet/wallet-call.ts';

export const unloadwallet = defineMethod({
  name: 'unloadwallet',
  category: 'Wallet',
  summary:
    'Unload the wallet of the path of the request, or the named one. If both are given, they must be the same.',
  params: [
    str('wallet_name', 'The name of the wallet', {
      freeText: true,
      defaultHint: 'the wallet of the path',
    }),
    loadOnStartupParam,
  ],
  result: record([warningsResult]),
  examples: ['unloadwallet "savings"'],
  async run({ wallet_name, load_on_startup }, context) {
    const host = requireHost(context);
    const name = uniqueName(wallet_name, context);
    const open = host.get(name);
    if (open === undefined) {
      throw new RpcError(
        RpcCode.WALLET_NOT_FOUND,
        'Requested wallet does not exist or is not loaded',
      );
    }
    if (open.rescan !== undefined) {
      throw walletError('Wallet is currently rescanning. Abort existing rescan or wait.');
    }
    const unloaded = requireDone(await host.unload(name));
    const warnings = [...unloaded, ...(await noteStartup(host, name, load_on_startup))];
    return jsonObject({ ...(warnings.length > 0 && { warnings }) });
  },
});

/** Core: EnsureUniqueWalletName. */
function uniqueName(given: string | undefined, { walletName }: Context): string {
  if (walletName !== undefined && given !== undefined && walletName !== given) {
    throw invalid(
      'The RPC endpoint wallet and the wallet name parameter specify different wallets',
    );
  }
  const name = walletName ?? given;
  if (name !== undefined) return name;
  throw invalid('Either the RPC endpoint wallet or the wallet name parameter must be provided');
}
