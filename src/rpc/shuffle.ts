import { createRandom, type Random, type RandomBytes } from '../wallet/random.ts';
import { RpcCode, RpcError } from './error.ts';

/** For the methods that make random choices. The engine has no randomness of its own. */
export function randomBytesOf(random: RandomBytes | undefined): RandomBytes {
  if (random === undefined) {
    throw new RpcError(
      RpcCode.MISC_ERROR,
      'This method needs a source of randomness in its context',
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
