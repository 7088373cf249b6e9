import { describe, test } from 'vitest';
import { member, readTranscript } from '../support/transcript.ts';
import {
  makeWallets,
  replayStep,
  startWalletNode,
  type WalletNode,
} from '../support/wallet-node.ts';

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

describe('Core recorded signrawtransactionwithwallet', () => {
  const transcript = readTranscript('signrawtransactionwithwallet.json');
  let starting: Promise<WalletNode> | undefined;

  async function start(): Promise<WalletNode> {
    const started = startWalletNode(transcript.world ?? '');
    await makeWallets(started, member(transcript.json, 'wallets'));
    for (const step of transcript.setup) await replayStep(started, step);
    return started;
  }

  test.each(transcript.cases)('$id $description', async ({ steps, json }) => {
    starting ??= start();
    const node = await starting;
    await makeWallets(node, member(json, 'wallets'));
    for (const step of steps) await replayStep(node, step);
  });
});
