import { kernelSecp256k1 as backend } from '../crypto/kernel-backend.ts';
import type { Curve } from '../crypto/secp256k1.ts';

/**
 * The curve in WebAssembly, for the option `secp256k1` of any call. No branch and no address in it
 * depends on a private key, and lists are several times as fast. It needs no package. Without
 * WebAssembly in the engine or in a page's policy, it falls back to the default JavaScript. `name`
 * is `kernel` or `noble`.
 */
export const kernelSecp256k1: Curve = backend;
