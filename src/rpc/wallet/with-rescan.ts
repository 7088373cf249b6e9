import type { OpenWallet } from '../../wallet-host/open-wallet.ts';
import type { RunningRescan } from '../../wallet-host/rescan-slot.ts';
import { walletError } from '../error.ts';

/** Only one rescan of a wallet goes on at a time. */
export async function withRescan<T>(
  open: OpenWallet,
  now: number,
  run: (running: RunningRescan) => Promise<T>,
): Promise<T> {
  const done = await open.rescanAlone(now, run);
  if (done !== undefined) return done.value;
  throw walletError('Wallet is currently rescanning. Abort existing rescan or wait.');
}
