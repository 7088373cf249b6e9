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
  const addresses = new Map<Bytes, string | undefined>();
  const addressOf = (script: Bytes) => {
    if (!addresses.has(script)) addresses.set(script, address(script));
    return addresses.get(script);
  };
  const isAlike = (script: Bytes, other: Bytes) => {
    if (!mayBeAlike(script, other) || equalBytes(script, other)) return false;
    const [text, another] = [addressOf(script), addressOf(other)];
    return text !== undefined && another !== undefined && looksAlike(text, another, least);
  };
  return outputs.map(({ scriptPubKey, isOwn }) => {
    if (isOwn) return undefined;
    const around = familiar.has(encodeHex(scriptPubKey)) ? others : [...others, ...paid];
    return around.find((other) => isAlike(scriptPubKey, other));
  });
}

/** Returns whether addresses can begin with the same letters, judged cheaply by their scripts. */
function mayBeAlike(a: Bytes, b: Bytes): boolean {
  const [left, right] = [matchWitnessProgram(a), matchWitnessProgram(b)];
  if (left !== undefined && right !== undefined) {
    const firstLetters = ({ program: [high = 0, low = 0] }: typeof left) => high * 4 + (low >> 6);
    return left.version === right.version && firstLetters(left) === firstLetters(right);
  }
  // The first letters in Base58 encode the first bits of the hash.
  const at = a.length === 25 ? 3 : 2;
  return a.length === b.length && Math.abs((a[at] ?? 0) - (b[at] ?? 0)) <= 1;
}

/**
 * Compares addresses as people do: some letters at the end, and some after the prefix that all
 * addresses of a kind share.
 */
function looksAlike(a: string, b: string, least: number): boolean {
  if (prefixOf(a) !== prefixOf(b)) return false;
  const [left, right] = [a.slice(prefixOf(a).length), b.slice(prefixOf(b).length)];
  const head = shared(left, right, (text, at) => text[at]);
  const tail = shared(left, right, (text, at) => text[text.length - 1 - at]);
  return head >= 2 && tail >= 2 && head + tail >= least;
}

/** Returns `bc1q` or the first letter. */
const prefixOf = (address: string): string =>
  /^(bc|tb|bcrt)1./.exec(address)?.[0] ?? address.slice(0, 1);

function shared(
  a: string,
  b: string,
  letter: (text: string, at: number) => string | undefined,
): number {
  let at = 0;
  while (at < Math.min(a.length, b.length) && letter(a, at) === letter(b, at)) at++;
  return at;
}
