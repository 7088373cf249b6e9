import type { Demand, Steps } from './job.ts';

type DemandOf<Kind extends Demand['kind']> = Extract<Demand, { readonly kind: Kind }>;

/** What needs no steps, as steps. */
export function* atOnce<T>(value: T): Steps<T> {
  yield* [];
  return value;
}

/** Signatures that are verified at a time. */
const BATCH = 1024;

/**
 * Goes through many steps at once, so that what they demand at the same time is demanded as one list. The results are in the
 * order of `all`; one that `ends` them is the last, and what comes behind it is given up.
 */
export function* together<T>(
  all: readonly Steps<T>[],
  ends: (result: T) => boolean = () => false,
): Steps<readonly T[]> {
  const results = new Map<number, T>();
  let last = all.length - 1;
  let open = [...all.entries()];
  while (open.length > 0) {
    const demands: Demand[] = [];
    const waiting: typeof open = [];
    for (const [index, steps] of open) {
      if (index > last) break;
      const step = steps.next();
      if (!step.done) {
        demands.push(step.value);
        waiting.push([index, steps]);
        continue;
      }
      results.set(index, step.value);
      if (ends(step.value)) last = index;
    }
    open = waiting.filter(([index]) => index <= last);
    yield* demandTogether(demands);
  }
  return [...results]
    .filter(([index]) => index <= last)
    .sort(([a], [b]) => a - b)
    .map(([, result]) => result);
}

function* demandTogether(demands: readonly Demand[]): Steps<void> {
  yield* signTogether(demands.filter((demand) => demand.kind === 'sign'));
  let batch: DemandOf<'verify'>[] = [];
  let size = 0;
  for (const demand of demands) {
    if (demand.kind === 'hash') yield demand;
    if (demand.kind !== 'verify') continue;
    batch.push(demand);
    size += demand.checks.length;
    if (size < BATCH) continue;
    yield* verifyTogether(batch);
    batch = [];
    size = 0;
  }
  yield* verifyTogether(batch);
}

function* signTogether(demands: readonly DemandOf<'sign'>[]): Steps<void> {
  if (demands.length === 0) return;
  yield {
    kind: 'sign',
    requests: demands.flatMap(({ requests }) => requests),
    keys: demands.flatMap(({ keys }) => keys),
    give: (signatures) => {
      let at = 0;
      for (const { requests, give } of demands) {
        give(signatures.slice(at, at + requests.length));
        at += requests.length;
      }
    },
  };
}

/** By halves where not all hold. */
function* verifyTogether(demands: readonly DemandOf<'verify'>[]): Steps<void> {
  if (demands.length === 0) return;
  let allValid = false;
  yield {
    kind: 'verify',
    checks: demands.flatMap(({ checks }) => checks),
    give: (answer) => {
      allValid = answer;
    },
  };
  if (allValid || demands.length === 1) {
    for (const { give } of demands) give(allValid);
    return;
  }
  const middle = demands.length >> 1;
  yield* verifyTogether(demands.slice(0, middle));
  yield* verifyTogether(demands.slice(middle));
}
