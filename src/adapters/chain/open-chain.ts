import type { ChainSource } from '../../chain/source.ts';

export type OpenChain = {
  readonly source: ChainSource;
  /** What is wrong with it: another network's. `undefined`: nothing, or it cannot be asked now. */
  check(): Promise<string | undefined>;
  /** Ends all waiting for another tip. */
  interrupt(): void;
  close(): void | Promise<void>;
};
