/**
 * Returns how a typed text may be two passwords, of a file and of the keys in it: one for both, or
 * two with a space between them.
 */
export function* passwordPairs(
  typed: string,
): Generator<readonly [first: string, second: string | undefined]> {
  yield [typed, typed];
  for (let at = typed.indexOf(' '); at >= 0; at = typed.indexOf(' ', at + 1)) {
    if (at > 0 && at < typed.length - 1) yield [typed.slice(0, at), typed.slice(at + 1)];
  }
}
