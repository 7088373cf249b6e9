import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFilter, filterKey } from '../../src/chain/block-filter.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import type { ChainSource, MempoolEntry } from '../../src/chain/source.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Snapshot } from '../../src/snapshot/snapshot.ts';
import {
  decodeSnapshot,
  encodeSnapshot,
  snapshotErrorMessage,
  snapshotFile,
} from '../../src/snapshot/snapshot-codec.ts';
import { createSnapshotSource, STALE_AFTER } from '../../src/snapshot/snapshot-source.ts';
import { syncWallet } from '../../src/sync/sync-wallet.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../../src/transaction/txid.ts';
import { createWatch } from '../../src/wallet/ledger/watch.ts';
import { createWallet, type Wallet } from '../../src/wallet/wallet.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import { walletChain } from '../support/generate/chain.ts';
import { createRandom } from '../support/generate/random.ts';
import { runs } from '../support/generate/sample.ts';
import { snapshotOf } from '../support/generate/snapshot.ts';
import { PRIVATE_DESCRIPTORS, withDescriptorText } from '../support/generate/wallet.ts';
import { opened } from '../support/opened.ts';

const keypoolSize = 3;
const environment = { secp256k1: kernelSecp256k1, keypoolSize, addressType: 'bech32' } as const;
const name = 'w';

function makeWallet(): Wallet {
  const empty = createWallet({ name, network: networks.regtest });
  const options = { secp256k1: kernelSecp256k1, random: createRandom(7), keypoolSize };
  const wallet = PRIVATE_DESCRIPTORS.slice(0, 4).reduce(
    (current, text) => withDescriptorText(current, text, options),
    empty,
  );
  return { ...wallet, pendingScan: { height: 1, time: undefined } };
}

/** A chain, a wallet synced with it, and a snapshot of it. */
async function makeWorld(seed: number) {
  const random = createRandom(seed);
  const wish = { blocks: 40, transactions: 5, ownOneIn: 4, positions: 30 };
  const blocks = walletChain(makeWallet(), wish, {
    secp256k1: kernelSecp256k1,
    random,
    keypoolSize,
  });
  const chain = createMemoryChain(consensusParams.regtest);
  const pending = blocks.pop();
  for (const block of blocks) chain.connect(block);
  for (const transaction of pending?.transactions.slice(1) ?? []) chain.submit(transaction);
  const wallet = await synced(chain.source);
  const watch = createWatch();
  watch.follow(wallet);
  const snapshot = await snapshotOf(chain.source, watch.scripts, random);
  return { wallet, source: chain.source, snapshot, scripts: watch.scripts };
}

async function synced(
  chain: ChainSource,
  wallet = makeWallet(),
  doubts: readonly unknown[] = [],
): Promise<Wallet> {
  const host = createMemoryHost();
  await host.create(wallet);
  const syncing = { open: opened(host, name), chain, environment, now: 2_000_000_000 };
  expect(await syncWallet(syncing)).toEqual(doubts);
  return host.get(name)?.value ?? wallet;
}

function facts({ ledger, descriptors, labels, lastBlock }: Wallet) {
  return {
    transactions: [...ledger.transactions.values()],
    outputs: [...ledger.outputs.keys()],
    ranges: [...descriptors.values()].map(({ nextIndex, rangeEnd }) => [nextIndex, rangeEnd]),
    labels: [...labels],
    lastBlock,
  };
}

