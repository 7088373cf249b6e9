import { checkArguments } from '../arguments/check-arguments.ts';
import { sha256 } from '../crypto/hash.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { entropyBytes } from './bip39.ts';
import { phraseLengths } from './split-words.ts';

/** Dice with the digits 1 to 6, or coins with 0 and 1. */
export type Randomizer = 'dice' | 'coin';

const faces: { readonly [kind in Randomizer]: readonly string[] } = {
  dice: ['1', '2', '3', '4', '5', '6'],
  coin: ['0', '1'],
};

const rollKinds = {
  Randomizer: {
    is: (value: unknown) => value === 'dice' || value === 'coin',
    words: "'dice' or 'coin'",
  },
  wordCount: {
    is: (value: unknown) => phraseLengths.some((each) => each === value),
    words: '12, 15, 18, 21 or 24',
  },
  RollOptions: { only: { fewer: 'boolean?' } },
} as const;

/**
 * Returns the minimum number of rolls for a phrase, as on devices. 99 rolls have 255.9 of 256 bits,
 * so another one makes no difference.
 *
 * @param kind - Dice or coins.
 * @param words - 12, 15, 18, 21 or 24.
 */
export function leastRolls(kind: Randomizer, words: number): number {
  checkArguments(
    'leastRolls',
    { kind: [kind, 'Randomizer'], words: [words, 'wordCount'] },
    rollKinds,
  );
  const bits = entropyBytes(words) * 8;
  if (kind === 'coin') return bits;
  return words === 24 ? 99 : Math.ceil(bits / Math.log2(6));
}

/** The reason why rolls give no words. */
export type RollFault = {
  /** `digit`: a character that is no face; `few`: fewer rolls than the words need. */
  readonly error: 'digit' | 'few';
  /** Position of the wrong roll, from 1; the number of rolls if there are too few. */
  readonly position: number;
};

/**
 * Returns the digits of rolls, without the spaces, commas and line ends between them.
 *
 * @param text - Rolls as people write them down.
 * @param kind - Determines the accepted digits.
 */
export function readRolls(text: string, kind: Randomizer): string | RollFault {
  checkArguments('readRolls', { text: [text, 'text'], kind: [kind, 'Randomizer'] }, rollKinds);
  const rolls = text.normalize('NFKC').replace(/[\s,;.-]/g, '');
  const position = [...rolls].findIndex((roll) => !faces[kind].includes(roll)) + 1;
  return position > 0 ? { error: 'digit', position } : rolls;
}

/**
 * Returns the entropy of rolls like Coldcard and SeedSigner: SHA-256 of the digits as text,
 * truncated to the words' size. `fewer`: for comparison with a device by a few rolls, which are no
 * seed.
 *
 * @param rolls - Digits, as `readRolls` returns them.
 * @param kind - The kind of the rolls, such as `dice` or `coin`.
 * @param words - 12, 15, 18, 21 or 24.
 * @param options - `fewer`: accept less than `leastRolls`.
 */
export function entropyOfRolls(
  rolls: string,
  kind: Randomizer,
  words: number,
  options: { readonly fewer?: boolean | undefined } = {},
): Bytes | RollFault {
  checkArguments(
    'entropyOfRolls',
    {
      rolls: [rolls, 'text'],
      kind: [kind, 'Randomizer'],
      words: [words, 'wordCount'],
      options: [options, 'RollOptions?'],
    },
    rollKinds,
  );
  const digits = readRolls(rolls, kind);
  if (typeof digits !== 'string') return digits;
  if (digits.length < leastRolls(kind, words) && options.fewer !== true) {
    return { error: 'few', position: digits.length };
  }
  const text = encodeUtf8(digits);
  const digest = sha256(text);
  text.fill(0);
  const entropy = digest.slice(0, entropyBytes(words));
  digest.fill(0);
  return entropy;
}

/** The probability that fair dice give results at least this uneven: 1/20, 1/100, 1/1,000. */
export type Evenness = 'even' | 'odd' | 'suspicious' | 'biased';

/** The result of chi-square tests on rolls. */
export type RollReport = {
  /** Number of rolls. */
  readonly count: number;
  /** Rolls per face, in order. */
  readonly counts: readonly number[];
  /** Evenness of the faces. */
  readonly faces: Evenness;
  /**
   * Evenness of the steps between rolls. Typed patterns such as 123456 and avoided repetitions are
   * uneven here.
   */
  readonly steps: Evenness;
};

/**
 * Values of chi-square that a fair die exceeds once in 20, in 100, in 1,000 times, by degrees of
 * freedom.
 */
const limits: ReadonlyMap<number, readonly [number, number, number]> = new Map([
  [1, [3.841, 6.635, 10.828]],
  [5, [11.07, 15.086, 20.515]],
]);

/**
 * Runs Pearson's chi-square test on the faces of rolls, and on the steps between them. `rolls` may
 * only contain digits of that kind.
 *
 * @param rolls - Digits, as `readRolls` returns them.
 * @param kind - Dice or coins.
 */
export function testRolls(rolls: string, kind: Randomizer): RollReport {
  checkArguments('testRolls', { rolls: [rolls, 'text'], kind: [kind, 'Randomizer'] }, rollKinds);
  const values = [...rolls].map((roll) => faces[kind].indexOf(roll));
  const sides = faces[kind].length;
  const steps = values.slice(1).map((value, i) => (value - (values[i] ?? 0) + sides) % sides);
  const counts = countEach(values, sides);
  return {
    count: values.length,
    counts,
    faces: evennessOf(counts),
    steps: evennessOf(countEach(steps, sides)),
  };
}

function countEach(values: readonly number[], sides: number): readonly number[] {
  return Array.from({ length: sides }, (_, side) => values.filter((each) => each === side).length);
}

function evennessOf(counts: readonly number[]): Evenness {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const expected = total / counts.length;
  const distance = counts.reduce((sum, count) => sum + (count - expected) ** 2, 0);
  const chiSquare = total === 0 ? 0 : distance / expected;
  const [odd, suspicious, biased] = limits.get(counts.length - 1) ?? [0, 0, 0];
  if (chiSquare > biased) return 'biased';
  if (chiSquare > suspicious) return 'suspicious';
  return chiSquare > odd ? 'odd' : 'even';
}
