/** Checks a promise of our own code, never a caller's input. `why` is the reason why it holds. */
export function invariant(condition: boolean, why: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${why}`);
}
