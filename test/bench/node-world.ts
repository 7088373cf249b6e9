import { createNodeClient, type NodeClient } from '../../src/adapters/chain/node/client.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { parseDescriptor } from '../../src/descriptor/parse.ts';
import { networks } from '../../src/encoding/network.ts';
import { importDescriptor } from '../../src/wallet/keys/import-descriptor.ts';
import { createWallet, type Wallet } from '../../src/wallet/wallet.ts';
import { startNode } from '../support/nodes/node.ts';

const XPUB =
  'tpubD6NzVbkrYhZ4YNXVQbNhMK1WqguFsUXceaVJKbmno2aZ3B6QfbMeraaYvnBSGpV3vxLyTTK9DYT1yoEck4XUScMzXoQ2U2oSmE2JyMedq3H';
const RANGE = 999;
const OUTPUTS_EACH = 200;

/** Descriptors that both wallets watch, 1,000 addresses each. */
const kinds = ['wpkh', 'tr', 'pkh'].map((kind, account) => `${kind}(${XPUB}/${account}/*)`);

export const environment = {
  secp256k1: kernelSecp256k1,
  keypoolSize: 1000,
  addressType: 'bech32',
} as const;

/** A dedicated real node, for comparison. */
export type NodeWorld = {
  readonly client: NodeClient;
  readonly wallet: (name: string) => NodeClient;
  /** The node's data directory. */
  readonly data: string;
  stop(): Promise<void>;
};

export async function startWorld(): Promise<NodeWorld> {
  const node = await startNode();
  const { origin, username: user, password } = new URL(node.url);
  const client = createNodeClient({ url: origin, login: { user, password } });
  return {
    client,
    wallet: (name) =>
      createNodeClient({ url: `${origin}/wallet/${name}`, login: { user, password } }),
    data: node.data,
    async stop() {
      client.close();
      await node.stop();
    },
  };
}

async function addressesOf(client: NodeClient, descriptor: string): Promise<string[]> {
  const checked = await withChecksum(client, descriptor);
  return (await client.call('deriveaddresses', checked, [0, RANGE])) as string[];
}

async function withChecksum(client: NodeClient, descriptor: string): Promise<string> {
  const info = (await client.call('getdescriptorinfo', descriptor)) as { checksum: string };
  return `${descriptor}#${info.checksum}`;
}

export type Payments = {
  /** Number of outputs, in addition to coinbases. */
  readonly outputs: number;
  /** Percentage of outputs that are the wallet's. */
  readonly own: number;
  /** Satoshi. */
  readonly amount: (index: number) => number;
};

/** Makes blocks of at most two transactions, which pay many outputs each. */
export async function makeChain(
  { client, wallet }: NodeWorld,
  { outputs, own, amount }: Payments,
): Promise<void> {
  await client.call('createwallet', 'miner');
  const miner = wallet('miner');
  const to = await miner.call('getnewaddress');
  const ours = (await Promise.all(kinds.map((kind) => addressesOf(client, kind)))).flat();
  const foreign = await addressesOf(client, `wpkh(${XPUB}/99/*)`);
  await client.call('generatetoaddress', 130, to);
  for (let made = 0; made < outputs; made += OUTPUTS_EACH) {
    const paid = Array.from({ length: OUTPUTS_EACH }, (_, i) => {
      const pool = i * 100 < own * OUTPUTS_EACH ? ours : foreign;
      return { [pool[(made + i) % pool.length] ?? '']: (amount(made + i) / 1e8).toFixed(8) };
    });
    await miner.call('send', paid, null, 'unset', 1);
    if (made % (2 * OUTPUTS_EACH) === 0) await client.call('generatetoaddress', 1, to);
  }
  await client.call('generatetoaddress', 1, to);
  miner.close();
}

/** Opens a watch-only wallet of the node, which has not scanned the chain yet. */
export async function openNodeWallet(
  { client, wallet }: NodeWorld,
  name: string,
): Promise<NodeClient> {
  await client.call('createwallet', name, true, true);
  const opened = wallet(name);
  const requests = await Promise.all(
    kinds.map(async (kind) => ({
      desc: await withChecksum(client, kind),
      timestamp: 'now',
      range: [0, RANGE],
    })),
  );
  await opened.call('importdescriptors', requests);
  return opened;
}

/** Creates the same wallet here. */
export function makeWallet(): Wallet {
  const network = networks.regtest;
  let wallet = createWallet({ name: 'w', network, flags: { disablePrivateKeys: true } });
  for (const text of kinds) {
    const parsed = parseDescriptor(text, { network, secp256k1: kernelSecp256k1 });
    if ('error' in parsed) throw new Error(parsed.error);
    const [descriptor] = parsed.descriptors;
    const range = { rangeStart: 0, rangeEnd: RANGE + 1, nextIndex: 0 };
    const rest = { privateKeys: parsed.privateKeys, creationTime: 1n, internal: false, label: '' };
    const added = importDescriptor(
      wallet,
      { descriptor, ...range, ...rest },
      environment,
      (n) => new Uint8Array(n),
    );
    if (!('wallet' in added)) throw new Error(added.error);
    ({ wallet } = added);
  }
  return wallet;
}
