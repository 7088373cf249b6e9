import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog, MOST_ALIKE, PERIOD } from '../../../src/adapters/http/serve.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('prints few of 5,000 guesses a second, and their number', () => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const attempt = (n: number) => `ThreadRPCServer incorrect password attempt from 127.0.0.1:${n}`;
  for (let n = 0; n < 5000; n++) log.write(attempt(n));
  log.write('Stopping: no more calls are taken');
  expect(lines).toEqual([
    ...Array.from({ length: MOST_ALIKE }, (_, n) => attempt(n)),
    'Stopping: no more calls are taken',
  ]);
  vi.advanceTimersByTime(PERIOD);
  const left = 5000 - MOST_ALIKE;
  expect(lines.at(-1)).toBe(
    `${left} more lines were left out: ThreadRPCServer incorrect password attempt...`,
  );
  log.write(attempt(5000));
  expect(lines.at(-1)).toBe(attempt(5000));
});

test('reports suppressed lines at the end', () => {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  for (let n = 0; n <= MOST_ALIKE; n++) log.write('a b c d');
  log.close();
  expect(lines.at(-1)).toBe('1 more lines were left out: a b c d...');
  vi.advanceTimersByTime(2 * PERIOD);
  expect(lines).toHaveLength(MOST_ALIKE + 1);
});
