import { english, wordsOfEntropy } from '../../../seed/bip39.ts';
import { entropyOfRolls, leastRolls, readRolls, testRolls } from '../../../seed/dice.ts';
import { failure } from './failures.ts';
import type { Session } from './session.ts';

/** Words from dice, to be written down. */
export type DiceView = {
  readonly words: readonly string[];
  /** True if the dice look uneven, as one in 20 fair dice do, or one in 100. */
  readonly doubt: boolean;
};

/**
 * Makes words as Coldcard and SeedSigner do. Rolls that fair dice hardly ever produce are refused.
 * The words that are typed next are compared with them.
 */
export function wordsOfRolls(session: Session, rolls: string, count: 12 | 24): DiceView {
  const digits = readRolls(rolls, 'dice');
  const entropy = entropyOfRolls(rolls, 'dice', count);
  if ('error' in entropy) {
    const least = leastRolls('dice', count);
    throw failure(
      entropy.error === 'few'
        ? `${count} words need ${least} rolls, and you have ${entropy.position}. Roll ${least - entropy.position} more.`
        : `Roll ${entropy.position} is not valid. Rolls are the digits 1 to 6.`,
    );
  }
  const { faces, steps } = testRolls(typeof digits === 'string' ? digits : '', 'dice');
  const isBiased = faces === 'biased' || steps === 'biased';
  const words = isBiased ? [] : (wordsOfEntropy(entropy, english) ?? []);
  entropy.fill(0);
  if (isBiased) {
    throw failure(
      'Fair dice come out like that less than once in 1,000 times, so no words were made. Take other dice, and roll again.',
    );
  }
  session.made = words;
  session.words = [];
  session.wordCount = count;
  session.isCounted = true;
  return { words, doubt: faces !== 'even' || steps !== 'even' };
}
