import type { Context } from '../../rpc/context.ts';
import type { ChainChoice } from '../chain/choice.ts';
import type { OpenHost } from '../files/open-host.ts';
import type { Options } from '../options/load.ts';
import { clockOf } from './clock.ts';

/**
 * State that outlives a call: the wallets, the connection to a node, the clock. Each exists once,
 * on one thread.
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
  /** The chain, for threads that have no wallets. */
  readonly chain: ChainChoice | undefined;
  readonly wallets: OpenHost | undefined;
  /** Resolves to the problem with the chain, or `undefined` if none is known. */
  checkChain(): Promise<string | undefined>;
  /** Ends waiting for blocks, and rescans. */
  interrupt(): void;
  close(): Promise<void>;
};

/** Returns the state of a program with neither wallets nor a chain. */
export const stateWithout = (options: Options): State => ({
  context: clockOf(options),
  chain: undefined,
  wallets: undefined,
  checkChain: async () => undefined,
  interrupt() {},
  async close() {},
});
