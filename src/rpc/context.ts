import type { ChainSource } from '../chain/source.ts';
import type { DeriveKey } from '../crypto/passphrase.ts';
import type { Network } from '../encoding/network.ts';
import type { Mining } from '../mining/mining.ts';
import type { WalletHost } from '../wallet-host/host.ts';
import type { SigningContext } from './signing-context.ts';

/**
 * `core`: byte for byte like Core's current release. `default`: differs in the points of
 * `rpc/profile.ts`.
 */
export type Profile = 'default' | 'core';

/**
 * Everything a method may ask of the outside world. Library callers pass it; adapters build it at
 * startup.
 */
export type Context = SigningContext & {
  /** The network whose addresses, keys and rules apply. */
  readonly network: Network;
  /** The profile: exactly as Core, or with fixes. */
  readonly profile: Profile;
  /** A node or a snapshot. Absent: there is no chain to ask. */
  readonly chain?: ChainSource;
  /** Mining settings. If absent, Core's defaults apply and every template is built from scratch. */
  readonly mining?: Mining;
  /** Absent: there are no wallets, and no methods about them. */
  readonly wallets?: WalletHost;
  /** The wallet that the path named (`/wallet/NAME`). */
  readonly walletName?: string;
  /** Seconds since 1970. */
  readonly now?: () => number;
  /**
   * Awaited between the calls of a batch and the steps of long work, so that others can be served.
   */
  readonly pause?: () => Promise<void>;
  /** Stops the clock `now` at a time in seconds since 1970, on regtest; `0` starts it again. */
  readonly setTime?: (seconds: number) => void;
  /**
   * Returns seconds that only increase, from any start. If absent, wallets lock themselves by `now`
   * only.
   */
  readonly uptime?: () => number;
  /** Derives keys from passphrases off this thread. If absent, derivation blocks this thread. */
  readonly deriveKey?: DeriveKey;
  /** Fills with randomness; seeded in tests. */
  readonly random?: (length: number) => Uint8Array;
  /** Called with notices for the caller, for example that chain facts are old. */
  readonly notify?: (notice: string) => void;
  /** Called with unexpected exceptions (bugs), for logging. */
  readonly reportBug?: (error: unknown) => void;
};
