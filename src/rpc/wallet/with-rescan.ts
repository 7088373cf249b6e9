import { duringRescan } from '../../sync/rescan-lock.ts';
import type { WalletHost } from '../../wallet-host/host.ts';
import { RpcCode, RpcError } from '../error.ts';

/** Only one rescan of a wallet goes on at a time. */
export async function withRescan<T>(
  wallet: { readonly host: WalletHost; readonly name: string },
  now: number,
  run: () => Promise<T>,
): Promise<T> {
  const done = await duringRescan(wallet, now, run);
  if (done !== undefined) return done.value;
  throw new RpcError(
    RpcCode.WALLET_ERROR,
    'Wallet is currently rescanning. Abort existing rescan or wait.',
  );
}
