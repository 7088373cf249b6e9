import { missingScripts } from '../../sync/coverage.ts';
import { syncWallet } from '../../sync/sync-wallet.ts';
import { isLocked, isUnchecked, type Wallet, type WalletEnvironment } from '../../wallet/wallet.ts';
import type { WalletHost } from '../../wallet-host/host.ts';
import type { OpenWallet } from '../../wallet-host/open-wallet.ts';
import type { RunningRescan } from '../../wallet-host/rescan-slot.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { miscError, RpcCode, RpcError, walletError } from '../error.ts';
import { unlockNeeded } from '../locked-keys.ts';

/** The wallet of a call. */
export type WalletCall = {
  readonly open: OpenWallet;
  /** The wallet's value when the call started. An answer is based on one value. */
  readonly wallet: Wallet;
  readonly environment: WalletEnvironment;
};

const NO_WALLETS =
  'No wallets are kept here. In the library the option wallets says where: createWallets of coldsign/wallet makes it. ' +
  'The command line and the server have them unless -disablewallet is given';

export function requireHost({ wallets }: Context): WalletHost {
  // Answer like a node that was built without wallets.
  if (wallets === undefined) {
    throw new RpcError(RpcCode.METHOD_NOT_FOUND, 'Method not found', NO_WALLETS);
  }
  return wallets;
}

/** Returns the wallet that the path names, or the only one. Core: GetWalletForJSONRPCRequest. */
export function requireWallet(context: Context): WalletCall {
  const host = requireHost(context);
  const open = host.get(context.walletName ?? onlyWallet(host));
  if (open === undefined) {
    throw new RpcError(
      RpcCode.WALLET_NOT_FOUND,
      'Requested wallet does not exist or is not loaded',
    );
  }
  open.lockIfDue(context);
  return { open, wallet: open.value, environment: walletEnvironment(open, context) };
}

export function walletEnvironment(
  { options }: Pick<OpenWallet, 'options'>,
  { secp256k1 }: Pick<Context, 'secp256k1'>,
): WalletEnvironment {
  const { keypoolSize, addressType, changeType } = options;
  return { secp256k1, keypoolSize, addressType, changeType };
}

/** Returns the wallet of a call, synced to the tip of the chain. */
export async function requireSyncedWallet(
  context: Context,
  { resend = true }: { readonly resend?: boolean } = {},
): Promise<WalletCall> {
  const call = requireWallet(context);
  if (context.chain === undefined) return call;
  const chain = requireChain(context, 'a wallet');
  const doubts = await syncWallet({ ...call, chain, now: requireNow(context), resend });
  const synced = { ...call, wallet: call.open.value };
  const missing = await missingScripts(context.chain, synced.wallet);
  for (const doubt of [...doubts, ...missing]) context.notify?.(doubt);
  return synced;
}

/**
 * Returns the wallet, synced if a chain is available. Core's wallet always follows its node, but
 * what it knows is useful without one.
 */
export async function requireFollowingWallet(context: Context): Promise<WalletCall> {
  if (context.now === undefined) return requireWallet(context);
  try {
    return await requireSyncedWallet(context);
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== RpcCode.CLIENT_NOT_CONNECTED) throw error;
    context.notify?.(`${error.message}. Wallets answer as of when they asked it last`);
    return requireWallet(context);
  }
}

function onlyWallet(host: WalletHost): string {
  const [name, ...others] = host.loaded();
  if (name === undefined) {
    throw new RpcError(
      RpcCode.WALLET_NOT_FOUND,
      'No wallet is loaded. Load a wallet using loadwallet or create a new one with createwallet. (Note: A default wallet is no longer automatically created)',
    );
  }
  if (others.length > 0) {
    throw new RpcError(
      RpcCode.WALLET_NOT_SPECIFIED,
      'Multiple wallets are loaded. Please select which wallet to use by requesting the RPC through the /wallet/<walletname> URI path.',
    );
  }
  return name;
}

/** Core: EnsureWalletIsUnlocked. */
export function requireUnlocked(wallet: Wallet): void {
  if (isLocked(wallet)) throw unlockNeeded();
}

/** Warns that addresses come from a file that was not checked with the passphrase. */
export function noteUnchecked(wallet: Wallet, { notify }: Context): void {
  if (!isUnchecked(wallet)) return;
  notify?.(
    'The wallet is locked, so its addresses and its change could not be checked with the passphrase: ' +
      'with access to its file they could be exchanged. Unlock it before you rely on them',
  );
}

/** Returns seconds since 1970, from the context's clock. */
export function requireNow({ now }: Context): number {
  if (now === undefined) {
    throw miscError('This method needs a clock in its context');
  }
  return now();
}

/** Runs a rescan. Throws if another one of the wallet is running. */
export async function withRescan<T>(
  open: OpenWallet,
  now: number,
  run: (running: RunningRescan) => Promise<T>,
): Promise<T> {
  const done = await open.rescanAlone(now, run);
  if (done !== undefined) return done.value;
  throw walletError('Wallet is currently rescanning. Abort existing rescan or wait.');
}

/** Core: GetAvoidReuseFlag (wallet/rpc/util.cpp). */
export function parseAvoidReuse(given: boolean | undefined, { flags }: Wallet): boolean {
  const avoids = given ?? flags.avoidReuse;
  if (!avoids || flags.avoidReuse) return avoids;
  throw walletError('wallet does not have the "avoid reuse" feature enabled');
}
