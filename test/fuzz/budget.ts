import { expect } from 'vitest';

/** Seconds for each target. Without it a number of cases, equal on a slow machine. */
const seconds = process.env.COLDSIGN_FUZZ_SECONDS;
const CASES = 60;

/** Processor time, so that other work of the machine does not count. */
const MAX_MILLISECONDS = 5000;
const MAX_BYTES = 64e6;

/**
 * Runs cases. Each must end within five seconds of processor time and 64 MB, and throw nothing;
 * `show` prints the input of a failing one. `atLeast`: minimum number of cases, regardless of time.
 */
export async function fuzz<Input>(
  next: () => Input,
  target: (input: Input) => unknown,
  show: (input: Input) => string,
  atLeast = 0,
): Promise<void> {
  const end = performance.now() + Number(seconds) * 1000;
  const goesOn = (cases: number) =>
    cases < atLeast || (seconds === undefined ? cases < CASES : performance.now() < end);
  for (let cases = 0; goesOn(cases); cases++) {
    const input = next();
    const before = process.memoryUsage();
    const start = process.cpuUsage();
    try {
      await target(input);
    } catch (error) {
      // Any exception is a finding, reported with its input.
      expect.fail(`${String(error)}\n${error instanceof Error ? error.stack : ''}\n${show(input)}`);
    }
    const after = process.memoryUsage();
    const grown = after.heapUsed + after.external - before.heapUsed - before.external;
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000, show(input)).toBeLessThan(MAX_MILLISECONDS);
    expect(grown, show(input)).toBeLessThan(MAX_BYTES);
  }
}
