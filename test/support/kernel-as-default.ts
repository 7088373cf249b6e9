// The export of `crypto/noble.ts`, with the kernel instead of our JavaScript.

export { kernelSecp256k1 as nobleSecp256k1 } from '../../src/crypto/kernel-backend.ts';
