import { resolve } from 'node:path';
import { consensusParams } from '../../chain/consensus.ts';
import { type NetworkName, networks } from '../../encoding/network.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { openSnapshot, type SnapshotChoice, snapshotChoice } from '../snapshot/open.ts';
import { openBlockFileChain } from './blockfiles/block-file-chain.ts';
import { findBlockFolder } from './blockfiles/files.ts';
import {
  createNodeClient,
  type NodeAddress,
  type NodeClient,
  type NodeClientOptions,
} from './node/client.ts';
import { readNodeAddress } from './node/node-address.ts';
import { createNodeChain } from './node/node-chain.ts';
import { createPresence, type NodePresence } from './node/presence.ts';
import type { OpenChain } from './open-chain.ts';
import { openServer, readServerChoice, type ServerChoice } from './servers.ts';

/** The chain to query. Plain data, so that it can be passed to a worker. */
export type ChainChoice =
  | { readonly kind: 'node'; readonly address: NodeAddress }
  | SnapshotChoice
  | ServerChoice
  | { readonly kind: 'block files'; readonly path: string };

/** Returns the chosen chain, or `undefined` if there is none. */
export function readChainChoice(options: Options): ChainChoice | Failure | undefined {
  const address = readNodeAddress(options);
  if (address !== undefined && 'error' in address) return address;
  const pathOf = (name: string) => (options.isNegated(name) ? undefined : options.text(name));
  const [snapshot, blocks] = [pathOf('snapshot'), pathOf('blocksdir')];
  const servers = ['esplora', 'electrum'].map(pathOf);
  if ([address, snapshot, blocks, ...servers].filter((each) => each !== undefined).length > 1) {
    return {
      error: 'Only one of -node, -esplora, -electrum, -snapshot and -blocksdir can be used',
    };
  }
  if (snapshot !== undefined) return snapshotChoice(resolve(snapshot), options);
  if (blocks !== undefined) return { kind: 'block files', path: resolve(blocks) };
  return address ? { kind: 'node', address } : readServerChoice(options);
}

export function openChain(choice: ChainChoice, network: NetworkName): OpenChain | Failure {
  switch (choice.kind) {
    case 'node':
      return openNodeChain(choice.address, network);
    case 'snapshot':
      return openSnapshotChain(choice, network);
    case 'block files':
      return openBlocks(choice.path, network);
    case 'esplora':
    case 'electrum':
      return openServer(choice, network);
  }
}

function openBlocks(path: string, network: NetworkName): OpenChain | Failure {
  const folder = findBlockFolder(path, networks[network].folder);
  if (folder === undefined) return { error: `There are no blk*.dat files in "${path}"` };
  if ('error' in folder) return folder;
  const { source, close } = openBlockFileChain(folder, network);
  return { source, check: async () => undefined, interrupt: () => {}, close };
}

function openSnapshotChain(choice: SnapshotChoice, network: NetworkName): OpenChain | Failure {
  const opened = openSnapshot(choice, network);
  if ('error' in opened) return opened;
  const nothing = () => {};
  const check = async () => {
    await opened.remember();
    return undefined;
  };
  return { source: opened.source, check, interrupt: nothing, close: nothing };
}

/** Milliseconds that requests get to finish. */
const LAST_MOMENT = 3000;

export type OpenNode = OpenChain & { readonly client: NodeClient };

export function openNodeChain(
  address: NodeAddress,
  network: NetworkName,
  options: NodeClientOptions = {},
): OpenNode {
  const presence = createPresence();
  const client = createNodeClient(address, { presence, ...options });
  const ended = new AbortController();
  return {
    client,
    source: createNodeChain(client, { signal: ended.signal }),
    check: () => checkNode(address, network, presence),
    interrupt() {
      ended.abort();
      // Give up calls that wait for a silent node, after running requests had time to finish.
      setTimeout(() => client.close(), LAST_MOMENT).unref();
    },
    close() {
      ended.abort();
      client.close();
    },
  };
}

async function checkNode(
  address: NodeAddress,
  network: NetworkName,
  presence: NodePresence,
): Promise<string | undefined> {
  const client = createNodeClient(address, { retries: 0, presence });
  try {
    const genesis = await client.call('getblockhash', 0);
    const wanted = consensusParams[network].genesis.hash;
    return genesis === wanted ? undefined : `The node at ${address.url} is not on chain ${network}`;
  } catch {
    // The node is unreachable now; the next caller gets an error immediately.
    return undefined;
  } finally {
    client.close();
  }
}
