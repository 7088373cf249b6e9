import { createNodeClient, type NodeClient } from '../../../src/adapters/chain/node/client.ts';
import { createNodeChain } from '../../../src/adapters/chain/node/node-chain.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { CallOptions } from '../../../src/library/complete-context.ts';
import type { Context } from '../../../src/rpc/context.ts';
import type { WalletHost } from '../../../src/wallet-host/host.ts';
import { createRandom } from '../generate/random.ts';

/** Returns seconds since 1970, which a real node uses too. */
export const machineTime = (): number => Math.floor(Date.now() / 1000);

/** Creates a context with wallets and a real node, its clock, and randomness from a seed. */
export function liveContext(client: NodeClient, wallets: WalletHost, seed: number): Context {
  return {
    network: networks.regtest,
    profile: 'core',
    secp256k1: kernelSecp256k1,
    chain: createNodeChain(client),
    wallets,
    now: machineTime,
    random: createRandom(seed).bytes,
    reportBug: (error) => {
      throw error;
    },
  };
}

/** Returns options of an app's calls with the real node at this URL. */
export function besideNode(url: string): Required<Pick<CallOptions, 'network' | 'chain' | 'now'>> {
  const { hostname, port, username, password } = new URL(url);
  const login = { user: username, password };
  const client = createNodeClient({ url: `http://${hostname}:${port}`, login });
  return {
    network: 'regtest',
    chain: createNodeChain(client),
    now: machineTime,
  };
}
