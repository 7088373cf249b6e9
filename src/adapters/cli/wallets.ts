import { getMember, isJsonArray, isJsonObject, type Json, jsonNumber } from '../../json/json.ts';
import type { Context } from '../../rpc/context.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import type { RpcMethod } from '../../rpc/method.ts';
import { methods } from '../../rpc/methods/index.ts';
import { hostError } from '../../rpc/wallet/rpc-host-error.ts';
import type { OpenHost } from '../files/open-host.ts';
import type { Options } from '../options/load.ts';

/** Methods that do not need a loaded wallet. */
const needNoWallet = [
  'createwallet',
  'loadwallet',
  'restorewallet',
  'migratewallet',
  'listwalletdir',
];

/** Seconds, long enough for any command. */
const UNLOCKED_FOR = 86_400;

/**
 * Creates the context of one call on the command line. Wallets do not stay loaded between calls:
 * all wallets of the options, or else of the folder, count as loaded, and only the wallet of the
 * call is opened.
 */
export async function withWallets(
  context: Context,
  { host, startup }: OpenHost,
  options: Options,
  method: RpcMethod | undefined,
  params: Json = [],
): Promise<Context> {
  const given = options.isNegated('rpcwallet') ? undefined : options.text('rpcwallet');
  const named = given ?? (method?.name === 'unloadwallet' ? walletNamedIn(params) : undefined);
  const chosen = named === undefined ? context : { ...context, walletName: named };
  if (method?.category !== 'Wallet' || needNoWallet.includes(method.name)) return chosen;
  const names = named === undefined ? await walletNames(options, { host, startup }) : [named];
  const [only] = names;
  if (only === undefined || names.length > 1 || method.name === 'listwallets') {
    return { ...chosen, wallets: { ...host, loaded: () => names } };
  }
  const outcome = await host.load(only);
  if (!outcome.ok) throw hostError(outcome.error);
  return chosen;
}

/** Returns the argument `wallet_name`. */
function walletNamedIn(params: Json): string | undefined {
  const name = isJsonArray(params)
    ? params[0]
    : isJsonObject(params) && getMember(params, 'wallet_name');
  return typeof name === 'string' ? name : undefined;
}

async function walletNames(
  options: Options,
  { host, startup }: Pick<OpenHost, 'host' | 'startup'>,
): Promise<readonly string[]> {
  const names = new Set([...options.list('wallet'), ...startup.names()]);
  return names.size > 0 ? [...names] : host.list();
}

/** Unlocks the wallet for the next call. */
export async function unlock(context: Context, passphrase: string): Promise<void> {
  const method = findMethod(methods, 'walletpassphrase');
  await runMethod(method, [passphrase, jsonNumber(UNLOCKED_FOR)], context);
}
