import { describe, expect, test } from 'vitest';
import { decodeBlock } from '../../src/chain/block-codec.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import { bytesOf, loadWorld, readWorldFile } from '../support/chains/world.ts';
import { openLock, spend } from '../support/generate/mempool.ts';

describe.each(['gbt-0', 'gbt-16', 'gbt-143', 'gbt-149', 'gbt', 'send', 'sign', 'import'])(
  'recorded world %s',
  (name) => {
    const { file, chain } = loadWorld(name);

    test('the tip is the recorded one', async () => {
      const { height, hash, time, mediantime, bits, version } = file.tip;
      const tip = await chain.source.tip();
      expect(tip).toEqual({
        height,
        hash,
        time,
        mediantime,
        bits: Number.parseInt(bits, 16),
        version,
      });
    });

    test('the coins are the recorded ones', async () => {
      const wanted = file.coins.map(([txid, vout]) => ({ txid, vout }));
      const coins = await chain.source.findCoins(wanted);
      for (const [txid, vout, height, coinbase, scriptPubKey, satoshis] of file.coins) {
        const coin = coins.get(outPointKey({ txid, vout }));
        expect(coin && { ...coin, scriptPubKey: encodeHex(coin.scriptPubKey) }).toEqual({
          value: BigInt(satoshis),
          scriptPubKey,
          height,
          coinbase,
        });
      }
    });
  },
);

describe('a chain in memory', () => {
  const coinOf = async (world: ReturnType<typeof loadWorld>) => {
    const found = world.file.coins.find(([, , , coinbase, script, satoshis]) => {
      return !coinbase && script === encodeHex(openLock.scriptPubKey) && satoshis > 1_000_000;
    });
    if (found === undefined) throw new Error('the world has an open coin');
    const [txid, vout, , , , satoshis] = found;
    return { outPoint: { txid, vout }, value: BigInt(satoshis), lock: openLock };
  };

  test('a replacement removes the replaced transactions and all that depend on them', async () => {
    const world = loadWorld('gbt');
    const { source, submit } = world.chain;
    const coin = await coinOf(world);
    const first = spend([coin], { feeRate: 1, outputs: [openLock] });
    const child = spend(first.outputs, { feeRate: 1, outputs: [openLock] });
    const other = spend([coin], { feeRate: 5, outputs: [openLock] });
    const before = await source.mempoolUpdates();
    submit(first.transaction);
    submit(child.transaction);
    expect((await source.mempool()).entries).toHaveLength(2);
    expect(submit(other.transaction)?.fee).toBeGreaterThan(0n);
    const { entries, updates } = await source.mempool();
    expect(entries.map(({ transaction }) => transaction)).toEqual([other.transaction]);
    expect(updates - before).toBe(5);
    expect(submit(child.transaction)).toBeUndefined();
    const refused = await source.broadcast(child.transaction);
    expect(refused).toEqual({
      code: -25,
      message: 'bad-txns-inputs-missingorspent',
      settled: true,
    });
  });

  test('removes transactions from the mempool that a block confirms or makes impossible', async () => {
    const file = readWorldFile('gbt');
    const chain = createMemoryChain(consensusParams.regtest);
    const all = [...readWorldFile('base').blocks, ...file.blocks].map((hex) =>
      decodeBlock(bytesOf(hex)),
    );
    const last = all.pop();
    for (const block of all) if (block !== undefined) chain.connect(block);
    if (last === undefined) throw new Error('the last recorded block decodes');
    for (const transaction of last.transactions.slice(1)) {
      expect(chain.submit(transaction)).toBeDefined();
    }
    chain.connect(last);
    const { entries, tipHash } = await chain.source.mempool();
    expect(entries).toEqual([]);
    expect(tipHash).toBe(file.tip.hash);
  });

  test('headers, blocks and their status', async () => {
    const { source } = loadWorld('gbt-16').chain;
    const headers = await source.headers(0, 100);
    expect(headers.map(({ height }) => height)).toEqual(Array.from({ length: 17 }, (_, at) => at));
    expect(await source.headers(17, 5)).toEqual([]);
    expect(await source.blocks(15, 10)).toHaveLength(2);
    expect(await source.blocks(0, 10)).toEqual([]);
    expect(await source.blockStatus(headers[0]?.hash ?? '')).toBe('unvalidated');
    expect(await source.blockStatus(headers[9]?.hash ?? '')).toBe('valid');
    expect(await source.blockStatus('00'.repeat(32))).toBeUndefined();
  });
});
