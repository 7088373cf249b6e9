import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createLoginGate,
  type LoginGate,
  MOST_WAITING,
  TRIES,
  TRY_AGAIN,
} from '../../../src/adapters/http/access/login-gate.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const present = () => false;

/** Counts the passwords that were compared. */
function createGuesser(gate: LoginGate) {
  const guesser = {
    compared: 0,
    answers: [] as unknown[],
    guess: (address: string, isGone = present) => {
      const compare = () => {
        guesser.compared++;
        return undefined;
      };
      gate.attempt(address, isGone, compare).then((answer) => guesser.answers.push(answer));
    },
  };
  return guesser;
}

const owner = { name: 'owner' };

test('tries as few passwords from 5,000 connections as from one', async () => {
  const guesser = createGuesser(createLoginGate());
  for (let i = 0; i < 5000; i++) guesser.guess(`10.${i >> 8}.${i & 255}.1`);
  await vi.advanceTimersByTimeAsync(0);
  expect(guesser.compared).toBe(TRIES);
  await vi.advanceTimersByTimeAsync(100 * TRY_AGAIN);
  expect(guesser.compared).toBe(TRIES + 100);
});

test('refuses an address with too many waiting attempts without comparing', async () => {
  const guesser = createGuesser(createLoginGate());
  for (let i = 0; i < TRIES + MOST_WAITING + 7; i++) guesser.guess('10.0.0.1');
  await vi.advanceTimersByTimeAsync(0);
  expect(guesser.compared).toBe(TRIES);
  expect(guesser.answers.filter((answer) => answer === 'refused')).toHaveLength(7);
});

test('the right password is accepted in its turn while others guess from the same address', async () => {
  const gate = createLoginGate();
  const guesser = createGuesser(gate);
  for (let i = 0; i < TRIES + 20; i++) guesser.guess('127.0.0.1');
  let found: unknown;
  gate
    .attempt('127.0.0.1', present, () => owner)
    .then((user) => {
      found = user;
    });
  for (let i = 0; i < 20; i++) guesser.guess('127.0.0.1');
  await vi.advanceTimersByTimeAsync(20 * TRY_AGAIN);
  expect(found).toBeUndefined();
  await vi.advanceTimersByTimeAsync(TRY_AGAIN);
  expect(found).toBe(owner);
});

test('another address has its turn next when many wait on one, IPv6 by its network', async () => {
  const gate = createLoginGate();
  const guesser = createGuesser(gate);
  for (let i = 0; i < TRIES + 500; i++) guesser.guess(`2001:db8::${i.toString(16)}`);
  let found: unknown;
  gate
    .attempt('2001:db8:0:1::1', present, () => owner)
    .then((user) => {
      found = user;
    });
  await vi.advanceTimersByTimeAsync(2 * TRY_AGAIN);
  expect(found).toBe(owner);
});

test('right passwords use up nothing, and admit the next attempt', async () => {
  const gate = createLoginGate();
  const guesser = createGuesser(gate);
  for (let i = 0; i < 10 * TRIES; i++) {
    expect(await gate.attempt('10.0.0.1', present, () => owner)).toBe(owner);
  }
  for (let i = 0; i < TRIES; i++) guesser.guess('10.0.0.1');
  const honest = Array.from({ length: 50 }, () => gate.attempt('10.0.0.1', present, () => owner));
  guesser.guess('10.0.0.1');
  await vi.advanceTimersByTimeAsync(TRY_AGAIN);
  expect(await Promise.all(honest)).toEqual(Array(50).fill(owner));
  expect(guesser.compared).toBe(TRIES + 1);
});

test('frees the turn and the room of a disconnected client', async () => {
  const gate = createLoginGate();
  const guesser = createGuesser(gate);
  for (let i = 0; i < TRIES; i++) guesser.guess('10.0.0.1');
  let gone = false;
  for (let i = 0; i < MOST_WAITING; i++) guesser.guess('10.0.0.1', () => gone);
  gone = true;
  let found: unknown;
  gate
    .attempt('10.0.0.1', present, () => owner)
    .then((user) => {
      found = user;
    });
  await vi.advanceTimersByTimeAsync(TRY_AGAIN);
  expect(found).toBe(owner);
  expect(guesser.compared).toBe(TRIES);
});
