import { describe, expect, test } from 'vitest';
import { combinedBumpFee, individualBumpFees } from '../../src/chain/bump-fees.ts';
import { createMempoolGraph, fitsClusterLimits } from '../../src/chain/mempool-graph.ts';
import type { Mempool, MempoolEntry } from '../../src/chain/source.ts';
import type { OutPoint, Transaction } from '../../src/transaction/transaction.ts';

const nothing = new Uint8Array(0);
const at10 = (vsize: number) => vsize * 10;

function spending(parents: readonly OutPoint[]): Transaction {
  const inputs = parents.map((prevout) => ({
    prevout,
    scriptSig: nothing,
    sequence: 0,
    witness: [],
  }));
  return { version: 2, inputs, outputs: [], locktime: 0 };
}

function entry(
  txid: string,
  vsize: number,
  fee: number,
  parents: readonly OutPoint[],
): MempoolEntry {
  const transaction = spending(parents);
  const known = { txid, wtxid: txid, transaction, weight: 4 * vsize };
  return { ...known, fee: BigInt(fee), sigopCost: 0 };
}

const out = (txid: string, vout = 0): OutPoint => ({ txid, vout });

/**
 * A child that pays for its ancestors, but not for itself (the example in Core's
 * node/mini_miner.cpp).
 */
const family = [
  entry('g', 1700, 1700, [out('x')]),
  entry('p1', 200, 17_000, [out('g')]),
  entry('p2', 200, 3000, [out('g', 1)]),
  entry('c', 100, 900, [out('p1'), out('p2')]),
];

describe('bump fees', () => {
  const graph = createMempoolGraph(family);

  test('raise a transaction or its ancestors, whichever costs more', () => {
    const outPoints = [out('c'), out('p2', 1), out('p1', 1), out('elsewhere')];
    // Spenders of the outputs of p1 and p2 would be replaced, so each is asked for separately.
    expect(individualBumpFees(graph, [out('c'), out('elsewhere')], at10)).toEqual(
      new Map([
        ['c:0', 100],
        ['elsewhere:0', 0],
      ]),
    );
    expect(individualBumpFees(graph, outPoints.slice(1), at10)?.get('p2:1')).toBe(19_000 - 4700);
    expect(individualBumpFees(graph, outPoints.slice(1), at10)?.get('p1:1')).toBe(19_000 - 18_700);
  });

  test('count common ancestors once', () => {
    const both = [out('p1', 1), out('p2', 1)];
    const single = individualBumpFees(graph, both, at10);
    const sum = (single?.get('p1:1') ?? 0) + (single?.get('p2:1') ?? 0);
    const together = combinedBumpFee(graph, both, at10);
    expect(together).toBe(21_000 - 21_700);
    expect(together).toBeLessThan(sum);
  });

  test('are zero if a block would include the transaction anyway', () => {
    const poor = entry('a', 100, 100, [out('x')]);
    const rich = createMempoolGraph([poor, entry('b', 100, 5000, [out('a')])]);
    expect(individualBumpFees(rich, [out('b')], at10)).toEqual(new Map([['b:0', 0]]));
    expect(individualBumpFees(rich, [out('a', 1)], at10)).toEqual(new Map([['a:1', 0]]));
    expect(combinedBumpFee(rich, [out('b')], at10)).toBe(0);
    expect(combinedBumpFee(rich, [], at10)).toBe(0);
  });

  test('are unknown for hundreds of connected transactions', () => {
    const chain = Array.from({ length: 501 }, (_, i) =>
      entry(`t${i}`, 100, 100, [i === 0 ? out('x') : out(`t${i - 1}`)]),
    );
    const long = createMempoolGraph(chain);
    expect(individualBumpFees(long, [out('t500')], at10)).toBeUndefined();
    expect(combinedBumpFee(long, [out('t500')], at10)).toBeUndefined();
  });
});

describe('cluster limits', () => {
  const chain = (length: number, vsize: number, limits?: Mempool['limits']) =>
    createMempoolGraph(
      Array.from({ length }, (_, i) =>
        entry(`t${i}`, vsize, 100, [i === 0 ? out('x') : out(`t${i - 1}`)]),
      ),
      limits,
    );

  test('are 64 transactions', () => {
    expect(fitsClusterLimits(chain(63, 100), spending([out('t62')]))).toBe(true);
    expect(fitsClusterLimits(chain(64, 100), spending([out('t63')]))).toBe(false);
  });

  test('are 101,000 vbytes', () => {
    expect(fitsClusterLimits(chain(10, 10_000), spending([out('t9')]))).toBe(true);
    expect(fitsClusterLimits(chain(10, 10_100), spending([out('t9')]))).toBe(false);
  });

  test('are those of the node, if it reports any', () => {
    const fits = (length: number, clusterCount: number, clusterSize: number) =>
      fitsClusterLimits(
        chain(length, 100, { clusterCount, clusterSize }),
        spending([out(`t${length - 1}`)]),
      );
    expect(fits(5, 6, 101_000)).toBe(true);
    expect(fits(6, 6, 101_000)).toBe(false);
    expect(fits(64, 100, 101_000)).toBe(true);
    expect(fits(5, 64, 1000)).toBe(true);
    expect(fits(10, 64, 1000)).toBe(false);
  });
});
