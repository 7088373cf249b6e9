import { createRandom, type Random, type RandomBytes } from '../wallet/random.ts';
import { RpcCode, RpcError } from './error.ts';

/** For the methods that make random choices. The engine has no randomness of its own. */
export function randomOf(random: RandomBytes | undefined): Random {
  if (random === undefined) {
    throw new RpcError(
      RpcCode.MISC_ERROR,
      'This method needs a source of randomness in its context',
    );
  }
  return createRandom(random);
}

export function shuffleWith(random: RandomBytes | undefined): Random['shuffle'] {
  return randomOf(random).shuffle;
}
