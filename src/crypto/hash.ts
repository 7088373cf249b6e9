import { hmac } from '@noble/hashes/hmac.js';
import { ripemd160 as nobleRipemd160, sha1 as nobleSha1 } from '@noble/hashes/legacy.js';
import { scrypt as nobleScrypt } from '@noble/hashes/scrypt.js';
import { sha256 as nobleSha256, sha512 as nobleSha512 } from '@noble/hashes/sha2.js';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';

export const sha256 = (data: Bytes): Bytes => nobleSha256(data);
export const sha512 = (data: Bytes): Bytes => nobleSha512(data);
export const sha1 = (data: Bytes): Bytes => nobleSha1(data);
export const ripemd160 = (data: Bytes): Bytes => nobleRipemd160(data);
/** SHA-256 twice: transaction ids, block hashes, legacy and segwit v0 digests. */
export const hash256 = (data: Bytes): Bytes => nobleSha256(nobleSha256(data));
/** RIPEMD-160 of SHA-256: public key and script hashes. */
export const hash160 = (data: Bytes): Bytes => nobleRipemd160(nobleSha256(data));
export const hmacSha256 = (key: Bytes, data: Bytes): Bytes => hmac(nobleSha256, key, data);
export const hmacSha512 = (key: Bytes, data: Bytes): Bytes => hmac(nobleSha512, key, data);

/** A SHA-256 in progress. `clone` continues from the same midstate as often as wanted. */
export type Sha256 = {
  update(data: Bytes): Sha256;
  clone(): Sha256;
  /** The digest; the state cannot be used afterwards. */
  digest(): Bytes;
};

export function createSha256(): Sha256 {
  return wrap(nobleSha256.create());
}

function wrap(state: ReturnType<typeof nobleSha256.create>): Sha256 {
  const self: Sha256 = {
    update(data) {
      state.update(data);
      return self;
    },
    clone: () => wrap(state.clone()),
    digest: () => state.digest(),
  };
  return self;
}

/** A SHA-256 that has read BIP340's prefix of a tag, SHA256(tag) twice. Made once, it can be cloned for each hash. */
export function createTaggedSha256(tag: string): Sha256 {
  const tagHash = sha256(encodeUtf8(tag));
  return createSha256().update(tagHash).update(tagHash);
}

/** BIP340: hash_tag(x) = SHA256(SHA256(tag) || SHA256(tag) || x). The midstate behind the tag is made once. */
export function taggedHash(tag: string): (...parts: readonly Bytes[]) => Bytes {
  const tagHash = sha256(encodeUtf8(tag));
  const midstate = nobleSha256.create().update(concatBytes(tagHash, tagHash));
  return (...parts) => {
    const state = midstate.clone();
    for (const part of parts) state.update(part);
    return state.digest();
  };
}

/** RFC 7914, 32 bytes. `n`, `r` and `p` are the cost: 128 * n * r bytes of memory. */
export function scrypt(
  password: Bytes,
  salt: Bytes,
  { n, r, p }: { readonly n: number; readonly r: number; readonly p: number },
): Bytes {
  return nobleScrypt(password, salt, { N: n, r, p, dkLen: 32, maxmem: 128 * r * (n + p) + 1024 });
}
