import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildKillProgram } from '../support/build/kill-program.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { takesAll } from '../support/generate/sample.ts';
import { keepNonce, type Partial } from './nonces-shared.ts';

/** `npm run test:kill` sets 500 of each. */
const KILLS = Number(process.env.COLDSIGN_KILLS ?? (takesAll ? 12 : 6));
/**
 * Number of nonces of a child, the most signatures before it is killed, and the most milliseconds
 * after them.
 */
const SESSIONS = 20;
const MOST_TOLD = 10;
const LONGEST = 20;

let program = '';
const folder = mkdtempSync(join(tmpdir(), 'coldsign-nonces-'));
const random = createRandom(seedOfRun());

beforeAll(async () => {
  program = await buildKillProgram('nonces-child');
});

afterAll(() => {
  rmSync(program, { force: true });
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the output of a child until it ends or is killed. */
async function runChild(words: readonly string[], most?: number): Promise<readonly Partial[]> {
  const child = spawn(process.execPath, [program, folder, ...words]);
  child.stderr.pipe(process.stderr);
  const told: Partial[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    // A truncated line is not a report.
    if (line.startsWith('{') && line.endsWith('}')) told.push(JSON.parse(line));
    if (told.length === most) setTimeout(() => child.kill('SIGKILL'), random.int(LONGEST));
  });
  await new Promise((resolve) => child.on('close', resolve));
  return told;
}

function keepAll(first: number, count: number): void {
  for (let i = 0; i < count; i++) keepNonce(folder, first + i);
}

let next = 0;
const take = (count: number): number => {
  keepAll(next, count);
  next += count;
  return next - count;
};

test(`no nonce signs after ${KILLS} kills between its end and its partial signature`, {
  timeout: 7_200_000,
}, async () => {
  // One more than the number of kills: this one signs.
  const first = take(KILLS + 1);
  for (let kill = 0; kill < KILLS; kill++) {
    expect(await runChild([`${first + kill}`, '1', '1', 'before it leaves'])).toEqual([]);
  }
  const told = await runChild([`${first}`, `${KILLS + 1}`, '2']);
  expect(told.map(({ session }) => session)).toEqual([first + KILLS]);
  expect(await runChild([`${first}`, `${KILLS + 1}`, '3'])).toEqual([]);
});

test(`no nonce signs twice after ${KILLS} kills at any time`, {
  timeout: 7_200_000,
}, async () => {
  const first = take(SESSIONS * KILLS);
  const told: Partial[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const words = [`${first + kill * SESSIONS}`, `${SESSIONS}`, '1'];
    told.push(...(await runChild(words, random.int(MOST_TOLD))));
  }
  const again = await runChild([`${first}`, `${SESSIONS * KILLS}`, '2']);
  const sessions = [...told, ...again].map(({ session }) => session);
  expect(new Set(sessions).size).toBe(sessions.length);
  // Each kill loses at most one nonce: the one in use.
  expect(sessions.length).toBeGreaterThanOrEqual(KILLS * (SESSIONS - 1));
  console.log(`${KILLS} kills, ${told.length} signatures before and ${again.length} after them`);
});

test('two concurrent processes share no nonce', async () => {
  const first = take(SESSIONS * 2);
  const words = [`${first}`, `${SESSIONS * 2}`];
  const told = await Promise.all([runChild([...words, '1']), runChild([...words, '2'])]);
  const sessions = told.flat().map(({ session }) => session);
  expect(new Set(sessions).size).toBe(sessions.length);
  expect(sessions.length).toBe(SESSIONS * 2);
});
