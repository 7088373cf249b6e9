// What `crypto/noble.ts` exports, with the kernel in the place of our JavaScript.

export { kernelSecp256k1 as nobleSecp256k1 } from '../../src/crypto/kernel-backend.ts';
export {
  addToPublicKey,
  addToXOnlyPublicKey,
  isZeroSumByNoble,
  sharedPoint,
  signRecoverable,
} from '../../src/crypto/noble.ts';
