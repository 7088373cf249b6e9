import { hmacSha512 } from '../crypto/hash.ts';
import { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { encodeWif } from '../crypto/wif.ts';
import { derivePrivatePath } from '../descriptor/derive.ts';
import {
  type ExtendedPrivateKey,
  encodeExtendedPrivateKey,
  HARDENED,
  requireMaster,
} from '../descriptor/extended-key.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { entropyBytes, type WordList, wordLists, wordsOfEntropy } from './bip39.ts';
import { phraseLengths } from './split-words.ts';

const PURPOSE = 83696968;
const KEY = encodeUtf8('bip-entropy-from-k');

/**
 * Derives 64 bytes (BIP85): "The resulting private key (k) is then processed with HMAC-SHA512,
 * where the key is "bip-entropy-from-k", and the message payload is the private key k". `steps`
 * follow m/83696968h, all hardened. Returns `undefined` for invalid steps.
 */
export function childEntropy(
  root: ExtendedPrivateKey,
  steps: readonly number[],
  curve: Secp256k1,
): Bytes | undefined {
  const isStep = (step: number) => Number.isInteger(step) && step >= 0 && step < HARDENED;
  if (!steps.every(isStep)) return undefined;
  const path = [PURPOSE, ...steps].map((step) => step + HARDENED);
  const key = derivePrivatePath(root, path, curve);
  if (key === undefined) return undefined;
  const entropy = hmacSha512(KEY, key.privateKey.reveal());
  key.privateKey.wipe();
  return entropy;
}

/** The kind of a derived secret; `index` selects one of that kind. */
export type ChildKind =
  | {
      readonly kind: 'words';
      /** Number of words: 12, 15, 18, 21 or 24. */
      readonly words: number;
      /** The word list. */
      readonly list: WordList;
    }
  | { readonly kind: 'wif' }
  | { readonly kind: 'xprv' }
  | {
      readonly kind: 'hex';
      /** Number of bytes: 16 to 64. */
      readonly bytes: number;
    };

/**
 * Derives a secret as text from the root key, which it does not reveal. Returns `undefined` for
 * numbers that BIP85 does not define.
 */
export function deriveChild(
  root: ExtendedPrivateKey,
  kind: ChildKind,
  index: number,
  { network, secp256k1 }: { readonly network: Network; readonly secp256k1: Secp256k1 },
): string | undefined {
  requireMaster('deriveChild', root);
  const steps = stepsOf(kind);
  const entropy = steps && childEntropy(root, [...steps, index], secp256k1);
  if (entropy === undefined) return undefined;
  const text = childText(kind, entropy, network);
  entropy.fill(0);
  return text;
}

function stepsOf(child: ChildKind): readonly number[] | undefined {
  switch (child.kind) {
    case 'words':
      return phraseLengths.includes(child.words)
        ? [39, wordLists.findIndex(({ language }) => language === child.list.language), child.words]
        : undefined;
    case 'wif':
      return [2];
    case 'xprv':
      return [32];
    case 'hex':
      return child.bytes >= 16 && child.bytes <= 64 ? [128169, child.bytes] : undefined;
  }
}

function childText(child: ChildKind, entropy: Bytes, network: Network): string | undefined {
  switch (child.kind) {
    case 'words':
      return wordsOfEntropy(entropy.subarray(0, entropyBytes(child.words)), child.list)?.join(' ');
    case 'wif':
      return withKey(entropy.subarray(0, 32), (key) => encodeWif(key, network));
    case 'xprv':
      // In BIP85, "the first 32 bytes are the chain code, and the second 32 bytes are the private
      // key".
      return withKey(entropy.subarray(32), (privateKey) =>
        encodeExtendedPrivateKey(
          {
            depth: 0,
            parentFingerprint: new Uint8Array(4),
            childNumber: 0,
            chainCode: entropy.subarray(0, 32),
            privateKey,
          },
          network,
        ),
      );
    case 'hex':
      return encodeHex(entropy.subarray(0, child.bytes));
  }
}

function withKey(bytes: Bytes, print: (key: PrivateKey) => string): string | undefined {
  const key = PrivateKey.from(bytes, true);
  const text = key && print(key);
  key?.wipe();
  return text;
}
