import { beforeAll, describe, test } from 'vitest';
import { walletOptionsFrom } from '../support/nodes/wallet-options.ts';
import { member, readTranscript, sampleOfWallets } from '../support/vectors/transcript.ts';
import {
  makeWallets,
  replayStep,
  startWalletNode,
  type WalletNode,
} from '../support/vectors/wallet-node.ts';

/** Replays cases in order: they use up change addresses, and some change the mempool. */
function replay(file: string): void {
  const transcript = sampleOfWallets(readTranscript(file));
  let node: WalletNode;

  // No time limit.
  beforeAll(async () => {
    node = startWalletNode(transcript.world ?? '', walletOptionsFrom(transcript.nodeArgs));
    await makeWallets(node, member(transcript.json, 'wallets'));
    for (const step of transcript.setup) await replayStep(node, step);
  }, 0);

  test.each(transcript.cases)('$id $description', async ({ steps }) => {
    for (const step of steps) await replayStep(node, step);
  });
}

describe('Core recorded send: errors', () => replay('send-errors.json'));
describe('Core recorded send: valid', () => replay('send-valid.json'));
describe('Core recorded send: options', () => replay('send-options-1.json'));
describe('Core recorded send: more options', () => replay('send-options-2.json'));
describe('Core recorded send: commit', () => replay('send-commit.json'));
