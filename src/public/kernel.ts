export { kernelSecp256k1 } from '../library/kernel-api.ts';
