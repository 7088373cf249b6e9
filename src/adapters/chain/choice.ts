import { consensusParams } from '../../chain/consensus.ts';
import type { ChainSource } from '../../chain/source.ts';
import type { NetworkName } from '../../encoding/network.ts';
import { nodeOptionSpecs, readNodeAddress } from '../node/address.ts';
import { createNodeChain } from '../node/chain-source.ts';
import { createNodeClient, type NodeAddress } from '../node/client.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse.ts';
import type { OptionSpec } from '../options/specs.ts';

export const chainOptionSpecs: readonly OptionSpec[] = nodeOptionSpecs;

/** Which chain is asked. Plain data, so that a worker can be told. */
export type ChainChoice = { readonly kind: 'node'; readonly address: NodeAddress };

export type OpenChain = {
  readonly source: ChainSource;
  /** What is wrong with it: another network's. `undefined`: nothing, or it cannot be asked now. */
  check(): Promise<string | undefined>;
  /** Ends all waiting for another tip. */
  interrupt(): void;
  close(): void;
};

/** `undefined`: there is no chain to ask. */
export function readChainChoice(options: Options): ChainChoice | Failure | undefined {
  const address = readNodeAddress(options);
  if (address === undefined || 'error' in address) return address;
  return { kind: 'node', address };
}

export function openChain({ address }: ChainChoice, network: NetworkName): OpenChain {
  const client = createNodeClient(address);
  const ended = new AbortController();
  return {
    source: createNodeChain(client, { signal: ended.signal }),
    check: () => checkNode(address, network),
    interrupt: () => ended.abort(),
    close() {
      ended.abort();
      client.close();
    },
  };
}

async function checkNode(address: NodeAddress, network: NetworkName): Promise<string | undefined> {
  const client = createNodeClient(address, { retries: 0 });
  try {
    const genesis = await client.call('getblockhash', 0);
    const wanted = consensusParams[network].genesis.hash;
    return genesis === wanted ? undefined : `The node at ${address.url} is not on chain ${network}`;
  } catch {
    // Not there now: whoever asks it is told.
    return undefined;
  } finally {
    client.close();
  }
}
