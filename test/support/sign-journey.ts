import { parsePsbt, sign } from '../../src/index.ts';
import { importWallet } from '../../src/public/formats.ts';
import { keyOwners, reviewPsbt } from '../../src/public/review.ts';
import { networks } from '../../src/public/script.ts';
import { joinKeys, readKeys, wipeKeys } from '../../src/public/seed.ts';
import type { Journey } from './vectors/journeys.ts';

const network = networks.regtest;

/** Reviews and signs like an app. */
export async function signByLibrary({ keys, passphrase, psbt: bytes }: Journey) {
  const rings = keys.map((text) => {
    const ring = readKeys(text, {
      network,
      passphrase,
      readWallet: (file) => importWallet(file, { network }),
    });
    if ('error' in ring) throw new Error(ring.error);
    return ring;
  });
  const ring = joinKeys(rings);
  try {
    const psbt = parsePsbt(bytes);
    const review = reviewPsbt(psbt, { network, findOwners: keyOwners(ring, psbt, { network }) });
    const signed = await sign(psbt, { keys: ring });
    return { review, signed };
  } finally {
    wipeKeys(ring);
  }
}
