export { wasmSecp256k1 } from '../crypto/wasm.ts';
export type { TinySecp256k1 } from '../crypto/wasm-backend.ts';
export { createWasmSecp256k1 } from '../crypto/wasm-backend.ts';
