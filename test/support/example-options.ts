import { readFileSync } from 'node:fs';
import { openSnapshot } from '../../src/library/open-app-snapshot.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createRandom } from './generate/random.ts';
import { vectorPath } from './paths.ts';

/**
 * Returns options of a call with the example's snapshot, soon after its block, without a wallet.
 */
export function exampleOptions() {
  return {
    network: 'regtest',
    wallets: createMemoryHost({ keypoolSize: 5 }),
    chain: openSnapshot(
      new Uint8Array(readFileSync(vectorPath('example/chain.snapshot'))),
      'regtest',
    ),
    now: () => 1_795_239_000,
    random: createRandom(5).bytes,
  } as const;
}
