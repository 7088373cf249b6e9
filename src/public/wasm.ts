export type { TinySecp256k1 } from '../crypto/tiny-secp256k1.ts';
export { wasmSecp256k1 } from '../crypto/wasm.ts';
export { createWasmSecp256k1 } from '../crypto/wasm-backend.ts';
