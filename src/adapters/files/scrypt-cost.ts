import { keyFromPassphrase, SCRYPT_SALT_LENGTH, type ScryptCost } from '../../crypto/passphrase.ts';

/** Milliseconds that trying a passphrase should take on this machine. */
const WANTED = 1000;
const TRIED = 2 ** 14;
/** 32 MB and 256 MB, because a wallet must open on smaller machines too. */
const LEAST = 2 ** 15;
const MOST = 2 ** 18;

/** Measures when first called, because most runs never need it. */
export function createScryptCost(): () => ScryptCost {
  let cost: ScryptCost | undefined;
  return () => {
    cost ??= measure();
    return cost;
  };
}

function measure(): ScryptCost {
  const start = performance.now();
  keyFromPassphrase('how long it takes', new Uint8Array(SCRYPT_SALT_LENGTH), {
    n: TRIED,
    r: 8,
    p: 1,
  });
  const factor = WANTED / (performance.now() - start);
  const n = TRIED * 2 ** Math.round(Math.log2(factor));
  return { n: Math.min(Math.max(n, LEAST), MOST), r: 8, p: 1 };
}
