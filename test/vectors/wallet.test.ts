import { beforeAll, describe, test } from 'vitest';
import { sampleOf } from '../support/generate/sample.ts';
import { member, readTranscript, sampleOfWallets } from '../support/vectors/transcript.ts';
import {
  makeWallets,
  replayStep,
  startWalletNode,
  type WalletNode,
} from '../support/vectors/wallet-node.ts';

describe('Core recorded importdescriptors', () => {
  const transcript = readTranscript('importdescriptors.json');
  let node: WalletNode | undefined;
  test.each(sampleOf(transcript.cases))('$id $description', async ({ steps, json }) => {
    node ??= startWalletNode(transcript.world ?? '');
    const names = await makeWallets(node, member(json, 'wallets'));
    for (const step of steps) await replayStep(node, step);
    for (const name of names) await node.host.unload(name);
  });
});

describe('Core recorded signrawtransactionwithwallet', () => {
  const transcript = sampleOfWallets(readTranscript('signrawtransactionwithwallet.json'));
  let node: WalletNode;

  // No time limit.
  beforeAll(async () => {
    node = startWalletNode(transcript.world ?? '');
    await makeWallets(node, member(transcript.json, 'wallets'));
    for (const step of transcript.setup) await replayStep(node, step);
  }, 0);

  test.each(transcript.cases)('$id $description', async ({ steps, json }) => {
    await makeWallets(node, member(json, 'wallets'));
    for (const step of steps) await replayStep(node, step);
  });
});

describe.each(['listings', 'hdkeys', 'pruned'])('a real node recorded %s', (name) => {
  const transcript = readTranscript(`node-recorded/${name}.json`);
  let node: WalletNode;

  beforeAll(async () => {
    node = startWalletNode(transcript.world ?? '', { keypoolSize: 20 });
    await makeWallets(node, member(transcript.json, 'wallets'));
    for (const step of transcript.setup) await replayStep(node, step);
  }, 0);

  test.each(transcript.cases)('$id $description', async ({ steps }) => {
    for (const step of steps) await replayStep(node, step);
  });
});
