import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareFeeRate } from '../../src/chain/fee-frac.ts';
import type { Graph } from '../../src/mining/closure.ts';
import { type Chunk, linearize as linearizeLazily } from '../../src/mining/linearize.ts';
import { orderByAncestors } from '../../src/mining/order-by-ancestors.ts';
import { runs } from '../support/generate/sample.ts';

/** Makes a random graph. Parents come before children, so it has no cycle. */
function graphs(most: number, fees: fc.Arbitrary<number>): fc.Arbitrary<Graph> {
  return fc.integer({ min: 1, max: most }).chain((count) =>
    fc.record({
      fees: fc.array(fees, { minLength: count, maxLength: count }),
      sizes: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: count, maxLength: count }),
      parents: fc
        .array(fc.array(fc.nat(1000), { maxLength: 3 }), { minLength: count, maxLength: count })
        .map((lists) =>
          lists.map((list, at) => [...new Set(at === 0 ? [] : list.map((pick) => pick % at))]),
        ),
    }),
  );
}

const linearize = (graph: Graph, fallback: (a: number, b: number) => number): Chunk[] => [
  ...linearizeLazily(graph, fallback),
];

const smallFees = fc.integer({ min: 0, max: 12 });
const order = (a: number, b: number) => a - b;

/** Lists all sets that are closed under parents, as bit masks. */
function closedSets({ parents }: Graph): number[] {
  const needs = parents.map((list) => list.reduce((mask, parent) => mask | (1 << parent), 0));
  const sets: number[] = [];
  for (let set = 0; set < 1 << parents.length; set++) {
    if (needs.every((need, at) => (set & (1 << at)) === 0 || (need & ~set) === 0)) sets.push(set);
  }
  return sets;
}

function rateOf(graph: Graph, set: number) {
  let fee = 0;
  let size = 0;
  graph.fees.forEach((own, at) => {
    if ((set & (1 << at)) === 0) return;
    fee += own;
    size += graph.sizes[at] ?? 0;
  });
  return { fee, size };
}

function maskOf(chunk: Chunk): number {
  return chunk.members.reduce((mask, member) => mask | (1 << member), 0);
}

function expectTopological(chunks: readonly Chunk[], graph: Graph): void {
  const seen = new Set<number>();
  for (const member of chunks.flatMap(({ members }) => members)) {
    for (const parent of graph.parents[member] ?? []) expect(seen.has(parent)).toBe(true);
    seen.add(member);
  }
  expect(seen.size).toBe(graph.fees.length);
}

describe('linearize', () => {
  test('every chunk is the best remaining one, and no part of it is as good', () => {
    fc.assert(
      fc.property(graphs(9, smallFees), (graph) => {
        const chunks = linearize(graph, order);
        expectTopological(chunks, graph);
        let bought = 0;
        for (const chunk of chunks) {
          const mask = maskOf(chunk);
          expect(rateOf(graph, mask)).toEqual({ fee: chunk.fee, size: chunk.size });
          for (const set of closedSets(graph)) {
            const rest = set & ~bought;
            if (rest === 0) continue;
            const comparison = compareFeeRate(rateOf(graph, rest), chunk);
            expect(comparison).toBeLessThanOrEqual(0);
            // A smaller one of the same feerate may exist elsewhere, but not inside it.
            if (comparison === 0) expect((rest & mask) === rest && rest !== mask).toBe(false);
          }
          bought |= mask;
        }
      }),
      { numRuns: runs(400) },
    );
  });

  test('the feerate falls from chunk to chunk, also with negative and huge fees', () => {
    const wild = fc.oneof(
      fc.integer({ min: -50, max: 50 }),
      fc.constant(21e14),
      fc.constant(-21e14),
    );
    fc.assert(
      fc.property(graphs(30, wild), (graph) => {
        const chunks = linearize(graph, order);
        expectTopological(chunks, graph);
        chunks.slice(1).forEach((chunk, at) => {
          const before = chunks[at];
          expect(before !== undefined && compareFeeRate(chunk, before) <= 0).toBe(true);
        });
      }),
    );
  });

  test('the numbering of the transactions does not matter', () => {
    const fallback = (names: readonly number[]) => (a: number, b: number) =>
      (names[a] ?? 0) - (names[b] ?? 0);
    fc.assert(
      fc.property(graphs(12, smallFees), fc.nat(), (graph, seed) => {
        const count = graph.fees.length;
        // New position of every transaction: a rotation.
        const moved = graph.fees.map((_, at) => (at + seed) % count);
        const back = (at: number) => (at - (seed % count) + count) % count;
        const turned: Graph = {
          fees: graph.fees.map((_, at) => graph.fees[back(at)] ?? 0),
          sizes: graph.sizes.map((_, at) => graph.sizes[back(at)] ?? 0),
          parents: graph.parents.map((_, at) =>
            (graph.parents[back(at)] ?? []).map((parent) => moved[parent] ?? 0),
          ),
        };
        const names = graph.fees.map((_, at) => at);
        const plain = linearize(graph, fallback(names)).flatMap(({ members }) => members);
        const other = linearize(turned, fallback(names.map(back)));
        expect(other.flatMap(({ members }) => members).map(back)).toEqual(plain);
      }),
    );
  });

  test('a cluster too large for the optimum still has a valid order', () => {
    fc.assert(
      fc.property(graphs(12, smallFees), (graph) => {
        const children: number[][] = graph.parents.map(() => []);
        graph.parents.forEach((list, child) => {
          for (const parent of list) children[parent]?.push(child);
        });
        const members = orderByAncestors(graph, children, order);
        expectTopological([{ members, fee: 0, size: 1 }], graph);
      }),
    );
    const count = 3000;
    const chain: Graph = {
      fees: Array.from({ length: count }, (_, at) => at % 97),
      sizes: Array.from({ length: count }, () => 400),
      parents: Array.from({ length: count }, (_, at) => (at === 0 ? [] : [at - 1])),
    };
    expectTopological(linearize(chain, order), chain);
  });
});
