import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';
import { nodeHarness } from '../support/nodes/node-client.ts';
import { buildProgram } from '../support/nodes/server.ts';
import { run } from '../support/run.ts';

/** A real node with a watch-only wallet that pays through -signer, while our side has the keys. */
let node: RealNode;
const folder = mkdtempSync(join(tmpdir(), 'coldsign-signer-'));
let ours: readonly string[] = [];

const { call, refusal } = nodeHarness(() => node.url);

beforeAll(async () => {
  const program = await buildProgram();
  ours = [process.execPath, program, '-regtest', '-noconf', `-datadir=${folder}`];
  const made = await run(ours[0] ?? '', [...ours.slice(1), 'createwallet', 'cold']);
  expect(made.stderr).toBe('');
  const command = [...ours, '-rpcwallet=cold', '-policy=strict', 'signer'].join(' ');
  node = await startNode(`-signer=${command}`);
}, 120_000);
afterAll(async () => {
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a node that was started with coldsign as its signer', () => {
  test('finds it, makes a wallet of its descriptors, shows an address, and pays with its signatures', async () => {
    const { signers } = await call<{ signers: { fingerprint: string; name: string }[] }>(
      'enumeratesigners',
    );
    expect(signers).toEqual([
      { fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/), name: 'coldsign' },
    ]);
    await call('createwallet', ['hot', true, true, '', false, true, null, true]);
    await call('createwallet', ['miner']);
    const mining = await call<string>('getnewaddress', [], 'miner');
    await call('generatetoaddress', [101, mining]);
    for (const type of ['bech32', 'bech32m', 'p2sh-segwit', 'legacy']) {
      const address = await call<string>('getnewaddress', ['', type], 'hot');
      expect(await call('walletdisplayaddress', [address], 'hot')).toEqual({ address });
      await call('sendtoaddress', [address, 1], 'miner');
    }
    await call('generatetoaddress', [1, mining]);
    const sent = await call<{ complete: boolean; txid: string }>(
      'send',
      [{ [mining]: 3.5 }, null, 'unset', 2],
      'hot',
    );
    expect(sent.complete).toBe(true);
    await call('generatetoaddress', [1, mining]);
    const { confirmations } = await call<{ confirmations: number }>(
      'gettransaction',
      [sent.txid],
      'hot',
    );
    expect(confirmations).toBe(1);
  }, 300_000);

  test('is refused transactions that a policy stops, and foreign addresses', async () => {
    const mining = await call<string>('getnewaddress', [], 'miner');
    const absurd = await refusal(
      'send',
      [{ [mining]: 0.1 }, null, 'unset', null, { fee_rate: 20_000 }],
      'hot',
    );
    expect(absurd.message).toContain('External signer failed to sign');
    const program = ours[0] ?? '';
    const foreign = await run(program, [
      ...ours.slice(1),
      '-rpcwallet=cold',
      'signer',
      '--chain',
      'regtest',
      'displayaddress',
      '--desc',
      addChecksum('addr(bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080)'),
    ]);
    expect(JSON.parse(foreign.stdout)).toEqual({
      error: expect.stringContaining('not an address of this wallet'),
    });
  }, 120_000);
});
