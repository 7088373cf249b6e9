import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmacSha256 } from '../../src/crypto/hash.ts';
import { createNonceSource } from '../../src/crypto/rfc6979.ts';
import { compressBlock, INITIAL_STATE } from '../../src/crypto/sha256-block.ts';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { bytes32 } from '../support/curves.ts';

/** The section's steps in its own words, over another SHA-256. */
function* plainNonces(key: Uint8Array, digest: Uint8Array, extra: Uint8Array) {
  let v: Uint8Array = new Uint8Array(32).fill(1);
  let k: Uint8Array = new Uint8Array(32);
  for (const separator of [0, 1]) {
    k = hmacSha256(k, concatBytes(v, Uint8Array.of(separator), key, digest, extra));
    v = hmacSha256(k, v);
  }
  for (;;) {
    v = hmacSha256(k, v);
    yield v;
    k = hmacSha256(k, concatBytes(v, Uint8Array.of(0)));
    v = hmacSha256(k, v);
  }
}

test('nonces are those of the plain steps', () => {
  const extra = fc.oneof(fc.constant(new Uint8Array()), bytes32);
  fc.assert(
    fc.property(bytes32, bytes32, extra, (key, digest, data) => {
      const next = createNonceSource(key, digest, data);
      const plain = plainNonces(key, digest, data);
      for (let i = 0; i < 4; i++) expect(next()).toEqual(plain.next().value);
    }),
  );
});

test('the compression is that of SHA-256', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 55 }), (message) => {
      const block = new Uint8Array(64);
      block.set(message);
      block[message.length] = 0x80;
      block[62] = (8 * message.length) >> 8;
      block[63] = 8 * message.length;
      const state = INITIAL_STATE.slice();
      compressBlock(state, block, 0);
      const digest = new Uint8Array(32);
      const view = new DataView(digest.buffer);
      state.forEach((word, i) => {
        view.setInt32(4 * i, word);
      });
      expect(digest).toEqual(nobleSha256(message));
    }),
  );
});
