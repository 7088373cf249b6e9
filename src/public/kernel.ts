export { kernelSecp256k1 } from '../crypto/kernel-backend.ts';
