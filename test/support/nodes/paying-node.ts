import { afterAll, beforeAll } from 'vitest';
import { type RealNode, startNode } from './node.ts';
import { nodeHarness } from './node-client.ts';

/**
 * Starts a node for the tests of a file. Its wallet `node` has a mature coin to pay with. Returns
 * how to call it. `onStart` gets the node.
 */
export function payingNode(onStart: (node: RealNode) => void = () => undefined) {
  let node: RealNode | undefined;
  const { call } = nodeHarness(() => node?.url ?? '');
  beforeAll(async () => {
    node = await startNode();
    onStart(node);
    await call('createwallet', ['node']);
    await call('generatetoaddress', [101, await call('getnewaddress', [], 'node')]);
  }, 300_000);
  afterAll(async () => {
    await node?.stop();
  });
  return call;
}
