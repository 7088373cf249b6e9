import { nobleSecp256k1 } from '../../crypto/noble.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';

/** The fastest backend that loads on this machine. */
export async function chooseSecp256k1(): Promise<Secp256k1> {
  try {
    return (await import('../../crypto/wasm.ts')).wasmSecp256k1;
  } catch {
    // The optional package is not installed, or this Node runs without WebAssembly.
    return nobleSecp256k1;
  }
}
