import { describe, expect, test } from 'vitest';
import type { Block } from '../../src/chain/block.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import type { BlockPart, ChainSource } from '../../src/chain/source.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { scanBlocks } from '../../src/sync/rescan.ts';
import { syncWallet } from '../../src/sync/sync-wallet.ts';
import { createWallet, type Wallet } from '../../src/wallet/wallet.ts';
import type { WalletHost } from '../../src/wallet-host/host.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import { encodeBlock } from '../support/chains/miner.ts';
import { walletChain } from '../support/generate/chain.ts';
import { createRandom } from '../support/generate/random.ts';
import { PRIVATE_DESCRIPTORS, withDescriptorText } from '../support/generate/wallet.ts';
import { opened } from '../support/opened.ts';

const keypoolSize = 3;
const environment = { secp256k1: kernelSecp256k1, keypoolSize, addressType: 'bech32' } as const;
const name = 'w';

function makeWallet(): Wallet {
  const empty = createWallet({ name, network: networks.regtest });
  const options = { secp256k1: kernelSecp256k1, random: createRandom(7), keypoolSize };
  return PRIVATE_DESCRIPTORS.slice(0, 4).reduce(
    (wallet, text) => withDescriptorText(wallet, text, options),
    empty,
  );
}

function makeChain(seed: number): { readonly blocks: Block[]; readonly source: ChainSource } {
  const wish = { blocks: 60, transactions: 6, ownOneIn: 5, positions: 40 };
  const options = { secp256k1: kernelSecp256k1, random: createRandom(seed), keypoolSize };
  const blocks = walletChain(makeWallet(), wish, options);
  const chain = createMemoryChain(consensusParams.regtest);
  for (const block of blocks) chain.connect(block);
  return { blocks, source: chain.source };
}

/** Returns the chain as a source of complete blocks in bytes. */
function asBytes(source: ChainSource): ChainSource {
  return { ...source, scan: ({ from, count }) => scanWith(source, from, count, () => true) };
}

/** Returns the chain as a source that skips blocks without the requested scripts. */
function selecting(source: ChainSource): ChainSource {
  return {
    ...source,
    async scan({ from, count, scripts }) {
      const wanted = new Set(scripts.map((script) => encodeHex(script)));
      const paidBefore = await paidIn(source, wanted);
      const scan = await scanWith(source, from, Math.min(count, 7), (block) =>
        block.transactions.some(
          ({ inputs, outputs }) =>
            outputs.some(({ scriptPubKey }) => wanted.has(encodeHex(scriptPubKey))) ||
            inputs.some(({ prevout }) => paidBefore.has(prevout.txid)),
        ),
      );
      return { ...scan, selected: true };
    },
  };
}

async function paidIn(source: ChainSource, wanted: ReadonlySet<string>): Promise<Set<string>> {
  const { transactionId } = await import('../../src/transaction/txid.ts');
  const paid = new Set<string>();
  for (const { transactions } of await source.blocks(1, 1000)) {
    for (const transaction of transactions) {
      if (transaction.outputs.some(({ scriptPubKey }) => wanted.has(encodeHex(scriptPubKey))))
        paid.add(transactionId(transaction));
    }
  }
  return paid;
}

async function scanWith(
  source: ChainSource,
  from: number,
  count: number,
  isWanted: (block: Block) => boolean,
) {
  const headers = await source.headers(from, count);
  const blocks: BlockPart[] = [];
  for (const [i, block] of (await source.blocks(from, count)).entries()) {
    const header = headers[i];
    if (header === undefined || !isWanted(block)) continue;
    const { height, hash, time } = header;
    blocks.push({ height, hash, time, bytes: encodeBlock(block) });
  }
  const last = headers.at(-1);
  return {
    through: last?.height ?? from - 1,
    throughHash: last?.hash ?? '',
    blocks,
    selected: false,
  };
}

async function hostWith(wallet: Wallet): Promise<WalletHost> {
  const host = createMemoryHost();
  await host.create(wallet);
  return host;
}

async function scanned(chain: ChainSource, host?: WalletHost): Promise<Wallet | undefined> {
  const used = host ?? (await hostWith(makeWallet()));
  const { height } = await chain.tip();
  const rescan = { open: opened(used, name), chain, environment, now: 2_000_000_000 };
  expect(await scanBlocks(rescan, 1, height, { mempool: true })).toEqual({
    kind: 'done',
    stopHeight: height,
  });
  return used.get(name)?.value;
}

