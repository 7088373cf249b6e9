import type { ChainSource } from '../chain/source.ts';
import type { WalletEnvironment } from '../wallet/wallet.ts';
import type { OpenWallet } from '../wallet-host/open-wallet.ts';

/** A wallet and the chain that it is brought level with. */
export type Syncing = {
  readonly open: OpenWallet;
  readonly chain: ChainSource;
  readonly environment: WalletEnvironment;
  /** Seconds since 1970. */
  readonly now: number;
  /** False: what waits is not sent now. */
  readonly resend?: boolean;
};
