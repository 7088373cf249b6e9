/** Our own promises, never judgements on what a caller sent. `why` says why it must hold. */
export function invariant(condition: boolean, why: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${why}`);
}
