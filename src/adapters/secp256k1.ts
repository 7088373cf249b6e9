import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';

/** The fastest backend that this machine has. */
export async function chooseSecp256k1(): Promise<Secp256k1> {
  return nobleSecp256k1;
}
