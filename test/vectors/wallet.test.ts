import { describe, test } from 'vitest';
import { member, readTranscript } from '../support/transcript.ts';
import { makeWallets, replayStep, startWalletNode, type WalletNode } from '../support/wallet-node.ts';

describe('Core recorded importdescriptors', () => {
  const transcript = readTranscript('importdescriptors.json');
  let node: WalletNode | undefined;
  test.each(transcript.cases)('$id $description', async ({ steps, json }) => {
    node ??= startWalletNode(transcript.world ?? '');
    const names = await makeWallets(node, member(json, 'wallets'));
    for (const step of steps) await replayStep(node, step);
    for (const name of names) await node.host.unload(name);
  });
});
