import { expect, test } from 'vitest';
import { type Child, type Cost, costOfChoosing } from '../../src/miniscript/choose-costs.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';

type MaybeCost = Cost | undefined;

function then(a: MaybeCost, b: MaybeCost): MaybeCost {
  if (a === undefined || b === undefined) return undefined;
  return {
    keys: a.keys + b.keys,
    witness: a.witness + b.witness,
    start: a.start + b.start,
    peak: Math.max(b.peak, b.start + a.peak),
  };
}

function worse(a: MaybeCost, b: MaybeCost): MaybeCost {
  if (a === undefined || b === undefined) return a ?? b;
  const larger = (member: keyof Cost) => Math.max(a[member], b[member]);
  return {
    keys: larger('keys'),
    witness: larger('witness'),
    start: larger('start'),
    peak: larger('peak'),
  };
}

/** Core's algorithm: all counts after each child. */
function slowly(choices: readonly Child[], count: number): MaybeCost {
  let costs: MaybeCost[] = [{ keys: 0, witness: 0, start: 0, peak: 0 }];
  for (const { satisfied, dissatisfied } of choices) {
    costs = [...costs, undefined].map((cost, j) =>
      worse(then(cost, dissatisfied), then(costs[j - 1], satisfied)),
    );
  }
  return costs[count];
}

function randomCost(random: Random): Cost {
  const start = random.int(8) - 3;
  return {
    keys: random.int(4),
    witness: random.int(200),
    start,
    peak: Math.max(0, start) + random.int(6),
  };
}

test('matches trying all counts', () => {
  const random = createRandom(seedOfRun());
  for (let i = 0; i < 3000; i++) {
    const choices = Array.from({ length: 1 + random.int(8) }, () => ({
      satisfied: random.oneIn(5) ? undefined : randomCost(random),
      dissatisfied: random.oneIn(6) ? undefined : randomCost(random),
    }));
    for (let count = 0; count <= choices.length; count++) {
      expect(costOfChoosing(choices, count)).toEqual(slowly(choices, count));
    }
  }
});
