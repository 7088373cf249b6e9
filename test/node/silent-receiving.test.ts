import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import { createNodeChain } from '../../src/adapters/chain/node/node-chain.ts';
import { readSnapshotFile } from '../../src/adapters/chain/snapshot-file.ts';
import { makeSnapshot } from '../../src/adapters/snapshot/snapshot-command.ts';
import type { ChainSource } from '../../src/chain/source.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { formatSilentDescriptor } from '../../src/descriptor/silent-descriptor.ts';
import { networks } from '../../src/encoding/network.ts';
import type { CallOptions } from '../../src/library/complete-context.ts';
import { execute } from '../../src/public/rpc.ts';
import { formatSilentAddress } from '../../src/silent/silent-address.ts';
import { encodeSnapshot } from '../../src/snapshot/snapshot-codec.ts';
import { createSnapshotSource } from '../../src/snapshot/snapshot-source.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createRandom } from '../support/generate/random.ts';
import { silentKey } from '../support/generate/silent-payments.ts';
import { TEST_XPRV, TEST_XPUB } from '../support/generate/wallet.ts';
import { machineTime } from '../support/nodes/live-context.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';
import { fakeTerminal } from '../support/screens/terminal.ts';

let node: RealNode;
let client: NodeClient;
let chain: ChainSource;
const folder = mkdtempSync(join(tmpdir(), 'coldsign-silent-'));

beforeAll(async () => {
  node = await startNode();
  const { origin, username, password } = new URL(node.url);
  client = createNodeClient({ url: origin, login: { user: username, password } });
  chain = createNodeChain(client);
});

