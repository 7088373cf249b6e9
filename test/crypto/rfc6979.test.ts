import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmacSha256 } from '../../src/crypto/hash.ts';
import { createNonceSource } from '../../src/crypto/rfc6979.ts';
import { compressBlock, INITIAL_STATE } from '../../src/crypto/sha256-block.ts';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { buildKernel } from '../support/build/kernel-build.ts';
import { bytes32 } from '../support/curves.ts';
import { createRandom } from '../support/generate/random.ts';

/** Follows the section's steps literally, with another SHA-256. */
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

type Lanes = {
  readonly memory: { readonly buffer: ArrayBuffer };
  memoryStart(): number;
  setLane(lane: number, privateKey: number, digest: number, counter: number): void;
  drawNonces(attempt: number): void;
  readLane(out: number, lane: number): void;
};

test('the kernel draws four nonces at a time like the plain steps, candidate by candidate', async () => {
  const lanes = await buildKernel<Lanes>(['nonce.ts', 'memory.ts']);
  const start = lanes.memoryStart();
  const bytes = new Uint8Array(lanes.memory.buffer);
  const random = createRandom(6979);
  for (const counter of [0, 1, 2, 0x01020304]) {
    const plain = [0, 1, 2, 3].map((lane) => {
      const [key, digest] = [random.bytes(32), random.bytes(32)];
      bytes.set(key, start);
      bytes.set(digest, start + 32);
      lanes.setLane(lane, start, start + 32, counter);
      const extra = new Uint8Array(counter === 0 ? 0 : 32);
      if (counter !== 0) new DataView(extra.buffer).setUint32(0, counter, true);
      return plainNonces(key, digest, extra);
    });
    for (let attempt = 0; attempt < 4; attempt++) {
      lanes.drawNonces(attempt);
      for (const [lane, nonces] of plain.entries()) {
        lanes.readLane(start, lane);
        expect(bytes.slice(start, start + 32)).toEqual(nonces.next().value);
      }
    }
  }
});

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
