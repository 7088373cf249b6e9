import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { openBlockFileChain } from '../../../../src/adapters/chain/blockfiles/block-file-chain.ts';
import { findBlockFolder, unmask } from '../../../../src/adapters/chain/blockfiles/files.ts';
import type { Block } from '../../../../src/chain/block.ts';
import { blockHash } from '../../../../src/chain/block-codec.ts';
import { consensusParams } from '../../../../src/chain/consensus.ts';
import type { ChainSource } from '../../../../src/chain/source.ts';
import { kernelSecp256k1 } from '../../../../src/crypto/kernel-backend.ts';
import { networks } from '../../../../src/encoding/network.ts';
import { scanBlocks } from '../../../../src/sync/rescan.ts';
import { createWallet, type Wallet } from '../../../../src/wallet/wallet.ts';
import { createMemoryHost } from '../../../../src/wallet-host/memory-host.ts';
import { createMemoryChain } from '../../../support/chains/memory-chain.ts';
import { encodeBlock, solve } from '../../../support/chains/miner.ts';
import { bytesOf } from '../../../support/chains/world.ts';
import { walletChain } from '../../../support/generate/chain.ts';
import { createRandom } from '../../../support/generate/random.ts';
import { PRIVATE_DESCRIPTORS, withDescriptorText } from '../../../support/generate/wallet.ts';
import { opened } from '../../../support/opened.ts';

