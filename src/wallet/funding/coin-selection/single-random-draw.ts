import { createHeap } from '../../../encoding/heap.ts';
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
 * Single Random Draw (wallet/coinselection.cpp, SelectCoinsSRD): adds groups in random order until
 * the target, the least change and its fee are covered. Above the weight limit, the smallest groups
 * are dropped again.
 */
export function selectSingleRandomDraw(
  groups: readonly OutputGroup[],
  target: number,
  changeFee: number,
  random: Random,
  maxWeight: number,
): Selection | NoSelection {
  const needed = target + CHANGE_LOWER + changeFee;
  // Pops the smallest amount first; of equal amounts, the heaviest.
  const drawn = createHeap<OutputGroup>((a, b) => a.amount - b.amount || b.weight - a.weight);
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
    if (amount >= needed) return selectionOf('srd', target, drawn.items);
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
