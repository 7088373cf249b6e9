import { hostError, isNotFound, notFoundReason } from '../../rpc/wallet/rpc-host-error.ts';
import { openWalletsOf, type WalletHost } from '../../wallet-host/host.ts';
import type { Clocks } from '../../wallet-host/unlocked-until.ts';
import type { StartupWallets } from '../files/startup-wallets.ts';
import type { Options } from '../options/load.ts';
import type { State } from '../runtime/state.ts';

/**
 * Loads the wallets of `-wallet` and of the settings file. Resolves to an error if the server
 * cannot start.
 */
export async function loadWallets(
  options: Options,
  { wallets }: State,
  { printError }: { readonly printError: (line: string) => void },
): Promise<string | undefined> {
  if (wallets === undefined) return undefined;
  const { host, startup, warnings } = wallets;
  for (const warning of warnings) printError(`Warning: ${warning}`);
  if (options.isNegated('wallet')) return undefined;
  for (const name of await namesToLoad(options, host, startup)) {
    const outcome = await host.load(name);
    if (outcome.ok) continue;
    const { error } = outcome;
    if (!isNotFound(error)) return hostError(error).message;
    printError(`Warning: Skipping -wallet path that doesn't exist. ${notFoundReason(error)}`);
  }
  return undefined;
}

/**
 * Returns the wallets to load. If none is named, adds the unnamed wallet, which also loads later if
 * another wallet is set to load at startup. Core: VerifyWallets.
 */
async function namesToLoad(
  options: Options,
  host: WalletHost,
  startup: StartupWallets,
): Promise<ReadonlySet<string>> {
  const names = new Set([...options.list('wallet'), ...startup.names()]);
  if (names.size > 0 || !(await host.list()).includes('')) return names;
  startup.assume('');
  return new Set(['']);
}

/** Milliseconds between checks of the clock. */
const LOOK = 1000;

/**
 * Locks wallets when the time given to walletpassphrase has passed. Returns a function that stops
 * it.
 */
export function lockWhenDue(host: WalletHost, clocks: Clocks): () => void {
  const timer = setInterval(() => {
    for (const open of openWalletsOf(host)) open.lockIfDue(clocks);
  }, LOOK);
  timer.unref();
  return () => clearInterval(timer);
}
