import type { Bytes } from '../encoding/bytes.ts';
import { compressBlock, compressLast, INITIAL_STATE, stateBytes } from './sha256-block.ts';

/**
 * Nonces of RFC 6979, section 3.2, with SHA-256: each call answers the next candidate, 32 bytes. `digest` is
 * bits2octets(H(m)), already reduced modulo n; `extra` is section 3.6's additional data (libsecp256k1's 32 bytes of
 * `ndata`) or empty.
 */
export function createNonceSource(privateKey: Bytes, digest: Bytes, extra: Bytes): () => Bytes {
  // V, a byte, and the seed: what HMAC is asked for in steps d to h.
  const message = new Uint8Array(33 + 64 + extra.length);
  message.set(privateKey, 33);
  message.set(digest, 65);
  message.set(extra, 97);
  const v = message.subarray(0, 32);
  const hmac = createHmac();
  const update = (separator: number, length: number): void => {
    message[32] = separator;
    hmac.setKey(hmac.digest(message.subarray(0, length)));
    v.set(hmac.digest(v));
  };
  // b. "Set: V = 0x01 0x01 0x01 ... 0x01", c. "Set: K = 0x00 0x00 0x00 ... 0x00"
  v.fill(1);
  hmac.setKey(new Uint8Array(32));
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
    v.set(hmac.digest(v));
    return v.slice();
  };
}

type Hmac = { setKey(key: Bytes): void; digest(message: Bytes): Bytes };

/** HMAC-SHA256 with keys of 32 bytes, whose states behind the padded key are made once. */
function createHmac(): Hmac {
  const inner = new Int32Array(8);
  const outer = new Int32Array(8);
  return {
    setKey(key) {
      absorbKey(inner, key, 0x36);
      absorbKey(outer, key, 0x5c);
    },
    digest(message) {
      const hash = finish(inner.slice(), message);
      return finish(outer.slice(), hash);
    },
  };
}

function absorbKey(state: Int32Array, key: Bytes, pad: number): void {
  const block = new Uint8Array(64).fill(pad);
  for (let i = 0; i < 32; i++) block[i] = (key[i] ?? 0) ^ pad;
  state.set(INITIAL_STATE);
  compressBlock(state, block, 0);
  block.fill(0);
}

/** SHA-256 of a block that `state` has taken in already, and of `message`. */
function finish(state: Int32Array, message: Bytes): Bytes {
  const whole = message.length - (message.length % 64);
  for (let at = 0; at < whole; at += 64) compressBlock(state, message, at);
  const block = new Uint8Array(64);
  block.set(message.subarray(whole));
  compressLast(state, block, 64 + message.length);
  return stateBytes(state);
}
