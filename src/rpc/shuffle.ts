import { createRandom, type Random, type RandomBytes } from '../wallet/random.ts';
import { miscError } from './error.ts';

/**
 * Returns the context's randomness. Throws if there is none, because the engine has none of its
 * own.
 */
export function randomBytesOf(random: RandomBytes | undefined): RandomBytes {
  if (random === undefined) {
    throw miscError(
      'This method needs a source of randomness in its context',
      'Give the option random: (length) => crypto.getRandomValues(new Uint8Array(length)).',
    );
  }
  return random;
}

export function randomOf(random: RandomBytes | undefined): Random {
  return createRandom(randomBytesOf(random));
}

export function shuffleWith(random: RandomBytes | undefined): Random['shuffle'] {
  return randomOf(random).shuffle;
}