describe('the codec of snapshots', () => {
  test('keeps all facts, and the same facts make the same bytes', async () => {
    for (const seed of [1, 2, 3]) {
      const { snapshot } = await makeWorld(seed);
      const encoded = encodeSnapshot(snapshot);
      const decoded = decodeSnapshot(encoded.bytes);
      if ('error' in decoded) throw new Error(decoded.error);
      expect(decoded.digest).toBe(encoded.digest);
      expect(plain(decoded.snapshot)).toEqual(plain(snapshot));
      const shuffled: Snapshot = {
        ...snapshot,
        headers: createRandom(seed).shuffle(snapshot.headers),
        transactions: createRandom(seed).shuffle(snapshot.transactions),
        coins: new Map(createRandom(seed).shuffle([...snapshot.coins])),
        mempool: {
          ...snapshot.mempool,
          entries: createRandom(seed).shuffle(snapshot.mempool.entries),
        },
      };
      expect(encodeSnapshot(shuffled)).toEqual(encoded);
    }
  });

  test('detects every flipped bit and every cut, and other files', async () => {
    const { snapshot } = await makeWorld(1);
    const { bytes } = encodeSnapshot(snapshot);
    const errors = new Set<string>();
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const flipped = bytes.slice();
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const decoded = decodeSnapshot(flipped);
        expect(decoded).toHaveProperty('error');
        if ('error' in decoded) errors.add(decoded.error);
      }),
      { numRuns: runs(200) },
    );
    expect(errors).toContain('damaged');
    fc.assert(
      fc.property(fc.integer({ min: 16, max: bytes.length - 1 }), (length) => {
        expect(decodeSnapshot(bytes.slice(0, length))).toEqual({ error: 'truncated' });
      }),
    );
    expect(decodeSnapshot(new Uint8Array([...bytes, 0]))).toEqual({ error: 'malformed' });
    expect(decodeSnapshot(new TextEncoder().encode('coldsign wallet\n'))).toEqual({
      error: 'foreign',
    });
    expect(decodeSnapshot(new Uint8Array())).toEqual({ error: 'foreign' });
    const newer = bytes.slice();
    newer[16] = 9;
    expect(decodeSnapshot(newer)).toEqual({ error: 'newer', version: 9, known: 4 });
  });

  test('a mempool that ends inside a transaction is an error, even with a right digest', async () => {
    const { digestSection, encodeSections } = await import('../../src/crypto/section-file.ts');
    const { snapshot } = await makeWorld(1);
    const whole = sectionsOf(encodeSnapshot(snapshot).bytes);
    // One transaction without witnesses, of version 0 and with one input.
    const begun = [1, 0, 1, 0, 0, 0, 0, 0, 1];
    for (let more = 0; more < 45; more++) {
      const mempool = new Uint8Array([...begun, ...new Uint8Array(more)]);
      const sections = whole.map((bytes, i) => digestSection(i + 1, i === 4 ? mempool : bytes));
      const decoded = decodeSnapshot(concatBytes(...encodeSections(snapshotFile, sections)));
      expect(decoded, `${more} bytes more`).toEqual({ error: 'malformed' });
    }
  });

  test('any bytes in its sections are a snapshot or an error', async () => {
    const { digestSection, encodeSections } = await import('../../src/crypto/section-file.ts');
    const { snapshot } = await makeWorld(1);
    const whole = sectionsOf(encodeSnapshot(snapshot).bytes);
    fc.assert(
      fc.property(fc.nat(6), fc.uint8Array({ maxLength: 300 }), fc.nat(), (which, junk, at) => {
        const sections = whole.map((bytes, i) => {
          if (i !== which) return digestSection(i + 1, bytes);
          const start = at % (bytes.length + 1);
          return digestSection(i + 1, new Uint8Array([...bytes.subarray(0, start), ...junk]));
        });
        const decoded = decodeSnapshot(concatBytes(...encodeSections(snapshotFile, sections)));
        if ('error' in decoded) expect(['malformed', 'contradictory']).toContain(decoded.error);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        decodeSnapshot(bytes);
        decodeSnapshot(new Uint8Array([...snapshotFile.magic, ...bytes]));
      }),
    );
  });
});

/** The bytes of the sections of a complete file. */
function sectionsOf(file: Uint8Array): Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset);
  const count = view.getUint32(20, true);
  let at = 24 + count * 44 + 32;
  return Array.from({ length: count }, (_, i) => {
    const length = Number(view.getBigUint64(24 + i * 44 + 4, true));
    at += length;
    return file.slice(at - length, at);
  });
}

function plain(snapshot: Snapshot) {
  const { coins, mempool, ...rest } = snapshot;
  const sorted = <T>(items: readonly T[], key: (item: T) => string) =>
    items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return {
    ...rest,
    coins: sorted([...coins], ([key]) => key),
    mempool: { ...mempool, entries: sorted(mempool.entries, ({ txid }) => txid) },
  };
}

