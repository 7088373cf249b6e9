import { place, thief, tr, wpkh } from './accounts.ts';
import { at, coin, keyHashScript, mine, theirCoin } from './coins.ts';
import { type OutputSpec, type PsbtSpec, pay } from './payments.ts';

/** A coinjoin of three people, each with 1,002,000 sat. */
export const joined = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [theirCoin(0, 1_002_000n), at(wpkh, 1, 1_002_000n), theirCoin(2, 1_002_000n)],
  outputs: [pay(1_000_000n, keyHashScript(91)), pay(1_000_000n, keyHashScript(92)), ...outputs],
});
export const mineNow = mine(0, { value: 900_000n });

/** A coinjoin with one coin of ours and one of a thief. */
export const coinjoin = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [mineNow, coin(place(thief, 0, 3), 205, { value: 900_000n })],
  outputs,
});

/** 24 payments of about 40,000 sat. */
const friends = Array.from({ length: 24 }, (_, i) =>
  pay(40_000n + 17n * BigInt(i), keyHashScript(i + 3)),
);

/** All payments to friends in one transaction. */
export const batch = (...more: readonly OutputSpec[]): PsbtSpec => ({
  coins: [at(tr, 0, 1_900_000n)],
  outputs: [...friends, ...more],
  psbtVersion: 2,
});
const paidOut = friends.reduce((sum, { value }) => sum + value, 0n);

/** The change of `batch`, in satoshi. */
export const rest = 1_900_000n - paidOut - 9_000n;
