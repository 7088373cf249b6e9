import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBlockFileChain } from '../../src/adapters/chain/blockfiles/block-file-chain.ts';
import { findBlockFolder } from '../../src/adapters/chain/blockfiles/files.ts';
import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import { createNodeChain } from '../../src/adapters/chain/node/node-chain.ts';
import { createNodeScanner } from '../../src/adapters/chain/node/scan.ts';
import type { ChainSource } from '../../src/chain/source.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { scanBlocks } from '../../src/sync/rescan.ts';
import { createWallet, type Wallet } from '../../src/wallet/wallet.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createRandom } from '../support/generate/random.ts';
import { TEST_XPRV, TEST_XPUB, withDescriptorText } from '../support/generate/wallet.ts';
import { type RealNode, startNode } from '../support/nodes/node.ts';
import { opened } from '../support/opened.ts';

const name = 'w';
const keypoolSize = 20;
const environment = { secp256k1: kernelSecp256k1, keypoolSize, addressType: 'bech32' } as const;

let node: RealNode;
let client: NodeClient;
let wallet: NodeClient;
let chain: ChainSource;

async function addresses(descriptor: string, range: number): Promise<string[]> {
  const { checksum } = (await client.call('getdescriptorinfo', descriptor)) as { checksum: string };
  const list = await client.call('deriveaddresses', `${descriptor}#${checksum}`, [0, range]);
  return list as string[];
}

beforeAll(async () => {
  node = await startNode();
  const { origin, username, password } = new URL(node.url);
  const login = { user: username, password };
  client = createNodeClient({ url: origin, login });
  wallet = createNodeClient({ url: `${origin}/wallet/w`, login });
  chain = createNodeChain(client);
  await client.call('createwallet', 'w', false, true);
  const requests = [];
  for (const descriptor of [`wpkh(${TEST_XPRV}/0/*)`, `tr(${TEST_XPRV}/1/*)`]) {
    const info = (await client.call('getdescriptorinfo', descriptor)) as { checksum: string };
    const desc = `${descriptor}#${info.checksum}`;
    requests.push({ desc, timestamp: 'now', range: [0, 99] });
  }
  await wallet.call('importdescriptors', requests);
  const own = [
    ...(await addresses(`wpkh(${TEST_XPUB}/0/*)`, 59)),
    ...(await addresses(`tr(${TEST_XPUB}/1/*)`, 59)),
  ];
  await client.call('generatetoaddress', 110, own[0]);
  const random = createRandom(3);
  for (let i = 0; i < 60; i++) {
    const outputs = [{ [own[i] ?? '']: (0.1 + i / 1000).toFixed(3) }];
    outputs.push({ [own[60 + i] ?? '']: '0.2' });
    await wallet.call('send', outputs, null, 'unset', 5, {
      change_address: own[random.int(i + 1)],
    });
    if (i % 4 === 0) await client.call('generatetoaddress', 1 + random.int(3), own[random.int(8)]);
  }
  await client.call('generatetoaddress', 1, own[1]);
});

afterAll(async () => {
  wallet?.close();
  client?.close();
  await node?.stop();
});

function makeWallet(): Wallet {
  const options = { secp256k1: kernelSecp256k1, random: createRandom(7), keypoolSize };
  return [`wpkh(${TEST_XPUB}/0/*)`, `tr(${TEST_XPUB}/1/*)`].reduce(
    (made, text) => withDescriptorText(made, text, options),
    createWallet({ name, network: networks.regtest, flags: { disablePrivateKeys: true } }),
  );
}

async function scanned(source: ChainSource): Promise<Wallet> {
  const host = createMemoryHost();
  await host.create(makeWallet());
  const { height } = await source.tip();
  const rescan = { open: opened(host, name), chain: source, environment, now: 2_000_000_000 };
  expect(await scanBlocks(rescan, 1, height, { mempool: true })).toMatchObject({ kind: 'done' });
  return host.get(name)?.value ?? makeWallet();
}

function coinsOf({ ledger }: Wallet): string[] {
  return [...ledger.outputs.keys()].filter((key) => !ledger.spenders.has(key)).sort();
}

describe('a rescan over a real node', () => {
  test("finds the coins and transactions of the node's own wallet", async () => {
    const found = await scanned(chain);
    const theirs = (await wallet.call('listunspent', 0, 9_999_999, [], true, {
      include_immature_coinbase: true,
    })) as { txid: string; vout: number }[];
    expect(coinsOf(found)).toEqual(theirs.map(({ txid, vout }) => `${txid}:${vout}`).sort());
    // With change: none of these addresses is in the node's address book.
    const since = await wallet.call('listsinceblock', '', 1, true, true, true);
    const { transactions: listed } = since as { transactions: { txid: string }[] };
    expect(new Set(found.ledger.transactions.keys())).toEqual(
      new Set(listed.map(({ txid }) => txid)),
    );
  });

  test('finds the same with filters, which leave out blocks', async () => {
    // Filters are not worthwhile for such small blocks.
    const scanner = createNodeScanner(client, { filters: 'always' });
    let looked = 0;
    const filtered: ChainSource = {
      ...chain,
      async scan(request) {
        const scan = await scanner.scan(request);
        expect(scan.selected).toBe(true);
        looked += scan.blocks.length;
        return scan;
      },
    };
    expect(coinsOf(await scanned(filtered))).toEqual(coinsOf(await scanned(chain)));
    expect(looked).toBeGreaterThan(0);
    const none = await scanner.scan({ from: 1, count: 1000, scripts: [Uint8Array.of(1, 2, 3)] });
    expect(none.blocks.length).toBeLessThanOrEqual(1);
    expect(none.through).toBe((await chain.tip()).height);
  });

  test('finds the same in the files that the node writes', async () => {
    const folder = findBlockFolder(node.data, 'regtest');
    if (folder === undefined || 'error' in folder) throw new Error('no block files');
    const { source, close } = openBlockFileChain(folder, 'regtest');
    expect(await source.tip()).toMatchObject({ hash: (await chain.tip()).hash });
    const ofBlocks = (found: Wallet) =>
      [...found.ledger.transactions.values()].filter(({ state }) => state.kind === 'confirmed');
    expect(ofBlocks(await scanned(source))).toEqual(ofBlocks(await scanned(chain)));
    await close();
  });

  test('begins at the height given by the headers', async () => {
    const { height } = await chain.tip();
    const headers = await chain.headers(0, height + 1);
    for (const { time } of headers.filter((_, i) => i % 17 === 0)) {
      const expected = headers.find((header) => header.height > 0 && header.time >= time)?.height;
      expect(Math.max(1, (await chain.firstHeightFrom?.(time)) ?? 0)).toBe(expected);
    }
    expect(await chain.firstHeightFrom?.(4_000_000_000)).toBeUndefined();
    expect(await chain.firstBlock?.()).toBe(0);
  });
});
