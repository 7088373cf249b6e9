import type { WalletHost } from '../../src/wallet-host/host.ts';
import type { OpenWallet } from '../../src/wallet-host/open-wallet.ts';

/** Returns the loaded wallet of this name. */
export function opened(host: Pick<WalletHost, 'get'>, name: string): OpenWallet {
  const open = host.get(name);
  if (open === undefined) throw new Error(`the wallet ${name} is not loaded`);
  return open;
}
