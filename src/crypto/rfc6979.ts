import type { Bytes } from '../encoding/bytes.ts';
import { compressBlock, compressLast, INITIAL_STATE, writeState } from './sha256-block.ts';

/**
 * Creates a source of nonces (RFC 6979, section 3.2, with SHA-256). Each call returns the next
 * candidate in the same 32 bytes, and reads the previous one there. The caller overwrites the nonce
 * after use. `digest` is bits2octets(H(m)), already reduced modulo n. `extra` is section 3.6's
 * additional data (libsecp256k1's 32 bytes of `ndata`) or empty.
 */
export function createNonceSource(privateKey: Bytes, digest: Bytes, extra: Bytes): () => Bytes {
  const hmac = createHmac();
  // V, a byte, and the seed: the HMAC input in steps d to h.
  const message = new Uint8Array(33 + 64 + extra.length);
  const v = message.subarray(0, 32);
  message.set(privateKey, 33);
  message.set(digest, 65);
  message.set(extra, 97);
  const update = (separator: number, length: number): void => {
    message[32] = separator;
    hmac.digest(message, length, key);
    hmac.setKey(key);
    hmac.digest(message, 32, v);
  };
  // b. "Set: V = 0x01 0x01 0x01 ... 0x01", c. "Set: K = 0x00 0x00 0x00 ... 0x00"
  v.fill(1);
  hmac.setKey(key.fill(0));
  // d. "K = HMAC_K(V || 0x00 || int2octets(x) || bits2octets(h1))", e. "V = HMAC_K(V)"
  update(0, message.length);
  // f. "K = HMAC_K(V || 0x01 || int2octets(x) || bits2octets(h1))", g. "V = HMAC_K(V)"
  update(1, message.length);
  message.fill(0, 33);
  let again = false;
  return () => {
    // h.3. "K = HMAC_K(V || 0x00), V = HMAC_K(V), and loop"
    if (again) update(0, 33);
    again = true;
    // h.2. "V = HMAC_K(V)"
    hmac.digest(message, 32, v);
    key.fill(0);
    return v;
  };
}

// Shared and used within one call only, because thousands of nonces would otherwise leave garbage.
const key = new Uint8Array(32);
const block = new Uint8Array(64);
const state = new Int32Array(8);

type Hmac = {
  setKey(key: Bytes): void;
  /** Hashes the first `length` bytes. `out` may overlap them. */
  digest(message: Bytes, length: number, out: Bytes): void;
};

/** Creates HMAC-SHA256 with keys of 32 bytes. The states after the padded key are computed once. */
function createHmac(): Hmac {
  const inner = new Int32Array(8);
  const outer = new Int32Array(8);
  return {
    setKey(bytes) {
      absorbKey(inner, bytes, 0x36);
      absorbKey(outer, bytes, 0x5c);
    },
    digest(message, length, out) {
      state.set(inner);
      finish(message, length, out);
      state.set(outer);
      finish(out, 32, out);
    },
  };
}

function absorbKey(out: Int32Array, bytes: Bytes, pad: number): void {
  for (let i = 0; i < 32; i++) block[i] = (bytes[i] ?? 0) ^ pad;
  block.fill(pad, 32);
  out.set(INITIAL_STATE);
  compressBlock(out, block, 0);
  block.fill(0);
}

/**
 * Finishes a SHA-256: `state` has hashed one block, and the first `length` bytes of `message`
 * follow.
 */
function finish(message: Bytes, length: number, out: Bytes): void {
  const whole = length - (length % 64);
  for (let at = 0; at < whole; at += 64) compressBlock(state, message, at);
  for (let at = whole; at < length; at++) block[at - whole] = message[at] ?? 0;
  compressLast(state, block, 64 + length);
  writeState(state, out);
}
