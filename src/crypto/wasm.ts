import * as tiny from 'tiny-secp256k1';
import type { Secp256k1 } from './secp256k1.ts';
import { createWasmSecp256k1 } from './wasm-backend.ts';

/** The WebAssembly backend. Importing this file compiles the module, and fails where it is not installed. */
export const wasmSecp256k1: Secp256k1 = createWasmSecp256k1(tiny);
