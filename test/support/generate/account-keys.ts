import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { derivePrivatePath, masterKeyFromSeed } from '../../../src/descriptor/derive.ts';
import { encodeExtendedPublicKey, neuter } from '../../../src/descriptor/extended-key.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { type NetworkName, networks } from '../../../src/encoding/network.ts';
import type { AccountKey } from '../../../src/formats/standard-wallet.ts';
import { masterFingerprint } from '../../../src/seed/accounts.ts';

/**
 * Returns keys of different signers, all at `path`, such as `48h/0h/0h/2h`. They are the same in
 * every run.
 */
export function accountKeys(
  path: string,
  count: number,
  chain: NetworkName,
  from = 0,
): readonly AccountKey[] {
  const steps = path.split('/').filter((step) => step !== '');
  const numbers = steps.map((step) => Number.parseInt(step, 10) + (/h$/.test(step) ? 2 ** 31 : 0));
  return Array.from({ length: count }, (_, i) => {
    const root = masterKeyFromSeed(new Uint8Array(32).fill(from + i + 1));
    const key = root && derivePrivatePath(root, numbers, secp256k1);
    if (root === undefined || key === undefined) throw new Error('no key');
    return {
      fingerprint: encodeHex(masterFingerprint(root, secp256k1)),
      path: steps.map((step) => `/${step}`).join(''),
      xpub: encodeExtendedPublicKey(neuter(key, secp256k1), networks[chain]),
    };
  });
}