afterAll(async () => {
  client?.close();
  await node?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const keyOf = (n: number): PrivateKey => {
  const key = PrivateKey.from(silentKey(n), true);
  if (key === undefined) throw new Error('no key');
  return key;
};
const keysAt = (n: number) => {
  const spendPrivateKey = keyOf(n + 1);
  return { scanKey: keyOf(n), spendKey: spendPrivateKey.publicKey(secp256k1), spendPrivateKey };
};
const network = networks.regtest;
const spendingAt = (n: number) => formatSilentDescriptor(keysAt(n), { network });
const watchingAt = (n: number) =>
  formatSilentDescriptor(keysAt(n), { network }, { watching: true });

/** A foreign silent payment address. */
const elsewhere = formatSilentAddress(
  { scanKey: keyOf(60).publicKey(secp256k1), spendKey: keyOf(61).publicKey(secp256k1) },
  network,
);

/** Opens a wallet with these descriptors over a chain or a snapshot. */
async function openWallet(
  source: ChainSource,
  requests: readonly object[],
  more: { readonly flags?: object; readonly notices?: string[] } = {},
): Promise<CallOptions> {
  const options: CallOptions = {
    network: 'regtest',
    secp256k1,
    chain: source,
    wallets: createMemoryHost({ keypoolSize: 5 }),
    now: machineTime,
    random: createRandom(7).bytes,
    notify: (notice) => more.notices?.push(notice),
  };
  await run(options, 'createwallet', { wallet_name: 'w', blank: true, ...more.flags });
  const answers = await run<readonly { success: boolean }[]>(options, 'importdescriptors', [
    requests,
  ]);
  expect(answers.map(({ success }) => success)).toEqual(requests.map(() => true));
  return options;
}

const run = async <T>(options: CallOptions, method: string, args: readonly unknown[] | object) =>
  (await execute(method, args as never, options)) as T;
const mine = () => client.call('generatetodescriptor', 1, 'raw(51)');
const amountsOf = async (wallet: CallOptions) => {
  const coins = await run<readonly { amount: number }[]>(wallet, 'listunspent', []);
  return coins.map(({ amount }) => amount).sort();
};

/** Creates a wallet with coins of each kind that can pay silent payment addresses. */
async function payer(): Promise<CallOptions> {
  const kinds = ['wpkh(K)', 'pkh(K)', 'sh(wpkh(K))', 'tr(K)'];
  const requests = kinds.flatMap((kind, i) =>
    [0, 1].map((side) => ({
      desc: addChecksum(kind.replace('K', `${TEST_XPRV}/${i}/${side}/*`)),
      timestamp: 0,
      active: true,
      internal: side === 1,
      range: [0, 4],
    })),
  );
  const wallet = await openWallet(chain, requests);
  for (const type of ['bech32', 'legacy', 'p2sh-segwit', 'bech32m']) {
    const address = await run<string>(wallet, 'getnewaddress', ['', type]);
    await client.call('generatetoaddress', 2, address);
  }
  await client.call('generatetodescriptor', 100, 'raw(51)');
  return wallet;
}

async function snapshotOf(lines: string, ...more: readonly string[]): Promise<ChainSource> {
  const [from, out] = [join(folder, 'descriptors.txt'), join(folder, 'snapshot')];
  writeFileSync(from, lines);
  const { terminal, written } = fakeTerminal({ readFile: (path) => readFileSync(path, 'utf8') });
  const args = [`-node=${node.url}`, `-descriptors=${from}`, `-out=${out}`, ...more];
  const status = await makeSnapshot(['-regtest', `-datadir=${folder}`, ...args], terminal);
  expect({ status, errors: written.err }).toEqual({ status: 0, errors: '' });
  const read = readSnapshotFile(out, 'regtest');
  if ('error' in read) throw new Error(read.error);
  const bytes = Buffer.from(encodeSnapshot(read.snapshot).bytes);
  expect(bytes.equals(readFileSync(out))).toBe(true);
  return createSnapshotSource(read.snapshot);
}

describe('silent payments through a real node', () => {
  test('are paid from all kinds of coins, found in blocks and snapshots, and spent', async () => {
    const paying = await payer();
    const payee = await openWallet(chain, [{ desc: spendingAt(40), timestamp: 0 }]);
    const address = await run<string>(payee, 'getnewaddress', ['', 'silent']);
    const shop = await run<string>(payee, 'getnewaddress', ['shop', 'silent']);
    const outputs = [{ [address]: '60' }, { [shop]: '70' }, { [elsewhere]: '1' }];
    await run(paying, 'send', { outputs, options: { fee_rate: 3 } });
    await mine();
    expect(await amountsOf(payee)).toEqual([60, 70]);

    const carried = { bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: '65' };
    const request = { timestamp: 0, range: [0, 1] };
    // The snapshot is made with the scan key alone, and then serves a wallet that spends.
    for (const source of [
      await snapshotOf(JSON.stringify([{ desc: watchingAt(40), ...request }])),
      await snapshotOf('', '-silent=1'),
    ]) {
      const notices: string[] = [];
      const requests = [{ desc: spendingAt(40), ...request }];
      const offline = await openWallet(source, requests, { notices });
      expect(await amountsOf(offline)).toEqual([60, 70]);
      expect(notices.filter((notice) => /silent|not made for/i.test(notice))).toEqual([]);
      const sent = await run<{ hex: string; complete: boolean }>(offline, 'send', {
        outputs: [carried],
        options: { fee_rate: 3, add_to_wallet: false },
      });
      expect(sent.complete).toBe(true);
      const [accepted] = (await client.call('testmempoolaccept', [sent.hex])) as {
        allowed: boolean;
      }[];
      expect(accepted?.allowed).toBe(true);
    }

    await run(payee, 'send', { outputs: [carried], options: { fee_rate: 3 } });
    await mine();
    const left = await amountsOf(payee);
    expect(left.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(65, 3);
    const restored = await openWallet(chain, [{ desc: spendingAt(40), ...request }]);
    expect(await amountsOf(restored)).toEqual(left);
  });

  test('are missed with a notice by a wallet whose snapshot was made for another address', async () => {
    const source = await snapshotOf(`${watchingAt(40)}\n`);
    const notices: string[] = [];
    const wallet = await openWallet(source, [{ desc: spendingAt(50), timestamp: 0 }], { notices });
    const warnings = await run<readonly string[]>(wallet, 'listunspent', []);
    expect(warnings).toEqual([]);
    expect(notices.join('\n')).toContain('was not made for all descriptors');
  });

  test('are missed with a notice by a snapshot without tweaks', async () => {
    const source = await snapshotOf(`wpkh(${TEST_XPUB}/*)\n`);
    const notices: string[] = [];
    const wallet = await openWallet(source, [{ desc: spendingAt(40), timestamp: 0 }], { notices });
    await run(wallet, 'listunspent', []);
    expect(notices.join('\n')).toContain('Silent payments are not looked for');
  });
});