function facts(wallet: Wallet | undefined) {
  return {
    transactions: [...(wallet?.ledger.transactions.values() ?? [])],
    outputs: [...(wallet?.ledger.outputs.keys() ?? [])],
    spenders: [...(wallet?.ledger.spenders ?? [])],
    ranges: [...(wallet?.descriptors.values() ?? [])].map(({ nextIndex, rangeEnd }) => [
      nextIndex,
      rangeEnd,
    ]),
    labels: [...(wallet?.labels ?? [])],
  };
}

describe('scanBlocks', () => {
  test('finds the same in decoded blocks, in bytes, and with blocks left out by the source', async () => {
    for (const seed of [1, 2, 3]) {
      const { source } = makeChain(seed);
      const expected = facts(await scanned(source));
      expect(expected.transactions.length).toBeGreaterThan(15);
      expect(Math.max(...expected.ranges.map(([next = 0]) => next))).toBeGreaterThan(12);
      expect(facts(await scanned(asBytes(source)))).toEqual(expected);
      expect(facts(await scanned(selecting(source)))).toEqual(expected);
    }
  });

  test('takes no block from a wallet that follows the chain if it is aborted', async () => {
    const { source } = makeChain(8);
    const expected = facts(await scanned(source));
    const host = await hostWith({ ...makeWallet(), lastBlock: undefined });
    const open = opened(host, name);
    const { height } = await source.tip();
    const ending: ChainSource = {
      ...asBytes(source),
      async scan(request) {
        await open.rescanAlone(0, async () => open.abortRescan());
        void open.rescanAlone(0, () => new Promise(() => {}));
        open.abortRescan();
        return scanWith(source, request.from, Math.min(request.count, 20), () => true);
      },
    };
    const following = { open, chain: ending, environment, now: 2_000_000_000 };
    const end = await scanBlocks(following, 1, height, { mempool: true });
    expect(end).toEqual({ kind: 'done', stopHeight: height });
    expect(facts(open.value)).toEqual(expected);
  });

  test('starts over if the wallet gains scripts in the meantime', async () => {
    const { source } = makeChain(4);
    const expected = facts(await scanned(source));
    const host = await hostWith(makeWallet());
    let disturbed = false;
    const disturbing: ChainSource = {
      ...asBytes(source),
      async scan(request) {
        if (!disturbed) {
          disturbed = true;
          await opened(host, name).update((wallet) => ({
            wallet: { ...wallet },
            value: undefined,
          }));
        }
        return scanWith(source, request.from, request.count, () => true);
      },
    };
    expect(facts(await scanned(disturbing, host))).toEqual(expected);
  });

  test('continues after unreadable blocks, and reports the last of them', async () => {
    const { source } = makeChain(5);
    const host = await hostWith(makeWallet());
    const broken: ChainSource = {
      ...source,
      async scan({ from }) {
        const scan = await scanWith(source, from, 1, () => true);
        if (from === 20) return { ...scan, through: from - 1 };
        const [part] = scan.blocks;
        if (from !== 30 || part === undefined || !('bytes' in part)) return scan;
        return { ...scan, blocks: [{ ...part, bytes: part.bytes.subarray(0, 100) }] };
      },
      firstBlock: async () => 4,
    };
    const rescan = { open: opened(host, name), chain: broken, environment, now: 2_000_000_000 };
    const end = await scanBlocks(rescan, 1, 60, { mempool: false });
    expect(end).toEqual({ kind: 'failed', failedHeight: 30 });
    const heights = new Set<number>();
    for (const { state } of host.get(name)?.value.ledger.transactions.values() ?? [])
      if (state.kind === 'confirmed') heights.add(state.height);
    expect(Math.max(...heights)).toBeGreaterThan(50);
    for (const height of [1, 2, 3, 20, 30]) expect(heights.has(height)).toBe(false);
  });

  test('a pending scan continues from its last block after a crash', async () => {
    const { source } = makeChain(6);
    const expected = facts(await scanned(source));
    const host = await hostWith({ ...makeWallet(), pendingScan: { height: undefined, time: 0 } });
    const dying: ChainSource = {
      ...asBytes(source),
      async scan({ from }) {
        if (from > 40) throw new Error('the plug was pulled');
        return scanWith(source, from, 10, () => true);
      },
    };
    const syncing = { open: opened(host, name), environment, now: 2_000_000_000 };
    await expect(syncWallet({ ...syncing, chain: dying })).rejects.toThrow('the plug was pulled');
    expect(host.get(name)?.value.pendingScan).toBeDefined();
    expect(host.get(name)?.rescan).toBeUndefined();
    await syncWallet({ ...syncing, chain: asBytes(source) });
    expect(host.get(name)?.value.pendingScan).toBeUndefined();
    expect(facts(host.get(name)?.value)).toEqual(expected);
  });
});
