import { describe, expect, test } from 'vitest';
import type { SignatureCheck } from '../../src/crypto/secp256k1.ts';
import type { Demand, Steps } from '../../src/signing/job.ts';
import { atOnce, together } from '../../src/signing/together.ts';

const checkOf = (number: number): SignatureCheck => ({
  kind: 'ecdsa',
  signature: Uint8Array.of(number),
  digest: new Uint8Array(32),
  publicKey: new Uint8Array(33),
});

/** Demands one verdict on `number`, `rounds` times, and answers the verdicts. */
function* asking(number: number, rounds = 1): Steps<boolean[]> {
  const verdicts: boolean[] = [];
  for (let round = 0; round < rounds; round++) {
    const give = (valid: boolean) => {
      verdicts.push(valid);
    };
    yield { kind: 'verify', checks: [checkOf(number)], give };
  }
  return verdicts;
}

/** Runs with these numbers wrong; tells how many checks each demand had. */
function run<T>(steps: Steps<T>, wrong: readonly number[] = []): { result: T; sizes: number[] } {
  const sizes: number[] = [];
  for (;;) {
    const step = steps.next();
    if (step.done) return { result: step.value, sizes };
    const demand: Demand = step.value;
    if (demand.kind !== 'verify') throw new Error(demand.kind);
    sizes.push(demand.checks.length);
    demand.give(demand.checks.every(({ signature }) => !wrong.includes(signature[0] ?? 0)));
  }
}

describe('together', () => {
  test('what is demanded at the same time is demanded as one', () => {
    const { result, sizes } = run(together([asking(1), asking(2, 2), asking(3)]));
    expect(result).toEqual([[true], [true, true], [true]]);
    expect(sizes).toEqual([3, 1]);
  });

  test('who is wrong is found by halves', () => {
    const all = [1, 2, 3, 4].map((number) => asking(number));
    const { result, sizes } = run(together(all), [3]);
    expect(result).toEqual([[true], [true], [false], [true]]);
    expect(sizes).toEqual([4, 2, 2, 1, 1]);
  });

  test('a result that ends all is the last; what comes behind it is not begun', () => {
    let begun = 0;
    const counting = function* (): Steps<boolean[]> {
      begun += 1;
      return yield* asking(9);
    };
    const all = [asking(1), asking(2), atOnce([false]), counting()];
    const { result } = run(together(all, ([first]) => first === false));
    expect(result).toEqual([[true], [true], [false]]);
    expect(begun).toBe(0);
  });

  test('of two that end all the first counts', () => {
    const all = [asking(1), asking(2, 2), asking(3)];
    const ends = (verdicts: boolean[]) => verdicts.includes(false);
    const { result } = run(together(all, ends), [2, 3]);
    expect(result).toEqual([[true], [false, false]]);
  });

  test('nothing is nothing', () => {
    expect(run(together([]))).toEqual({ result: [], sizes: [] });
  });
});
