import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import * as curve from 'tiny-secp256k1';
import type { Random } from './random.ts';

/** A key pair made with other packages, so that comparisons are independent. */
export type Key = {
  readonly wif: string;
  readonly publicKey: Uint8Array;
};

const base58check = createBase58check(sha256);

export function randomKey(random: Random, compressed = true): Key {
  const privateKey = random.bytes(32);
  const publicKey = curve.pointFromScalar(privateKey, compressed);
  if (publicKey === null) return randomKey(random, compressed);
  const wif = base58check.encode(
    Uint8Array.from([0xef, ...privateKey, ...(compressed ? [0x01] : [])]),
  );
  return { wif, publicKey };
}
