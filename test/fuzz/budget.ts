import { expect } from 'vitest';

/** Seconds for each target, from COLDSIGN_FUZZ_SECONDS. */
const seconds = Number(process.env.COLDSIGN_FUZZ_SECONDS ?? 1);

const MAX_MILLISECONDS = 1000;
const MAX_BYTES = 100e6;

/**
 * Runs cases until the time is used up. Each must end within a second and 100 MB, and throw nothing; `show` tells the
 * input of one that does not.
 */
export async function fuzz<Input>(
  next: () => Input,
  target: (input: Input) => unknown,
  show: (input: Input) => string,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  let cases = 0;
  while (performance.now() < end) {
    const input = next();
    const before = process.memoryUsage();
    const start = performance.now();
    try {
      await target(input);
    } catch (error) {
      // Anything thrown is a finding: told with the input that made it.
      expect.fail(`${String(error)}\n${error instanceof Error ? error.stack : ''}\n${show(input)}`);
    }
    const after = process.memoryUsage();
    const grown = after.heapUsed + after.external - before.heapUsed - before.external;
    expect(performance.now() - start, show(input)).toBeLessThan(MAX_MILLISECONDS);
    expect(grown, show(input)).toBeLessThan(MAX_BYTES);
    cases += 1;
  }
  expect(cases).toBeGreaterThan(10);
}
