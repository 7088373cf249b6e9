import type { ChainSource } from '../chain/source.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Network } from '../encoding/network.ts';
import type { Coin, OutPoint } from '../transaction/transaction.ts';

/** `core`: Core's current release to the byte. `contract`: the same but for the points in `rpc/profile.ts`. */
export type Profile = 'contract' | 'core';

/** What a method may ask of the world. Library callers pass it; adapters build it at start. */
export type Context = {
  readonly network: Network;
  readonly profile: Profile;
  readonly secp256k1: Secp256k1;
  /** The unspent coins known for these outpoints, by `outPointKey`. Absent: nothing is known. */
  readonly findCoins?: (
    outPoints: readonly OutPoint[],
  ) => ReadonlyMap<string, Coin> | Promise<ReadonlyMap<string, Coin>>;
  /** A node or a snapshot. Absent: there is no chain to ask. */
  readonly chain?: ChainSource;
  /** Seconds since 1970. */
  readonly now?: () => number;
  /** Fills with randomness; seeded in tests. */
  readonly random?: (length: number) => Uint8Array;
  /** Told what was thrown where nothing may be: for the adapter's log. */
  readonly reportBug?: (error: unknown) => void;
};
