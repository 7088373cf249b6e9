import type { ChainSource } from '../../chain/source.ts';

export type OpenChain = {
  readonly source: ChainSource;
  /**
   * Resolves to an error if it is another network's chain, and to `undefined` if it is right or
   * unreachable now.
   */
  check(): Promise<string | undefined>;
  /** Ends all waiting for another tip. */
  interrupt(): void;
  close(): void | Promise<void>;
};