describe('refuses a snapshot that contradicts itself', async () => {
  const { snapshot } = await makeWorld(1);
  const { tip, headers, transactions, coins, mempool } = snapshot;
  const [header, transaction, coin] = [headers[1], transactions[0], [...coins.values()][0]];
  if (!header || !transaction || !coin) throw new Error('the world is too small');
  const waiting = (each: Transaction): MempoolEntry => {
    const ids = { txid: transactionId(each), wtxid: witnessTransactionId(each) };
    return { ...ids, transaction: each, weight: 0, fee: 1n, sigopCost: undefined };
  };
  const unseen = waiting({ ...transaction.transaction, locktime: 77 });
  const elsewhere = `${'ab'.repeat(32)}:0`;
  const other = (change: object) => new Map(coins).set(elsewhere, { ...coin, ...change });
  const spent = transaction.transaction.inputs[0]?.prevout;
  const spentKey = `${spent?.txid}:${spent?.vout}`;
  const moved = { ...transaction, height: transaction.height + 1 };
  const changes: { readonly [words: string]: Partial<Snapshot> } = {
    'is above the last block': { tip: { ...tip, height: tip.height - 1 } },
    'a coin above the tip': { coins: other({ height: tip.height + 1 }) },
    'has an impossible amount': { coins: other({ value: 2_100_000_000_000_001n }) },
    'less than nothing': { coins: other({ value: -1n }) },
    'is spent and unspent': { coins: new Map(coins).set(spentKey, coin) },
    'occurs twice': { headers: [...headers.slice(0, 2), ...headers.slice(1)] },
    'has two hashes': { tip: { ...tip, hash: '0'.repeat(64) } },
    'proves no work': { headers: headers.with(1, { ...header, hash: 'f'.repeat(64) }) },
    'is after the latest time given with it': {
      headers: headers.with(1, { ...header, maxTime: header.time - 1 }),
    },
    'two transactions at place': { transactions: [...transactions, transaction] },
    'is in two blocks': {
      transactions: [...transactions, { ...transaction, height: tip.height, index: 99 }],
    },
    'a transaction above the tip': {
      transactions: [...transactions, { ...moved, height: tip.height + 1 }],
    },
    'twice in the mempool': { mempool: { ...mempool, entries: [unseen, unseen] } },
    'confirmed and waiting': {
      mempool: { ...mempool, entries: [waiting(transaction.transaction)] },
    },
  };

  test.each(Object.entries(changes))('%s', (_what, change) => {
    expect(decodeSnapshot(encodeSnapshot({ ...snapshot, ...change }).bytes)).toMatchObject({
      error: 'contradictory',
    });
  });

  test('the message names the fault', () => {
    const decoded = decodeSnapshot(
      encodeSnapshot({ ...snapshot, coins: other({ height: tip.height + 1 }) }).bytes,
    );
    expect('error' in decoded && snapshotErrorMessage(decoded)).toBe(
      `contradicts itself: it says that coin ${elsewhere} is above the last block, ${tip.height}. Do not use it. Make a new one`,
    );
  });

  test('except that two coinbases may have one id, as in 2010 (BIP30)', () => {
    const { transaction: usual, height } = transaction;
    const [input] = usual.inputs;
    if (input === undefined) throw new Error('no input');
    const prevout = { txid: '0'.repeat(64), vout: 0xffffffff };
    const coinbase = { ...usual, inputs: [{ ...input, prevout }] };
    const twice = [height - 1, height].map((at) => ({
      height: at,
      index: 0,
      transaction: coinbase,
    }));
    const changed = { ...snapshot, transactions: [...twice, ...transactions] };
    expect(decodeSnapshot(encodeSnapshot(changed).bytes)).not.toHaveProperty('error');
  });
});

