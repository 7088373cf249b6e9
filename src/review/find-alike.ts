import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { matchWitnessProgram } from '../script/script.ts';

/** Scripts to compare addresses with. */
export type Confusable = {
  /** Scripts that were paid before, or that the caller trusts. */
  readonly known: readonly Bytes[];
  /** The user's scripts. */
  readonly own: readonly Bytes[];
  /** Formats an address; `undefined` if the script has none. */
  readonly address: (script: Bytes) => string | undefined;
};

/** An output whose address may be confused with another one. */
type Paid = { readonly scriptPubKey: Bytes; readonly isOwn: boolean };

/** Number of pairs above which six equal letters may be chance (one in 400). */
const MANY_PAIRS = 1_000_000;

/** A script and its position among the scripts to compare with. */
type Candidate = { readonly script: Bytes; readonly place: number };

/**
 * Returns, for each output, a script whose address begins and ends like the output's. Outputs are
 * compared with known scripts, the user's scripts and each other. The user's outputs are never
 * suspected, and known scripts are not suspected because of another output.
 */
export function findLookAlikes(
  outputs: readonly Paid[],
  { known, own, address }: Confusable,
): readonly (Bytes | undefined)[] {
  const paid = outputs.map(({ scriptPubKey }) => scriptPubKey);
  const others = [...known, ...own];
  const familiar = new Set(others.map(encodeHex));
  const pairs = outputs.length * (others.length + outputs.length);
  const least = pairs > MANY_PAIRS ? 7 : 6;
  const beginnings = new Set(paid.map(beginningOf));
  // The first two differ, so one of them differs from the script that is looked up.
  const firstTwo = new Map<string, readonly Candidate[]>();
  for (const [place, script] of [...others, ...paid].entries()) {
    if (!beginnings.has(beginningOf(script))) continue;
    for (const letters of lettersOf(address(script), least)) {
      const found = firstTwo.get(letters) ?? [];
      if (found.length > 1 || found.some((one) => equalBytes(one.script, script))) continue;
      firstTwo.set(letters, [...found, { script, place }]);
    }
  }
  return outputs.map(({ scriptPubKey, isOwn }) => {
    if (isOwn) return undefined;
    const end = familiar.has(encodeHex(scriptPubKey)) ? others.length : Number.POSITIVE_INFINITY;
    return lettersOf(address(scriptPubKey), least)
      .flatMap((letters) => firstTwo.get(letters) ?? [])
      .filter(({ script, place }) => place < end && !equalBytes(script, scriptPubKey))
      .sort((a, b) => a.place - b.place)[0]?.script;
  });
}

/**
 * Returns a key that scripts share if their addresses have the same first letters. Formatting
 * addresses of other scripts would only cost time.
 */
function beginningOf(script: Bytes): string {
  const witness = matchWitnessProgram(script);
  if (witness === undefined) return `${script.length}`;
  const { version, program } = witness;
  return `v${version} ${program[0]} ${(program[1] ?? 0) >> 6}`;
}

/**
 * Returns keys of which two addresses share one if they look alike: people compare some letters at
 * the end, and some after the prefix that all addresses of a kind share. At least two letters are
 * equal on each side, and at least `least` in total.
 */
function lettersOf(address: string | undefined, least: number): readonly string[] {
  if (address === undefined) return [];
  const prefix = prefixOf(address);
  const letters = address.slice(prefix.length);
  return Array.from({ length: least - 3 }, (_, i) => {
    const head = i + 2;
    return `${prefix} ${letters.slice(0, head)} ${letters.slice(head - least)}`;
  });
}

/** Returns `bc1q` or the first letter. */
const prefixOf = (address: string): string =>
  /^(bc|tb|bcrt)1./.exec(address)?.[0] ?? address.slice(0, 1);
