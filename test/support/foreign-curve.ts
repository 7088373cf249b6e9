import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberBE } from '@noble/curves/utils.js';
import type { CurveFunctions } from '../../src/public/signing.ts';

/** Returns `undefined` in place of an error, as coldsign's curves do. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** The functions of another library, as an app brings them. */
export const foreignFunctions: CurveFunctions = {
  publicKey: (key, compressed) => attempt(() => secp256k1.getPublicKey(key, compressed)),
  signEcdsa: (digest, key) =>
    attempt(() => {
      const extraEntropy = new Uint8Array(32);
      const options = { prehash: false, lowS: true };
      let signature = secp256k1.sign(digest, key, { ...options, extraEntropy: false });
      for (let counter = 1; (signature[0] ?? 0) >= 0x80; counter++) {
        new DataView(extraEntropy.buffer).setUint32(0, counter, true);
        signature = secp256k1.sign(digest, key, { ...options, extraEntropy });
      }
      return signature;
    }),
  verifyEcdsa: (signature, digest, key) =>
    attempt(() => secp256k1.verify(signature, digest, key, { prehash: false, lowS: false })) ??
    false,
  signSchnorr: (digest, key, auxiliary) => attempt(() => schnorr.sign(digest, key, auxiliary)),
  verifySchnorr: (signature, digest, key) =>
    attempt(() => schnorr.verify(signature, digest, key)) ?? false,
  tweakPublicKey: (key, tweak) =>
    attempt(() => {
      const step = bytesToNumberBE(tweak);
      const point = secp256k1.Point.fromBytes(key);
      const sum = step === 0n ? point : point.add(secp256k1.Point.BASE.multiply(step));
      return sum.toBytes(true);
    }),
};