describe('a snapshot as a chain', () => {
  test('a wallet finds in it what it finds in the chain', async () => {
    for (const seed of [1, 2, 3]) {
      const { wallet, snapshot, source } = await makeWorld(seed);
      const offline = createSnapshotSource(snapshot);
      const found = await synced(offline);
      expect(facts(found)).toEqual(facts(wallet));
      expect(facts(found).transactions.length).toBeGreaterThan(20);
      const outPoints = [...wallet.ledger.outputs.values()].map(({ outPoint }) => outPoint);
      expect(await offline.findCoins(outPoints)).toEqual(await source.findCoins(outPoints));
      expect(await offline.tip()).toEqual(await source.tip());
    }
  });

  test('a wallet follows from one snapshot to the next one, and back', async () => {
    const { wallet, snapshot, scripts } = await makeWorld(4);
    const height = snapshot.tip.height - 15;
    const earlier = cutAt(snapshot, height, scripts);
    const first = await synced(createSnapshotSource(earlier));
    expect(first.lastBlock?.height).toBe(height);
    const second = await synced(createSnapshotSource(snapshot), {
      ...first,
      pendingScan: undefined,
    });
    expect(statesOf(second)).toEqual(statesOf(wallet));
    const back = await synced(createSnapshotSource(earlier), second, [
      expect.stringContaining(`ends at block ${height}, but the wallet knew the chain`),
    ]);
    for (const { state } of back.ledger.transactions.values())
      if (state.kind === 'confirmed') expect(state.height).toBeLessThanOrEqual(height);
    const again = await synced(createSnapshotSource(snapshot), back);
    expect(statesOf(again)).toEqual(statesOf(wallet));
  });

  test('reports what it lacks', async () => {
    const { snapshot, scripts } = await makeWorld(5);
    const partial = { ...snapshot, mempool: { ...snapshot.mempool, complete: false } };
    const source = createSnapshotSource(partial);
    expect(await source.mempool()).toHaveProperty('partial', true);
    expect(await source.covers?.(scripts)).toBe(true);
    expect(await source.covers?.([...scripts, Uint8Array.of(1, 2, 3)])).toBe(false);
    const { time } = snapshot.tip;
    const whole = createSnapshotSource({ ...snapshot, coinsOnly: false });
    expect(whole.notices?.(time + STALE_AFTER)).toEqual([]);
    expect(whole.notices?.(time + 5 * 3600)).toEqual([expect.stringContaining('is 5 hours old')]);
    expect(whole.notices?.(time + 90 * 86_400)).toEqual([
      expect.stringContaining('is 90 days old'),
    ]);
    expect(whole.notices?.(time - STALE_AFTER)).toEqual([]);
    expect(whole.notices?.(time - 90 * 86_400)).toEqual([
      expect.stringMatching(/^This machine's clock is wrong, .* which is 90 days before block /),
    ]);
    const coinsOnly = createSnapshotSource({ ...partial, coinsOnly: true, transactions: [] });
    expect(coinsOnly.notices?.(time)).toEqual([
      expect.stringContaining(`the transactions of ${snapshot.coins.size} coins are not known`),
    ]);
    const [first] = snapshot.transactions;
    if (first === undefined) throw new Error('the snapshot is empty');
    expect(await source.broadcast(first.transaction)).toMatchObject({ offline: true });
    expect(await source.blocks(1, 5)).toEqual([]);
    expect(await source.findCoins([{ txid: '11'.repeat(32), vout: 0 }])).toEqual(new Map());
  });

  test('reports its start if a wallet needs earlier blocks', async () => {
    const { snapshot } = await makeWorld(6);
    const late = { ...snapshot, firstBlock: 20 };
    const host = createMemoryHost();
    await host.create(makeWallet());
    const chain = createSnapshotSource(late);
    const syncing = { open: opened(host, name), chain, environment, now: 2_000_000_000 };
    expect(await syncWallet(syncing)).toEqual([expect.stringContaining('up to height 19')]);
    const heights = [...(host.get(name)?.value.ledger.transactions.values() ?? [])].flatMap(
      ({ state }) => (state.kind === 'confirmed' ? [state.height] : []),
    );
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(20);
  });
});

function statesOf({ ledger }: Wallet) {
  const states = [...ledger.transactions.values()].map(({ txid, state }) => [txid, state] as const);
  return new Map(states);
}

/** The snapshot at an earlier block, without its mempool. */
function cutAt(snapshot: Snapshot, height: number, watched: readonly Uint8Array[]): Snapshot {
  const headers = snapshot.headers.filter((header) => header.height <= height);
  const [known] = headers.slice(-1);
  if (known === undefined) throw new Error('no header is left');
  const tip = {
    ...snapshot.tip,
    ...known,
    height,
    hash: known.height === height ? known.hash : 'ee'.repeat(32),
  };
  const transactions = snapshot.transactions.filter((each) => each.height <= height);
  const mempool = { ...snapshot.mempool, entries: [] };
  const scripts = encodeFilter(watched, filterKey(tip.hash));
  return { ...snapshot, tip, headers, transactions, mempool, scripts };
}