const root = mkdtempSync(join(tmpdir(), 'coldsign-blocks-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const keypoolSize = 3;
const environment = { secp256k1: kernelSecp256k1, keypoolSize, addressType: 'bech32' } as const;
const name = 'w';
const GENESIS = bytesOf(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4adae5494dffff7f20020000000101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
);

function makeWallet(): Wallet {
  const options = { secp256k1: kernelSecp256k1, random: createRandom(7), keypoolSize };
  return PRIVATE_DESCRIPTORS.slice(0, 3).reduce(
    (wallet, text) => withDescriptorText(wallet, text, options),
    createWallet({ name, network: networks.regtest }),
  );
}

const wish = { blocks: 40, transactions: 5, ownOneIn: 4, positions: 30 };
const chainOptions = { secp256k1: kernelSecp256k1, random: createRandom(2), keypoolSize };
const blocks = walletChain(makeWallet(), wish, chainOptions);
const memory = createMemoryChain(consensusParams.regtest);
for (const block of blocks) memory.connect(block);

function frame(bytes: Uint8Array): Uint8Array {
  const framed = new Uint8Array(8 + bytes.length);
  const view = new DataView(framed.buffer);
  view.setUint32(0, 0xdab5bffa, true);
  view.setUint32(4, bytes.length, true);
  framed.set(bytes, 8);
  return framed;
}

let folders = 0;

/** Writes these pieces into files, `perFile` to each, XORed if there is a key. */
function writeFolder(
  pieces: readonly Uint8Array[],
  { perFile = 17, key }: { perFile?: number; key?: Uint8Array } = {},
): string {
  const folder = join(root, String(folders++));
  mkdirSync(folder);
  for (let at = 0; at < pieces.length; at += perFile) {
    const bytes = new Uint8Array(Buffer.concat(pieces.slice(at, at + perFile)));
    if (key !== undefined) unmask(bytes, key, 0);
    const number = String(at / perFile).padStart(5, '0');
    writeFileSync(join(folder, `blk${number}.dat`), bytes);
  }
  if (key !== undefined) writeFileSync(join(folder, 'xor.dat'), key);
  return folder;
}

function open(folder: string) {
  const found = findBlockFolder(folder, 'regtest');
  if (found === undefined || 'error' in found) throw new Error(found?.error ?? 'no files');
  return openBlockFileChain(found, 'regtest');
}

async function scanned(chain: ChainSource): Promise<Wallet> {
  const host = createMemoryHost();
  await host.create(makeWallet());
  const { height } = await chain.tip();
  const rescan = { open: opened(host, name), chain, environment, now: 2_000_000_000 };
  expect(await scanBlocks(rescan, 1, height, { mempool: true })).toMatchObject({ kind: 'done' });
  return host.get(name)?.value ?? makeWallet();
}

function facts({ ledger }: Wallet) {
  return { transactions: [...ledger.transactions.values()], outputs: [...ledger.outputs.keys()] };
}

const frames = [GENESIS, ...blocks.map(encodeBlock)].map(frame);

describe('block files as a chain', () => {
  test.each([
    ['plain', undefined],
    ['XORed', Uint8Array.of(1, 2, 3, 4, 250, 6, 7, 80)],
  ])('%s: the same tip, headers, blocks, coins and wallet as the chain', async (_, key) => {
    const shuffled = createRandom(5).shuffle(frames);
    for (const pieces of [frames, shuffled]) {
      const { source, close } = open(writeFolder(pieces, { ...(key && { key }) }));
      expect(await source.tip()).toEqual(await memory.source.tip());
      expect(await source.headers(0, 100)).toEqual(await memory.source.headers(0, 100));
      const read: Block[] = [];
      while (read.length < blocks.length) read.push(...(await source.blocks(read.length + 1, 100)));
      expect(read).toEqual(blocks);
      const wallet = await scanned(source);
      expect(facts(wallet)).toEqual(facts(await scanned(memory.source)));
      expect(wallet.ledger.transactions.size).toBeGreaterThan(20);
      const outPoints = [...wallet.ledger.outputs.values()].map(({ outPoint }) => outPoint);
      const unknown = { txid: '22'.repeat(32), vout: 1 };
      expect(await source.findCoins([...outPoints, unknown])).toEqual(
        await memory.source.findCoins(outPoints),
      );
      await close();
    }
  });

  test('junk, zeros and a truncated block are skipped', async () => {
    const junk = Uint8Array.from({ length: 300_000 }, (_, i) => (i % 7 === 0 ? 0xfa : 0));
    const cut = (frames[5] ?? new Uint8Array()).subarray(0, 60);
    const pieces = frames.flatMap((each, i) =>
      i === 9 ? [junk, each] : i === 20 ? [cut, each] : [each],
    );
    const { source, close } = open(writeFolder([...pieces, new Uint8Array(2_000_000)]));
    expect(await source.tip()).toEqual(await memory.source.tip());
    await close();
  });

  test('the chain with the most work counts; of equal ones the first', async () => {
    const base = blocks[29];
    if (base === undefined) throw new Error('the chain is shorter');
    let previous = blockHash(base.header);
    const branch: Uint8Array[] = [];
    const branchHashes: string[] = [];
    for (let i = 0; i < 11; i++) {
      const header = {
        ...base.header,
        previousBlockHash: previous,
        time: base.header.time + i + 1,
      };
      const block = solve({ header, transactions: base.transactions });
      previous = blockHash(block.header);
      branchHashes.push(previous);
      branch.push(frame(encodeBlock(block)));
    }
    const tipOf = async (pieces: readonly Uint8Array[]) => {
      const { source, close } = open(writeFolder(pieces));
      const { hash } = await source.tip();
      const lost = branchHashes[3] ?? '';
      if (hash !== previous) expect(await source.blockStatus(lost)).toBe('unvalidated');
      await close();
      return hash;
    };
    const { hash } = await memory.source.tip();
    expect(await tipOf([...frames, ...branch.slice(0, 10)])).toBe(hash);
    expect(await tipOf([...frames, ...branch])).toBe(previous);
    expect(await tipOf([...frames, ...branch.slice(0, 9)])).toBe(hash);
  });

  test('heights come from coinbases if the first blocks are missing', async () => {
    const { source, close } = open(writeFolder(frames.slice(18)));
    expect(await source.tip()).toMatchObject({ height: 40 });
    expect(await source.firstBlock?.()).toBe(18);
    expect(await source.headers(3, 5)).toEqual([]);
    await close();
  });

  test('reports its limits and unreadable folders', async () => {
    const { source, close } = open(writeFolder(frames));
    expect(await source.mempool()).toMatchObject({ entries: [], partial: true });
    const [block] = blocks;
    const [coinbase] = block?.transactions ?? [];
    if (coinbase === undefined) throw new Error('a block is empty');
    expect(await source.broadcast(coinbase)).toMatchObject({ offline: true });
    const { time } = await source.tip();
    expect(source.notices?.(time + 10 * 3600)).toEqual([expect.stringContaining('10 hours old')]);
    await close();
    expect(findBlockFolder(join(root, 'nowhere'), 'regtest')).toBeUndefined();
    const broken = writeFolder(frames);
    writeFileSync(join(broken, 'xor.dat'), 'short');
    expect(findBlockFolder(broken, 'regtest')).toMatchObject({
      error: expect.stringContaining('8 bytes'),
    });
  });

  test('any bytes give a chain or an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 200 })),
        fc.nat(30),
        async (junk, at) => {
          const pieces = junk.flatMap((bytes) => [bytes, frame(bytes)]);
          const { source, close } = open(
            writeFolder([...pieces, frames[at] ?? GENESIS, ...pieces]),
          );
          await source.tip().catch((error: Error) => expect(error.message).toContain('no blocks'));
          await close();
        },
      ),
      { numRuns: 30 },
    );
  });
});

test('the key repeats with the position', () => {
  const key = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(50), (bytes, position) => {
      const masked = bytes.slice();
      unmask(masked, key, position);
      expect([...masked]).toEqual([...bytes].map((b, i) => b ^ (key[(i + position) % 8] ?? 0)));
    }),
  );
});
