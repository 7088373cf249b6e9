import type { Random } from '../../random.ts';
import type { OutputGroup } from './coin-groups.ts';
import {
  CHANGE_LOWER,
  type NoSelection,
  noSelection,
  type Selection,
  selectionOf,
  tooHeavy,
} from './selection.ts';

/**
 * Single Random Draw (wallet/coinselection.cpp, SelectCoinsSRD): groups in random order until the
 * target, the least change and its fee are covered; over the weight limit the poorest ones leave
 * again.
 */
export function selectSingleRandomDraw(
  groups: readonly OutputGroup[],
  target: number,
  changeFee: number,
  random: Random,
  maxWeight: number,
): Selection | NoSelection {
  const needed = target + CHANGE_LOWER + changeFee;
  const drawn = createPoorestFirst();
  let amount = 0;
  let weight = 0;
  let wasTooHeavy = false;
  for (const group of inRandomOrder(groups, random)) {
    drawn.push(group);
    amount += group.amount;
    weight += group.weight;
    while (weight > maxWeight) {
      wasTooHeavy = true;
      const poorest = drawn.pop();
      if (poorest === undefined) break;
      amount -= poorest.amount;
      weight -= poorest.weight;
    }
    if (amount >= needed) return selectionOf('srd', target, drawn.all());
  }
  return wasTooHeavy ? tooHeavy : noSelection;
}

/** Yields items in random order like a shuffle, but lazily. */
function* inRandomOrder<T>(items: readonly T[], random: Random): Iterable<T> {
  const order = new Uint32Array(items.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  for (let i = 0; i < order.length; i++) {
    const other = i + random.below(order.length - i);
    const item = items[order[other] ?? 0];
    order[other] = order[i] ?? 0;
    if (item !== undefined) yield item;
  }
}

type PoorestFirst = {
  push(group: OutputGroup): void;
  pop(): OutputGroup | undefined;
  all(): readonly OutputGroup[];
};

/** A binary heap: the smallest amount on top, of equal ones the heavier. */
function createPoorestFirst(): PoorestFirst {
  const heap: OutputGroup[] = [];
  const isPoorer = (a: OutputGroup, b: OutputGroup) =>
    a.amount < b.amount || (a.amount === b.amount && a.weight > b.weight);

  function isPoorerAt(child: number, parent: number): boolean {
    const [a, b] = [heap[child], heap[parent]];
    return a !== undefined && b !== undefined && isPoorer(a, b);
  }

  function swap(a: number, b: number): void {
    [heap[a], heap[b]] = [heap[b] as OutputGroup, heap[a] as OutputGroup]; // both are in the heap
  }

  return {
    all: () => heap,
    push(group) {
      heap.push(group);
      let child = heap.length - 1;
      while (child > 0) {
        const parent = (child - 1) >> 1;
        if (!isPoorerAt(child, parent)) return;
        swap(child, parent);
        child = parent;
      }
    },
    pop() {
      const top = heap[0];
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return top;
      heap[0] = last;
      for (let parent = 0; ; ) {
        let child = 2 * parent + 1;
        if (isPoorerAt(child + 1, child)) child++;
        if (!isPoorerAt(child, parent)) return top;
        swap(child, parent);
        parent = child;
      }
    },
  };
}
