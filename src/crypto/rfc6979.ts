import { type Bytes, concatBytes, emptyBytes } from '../encoding/bytes.ts';
import { hmacSha256 } from './hash.ts';

/**
 * Nonces of RFC 6979, section 3.2, with SHA-256: each call answers the next candidate, 32 bytes. `digest` is bits2octets(H(m)),
 * already reduced modulo n; `extra` is section 3.6's additional data (libsecp256k1's 32 bytes of `ndata`) or empty.
 */
export function createNonceSource(privateKey: Bytes, digest: Bytes, extra: Bytes): () => Bytes {
  // b. "Set: V = 0x01 0x01 0x01 ... 0x01", c. "Set: K = 0x00 0x00 0x00 ... 0x00"
  let v: Bytes = new Uint8Array(32).fill(1);
  let k: Bytes = new Uint8Array(32);
  const update = (separator: number, data: Bytes): void => {
    k = hmacSha256(k, concatBytes(v, Uint8Array.of(separator), data));
    v = hmacSha256(k, v);
  };
  const seed = concatBytes(privateKey, digest, extra);
  // d. "K = HMAC_K(V || 0x00 || int2octets(x) || bits2octets(h1))", e. "V = HMAC_K(V)"
  update(0, seed);
  // f. "K = HMAC_K(V || 0x01 || int2octets(x) || bits2octets(h1))", g. "V = HMAC_K(V)"
  update(1, seed);
  seed.fill(0);
  let again = false;
  return () => {
    // h.3. "K = HMAC_K(V || 0x00), V = HMAC_K(V), and loop"
    if (again) update(0, emptyBytes);
    again = true;
    // h.2. "V = HMAC_K(V)"
    v = hmacSha256(k, v);
    return v;
  };
}
