import type { ChainSource } from '../chain/source.ts';
import type { PendingScan, Wallet } from '../wallet/wallet.ts';
import { firstHeightFrom } from './birth-height.ts';
import { type Rescan, type RescanEnd, scanBlocks } from './rescan.ts';

/** Adds a scan from this time on (seconds since 1970) to the pending one. */
export function withScanFrom(wallet: Wallet, time: number): Wallet {
  const { pendingScan } = wallet;
  return {
    ...wallet,
    pendingScan: {
      height: pendingScan?.height,
      time: Math.min(pendingScan?.time ?? time, time),
    },
  };
}

/**
 * Scans for imports. Progress is stored together with what was found, so the scan continues after a
 * crash.
 */
export async function finishPendingScan(rescan: Rescan, pending: PendingScan): Promise<RescanEnd> {
  const { open, chain } = rescan;
  const from = await startOf(chain, pending);
  const { height: to } = await chain.tip();
  const end: RescanEnd =
    from === undefined
      ? { kind: 'done', stopHeight: undefined }
      : await scanBlocks(rescan, from, to, {
          mempool: true,
          mark: (wallet, { height }) => ({
            ...wallet,
            pendingScan: { height: height + 1, time: undefined },
          }),
        });
  await open.update((wallet) => ({
    wallet: { ...wallet, pendingScan: undefined },
    value: undefined,
  }));
  return end;
}

async function startOf(
  chain: ChainSource,
  { height, time }: PendingScan,
): Promise<number | undefined> {
  const byTime = time === undefined ? undefined : await firstHeightFrom(chain, time);
  if (height === undefined || byTime === undefined) return height ?? byTime;
  return Math.min(height, byTime);
}
