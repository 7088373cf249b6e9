import type { Context } from '../../rpc/context.ts';
import type { ChainChoice } from '../chain/choice.ts';
import type { OpenHost } from '../files/open-host.ts';
import type { Options } from '../options/load.ts';
import { clockOf } from './clock.ts';

/**
 * What outlives a call: the wallets, the connection to a node, the clock. One of each, in one
 * thread.
 */
export type State = {
  readonly context: Pick<
    Context,
    | 'chain'
    | 'findCoins'
    | 'mining'
    | 'wallets'
    | 'signerCommand'
    | 'now'
    | 'setTime'
    | 'uptime'
    | 'deriveKey'
  >;
  /** For threads that have no wallets but ask the same chain. */
  readonly chain: ChainChoice | undefined;
  readonly wallets: OpenHost | undefined;
  /** What is wrong with the chain; `undefined`: nothing is known. */
  checkChain(): Promise<string | undefined>;
  /** Ends what may take long: waiting for blocks, and rescans. */
  interrupt(): void;
  close(): Promise<void>;
};

/** Of a program that has neither wallets nor a chain. */
export const stateWithout = (options: Options): State => ({
  context: clockOf(options),
  chain: undefined,
  wallets: undefined,
  checkChain: async () => undefined,
  interrupt() {},
  async close() {},
});
