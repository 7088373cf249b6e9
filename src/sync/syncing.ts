import type { ChainSource } from '../chain/source.ts';
import type { WalletEnvironment } from '../wallet/wallet.ts';
import type { WalletHost } from '../wallet-host/host.ts';

/** A wallet and the chain that it is brought level with. */
export type Syncing = {
  readonly host: WalletHost;
  readonly name: string;
  readonly chain: ChainSource;
  readonly environment: WalletEnvironment;
  readonly now: number;
  /** False: what waits is not sent now. */
  readonly resend?: boolean;
};
