import { secp256k1 as native, schnorr } from '@noble/curves/secp256k1.js';
import { openAccount, signMessage } from 'coldsign';
import { createCurve } from 'coldsign/signing';

// @noble/curves stands for a native module with the functions of libsecp256k1.
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
const plain = { prehash: false, lowS: true };
const secp256k1 = createCurve({
  publicKey: (key, compressed) => attempt(() => native.getPublicKey(key, compressed)),
  signEcdsa: (digest, key) =>
    attempt(() => {
      const extraEntropy = new Uint8Array(32);
      let signature = native.sign(digest, key, { ...plain, extraEntropy: false });
      for (let counter = 1; (signature[0] ?? 0) > 127; counter++) {
        new DataView(extraEntropy.buffer).setUint32(0, counter, true);
        signature = native.sign(digest, key, { ...plain, extraEntropy });
      }
      return signature;
    }),
  verifyEcdsa: (signature, digest, key) =>
    attempt(() => native.verify(signature, digest, key, { ...plain, lowS: false })) ?? false,
  signSchnorr: (digest, key, auxiliary) => attempt(() => schnorr.sign(digest, key, auxiliary)),
  verifySchnorr: (signature, digest, key) =>
    attempt(() => schnorr.verify(signature, digest, key)) ?? false,
  tweakPublicKey: (key, tweak) =>
    attempt(() => {
      const step = BigInt(
        `0x${Array.from(tweak, (b) => b.toString(16).padStart(2, '0')).join('')}`,
      );
      const point = native.Point.fromBytes(key);
      return (step === 0n ? point : point.add(native.Point.BASE.multiply(step))).toBytes(true);
    }),
});
const key = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const account = openAccount(`wpkh(${key})`, { network: 'regtest' });
const byNative = await signMessage('login', { account, secp256k1 });
console.log(byNative === (await signMessage('login', { account })));
