import { scrypt } from 'node:crypto';
import type { DeriveKey } from '../crypto/passphrase.ts';

/** Derives keys on one of Node's threads, one at a time: each takes up to 256 MB. */
export function createDeriveKey(): DeriveKey {
  let last: Promise<unknown> = Promise.resolve();
  return (passphrase, salt, cost) => {
    const result = last.then(() => derive(passphrase, salt, cost));
    // Whatever became of it, the next one may begin.
    last = result.catch(() => undefined);
    return result;
  };
}

const derive: DeriveKey = (passphrase, salt, { n, r, p }) =>
  new Promise((resolve, reject) => {
    const options = { N: n, r, p, maxmem: 128 * r * (n + p + 8) };
    scrypt(passphrase, salt, 32, options, (error, key) => {
      if (error) reject(error);
      else resolve(new Uint8Array(key.buffer, key.byteOffset, key.length));
    });
  });
