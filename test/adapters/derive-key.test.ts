import { expect, test } from 'vitest';
import { createDeriveKey } from '../../src/adapters/runtime/open.ts';
import { keyFromPassphrase } from '../../src/crypto/passphrase.ts';
import { createRandom } from '../support/generate/random.ts';

test('derives the same key on a thread of Node as in the engine', async () => {
  const derive = createDeriveKey();
  const random = createRandom(1);
  for (const n of [2, 4, 16, 2 ** 10]) {
    for (const r of [1, 8]) {
      for (const p of [1, 3]) {
        const salt = random.bytes(16);
        const key = await derive('grüße \u0000', salt, { n, r, p });
        expect(key).toEqual(keyFromPassphrase('grüße \u0000', salt, { n, r, p }));
      }
    }
  }
});

test('passphrases are tried one at a time, in order', async () => {
  const derive = createDeriveKey();
  const salt = new Uint8Array(16);
  const ended: string[] = [];
  const long = derive('long', salt, { n: 2 ** 14, r: 8, p: 1 }).then(() => ended.push('long'));
  const short = derive('short', salt, { n: 2, r: 1, p: 1 }).then(() => ended.push('short'));
  await Promise.all([long, short]);
  expect(ended).toEqual(['long', 'short']);
});

test('reports a failed derivation and goes on with the next one', async () => {
  const derive = createDeriveKey();
  const salt = new Uint8Array(16);
  await expect(derive('p', salt, { n: 3, r: 1, p: 1 })).rejects.toThrow();
  expect(await derive('p', salt, { n: 2, r: 1, p: 1 })).toHaveLength(32);
});
