import type { WalletHost } from '../wallet-host/host.ts';

/** Runs while no other rescan of the wallet may; `undefined`: one goes on already, and nothing was done. */
export async function duringRescan<T>(
  { host, name }: { readonly host: WalletHost; readonly name: string },
  now: number,
  run: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  if (host.rescans.has(name)) return undefined;
  host.rescans.set(name, { startedAt: now, progress: 0, abort: false });
  try {
    return { value: await run() };
  } finally {
    host.rescans.delete(name);
  }
}
