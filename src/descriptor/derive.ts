import { hmacSha512 } from '../crypto/hash.ts';
import { PrivateKey } from '../crypto/private-key.ts';
import type { ParentKey, Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, bigEndian, wipeableCopy } from '../encoding/bytes.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import {
  type ExtendedPrivateKey,
  type ExtendedPublicKey,
  fingerprint,
  isHardened,
} from './extended-key.ts';

const MAX_DEPTH = 255;

/** Splits I into the number that is added to the key, and the child's chain code. */
function split(chainCode: Bytes, data: Bytes, childNumber: number): readonly [Bytes, Bytes] {
  // The input contains the parent's private key if the child is hardened.
  const input = wipeableCopy(data, bigEndian(childNumber, 4));
  const digest = hmacSha512(chainCode, input);
  const halves = [wipeableCopy(digest).subarray(0, 32), digest.slice(32)] as const;
  for (const used of [input, digest]) used.fill(0);
  return halves;
}

const SEED_KEY = encodeUtf8('Bitcoin seed');

/**
 * BIP32: "Calculate I = HMAC-SHA512(Key = "Bitcoin seed", Data = S). Split I into two 32-byte
 * sequences, IL and IR. Use parse256(IL) as master secret key, and IR as master chain code. In case
 * parse256(IL) is 0 or parse256(IL) >= n, the master key is invalid."
 */
export function masterKeyFromSeed(seed: Bytes): ExtendedPrivateKey | undefined {
  const digest = hmacSha512(SEED_KEY, seed);
  const whole = wipeableCopy(digest);
  const privateKey = PrivateKey.from(whole.subarray(0, 32), true);
  const place = { depth: 0, parentFingerprint: new Uint8Array(4), childNumber: 0 };
  const root = privateKey && { ...place, chainCode: digest.slice(32), privateKey };
  for (const used of [digest, whole]) used.fill(0);
  return root;
}

/**
 * BIP32, CKDpriv: "Check whether i >= 2^31 (whether the child is a hardened key). If so (hardened
 * child): let I = HMAC-SHA512(Key = cpar, Data = 0x00 || ser256(kpar) || ser32(i))... If not
 * (normal child): let I = HMAC-SHA512(Key = cpar, Data = serP(point(kpar)) || ser32(i))."
 * `undefined` for the rare number without a key, and below depth 255.
 */
export function derivePrivate(
  parent: ExtendedPrivateKey,
  childNumber: number,
  curve: Secp256k1,
): ExtendedPrivateKey | undefined {
  if (parent.depth === MAX_DEPTH) return undefined;
  const { privateKey, chainCode } = parent;
  const publicKey = privateKey.publicKey(curve);
  const secret = isHardened(childNumber)
    ? wipeableCopy(Uint8Array.of(0), privateKey.reveal())
    : undefined;
  const [tweak, childChainCode] = split(chainCode, secret ?? publicKey, childNumber);
  const bytes = curve.tweakPrivateKey(privateKey.reveal(), tweak);
  const child = bytes && PrivateKey.from(bytes, true);
  for (const used of [secret, tweak, bytes]) used?.fill(0);
  const place = { depth: parent.depth + 1, parentFingerprint: fingerprint(publicKey), childNumber };
  return child && { ...place, chainCode: childChainCode, privateKey: child };
}

/** Derives along a path. Overwrites the keys on the way, but not `parent`. */
export function derivePrivatePath(
  parent: ExtendedPrivateKey,
  path: readonly number[],
  curve: Secp256k1,
): ExtendedPrivateKey | undefined {
  let key: ExtendedPrivateKey | undefined = parent;
  for (const childNumber of path) {
    const child: ExtendedPrivateKey | undefined = key && derivePrivate(key, childNumber, curve);
    if (key !== parent) key?.privateKey.wipe();
    key = child;
  }
  return key;
}

/** Derives many children of one parent (BIP32, CKDpub). None may be hardened. */
export function derivePublicMany(
  parent: ExtendedPublicKey,
  childNumbers: readonly number[],
  curve: Secp256k1,
): (ExtendedPublicKey | undefined)[] {
  if (childNumbers.length === 0) return [];
  if (parent.depth === MAX_DEPTH) return childNumbers.map(() => undefined);
  const children = curve.deriveChildren
    ? curve.deriveChildren(
        parent,
        childNumbers.map((childNumber) => bigEndian(childNumber, 4)),
      )
    : childrenOf(parent, childNumbers, curve);
  const place = { depth: parent.depth + 1, parentFingerprint: fingerprint(parent.publicKey) };
  return children.map(
    (child, i) => child && { ...place, ...child, childNumber: childNumbers[i] ?? 0 },
  );
}

function childrenOf(
  { publicKey, chainCode }: ParentKey,
  childNumbers: readonly number[],
  curve: Secp256k1,
): (ParentKey | undefined)[] {
  const parts = childNumbers.map((childNumber) => split(chainCode, publicKey, childNumber));
  const keys = curve.tweakPublicKeyMany(
    publicKey,
    parts.map(([tweak]) => tweak),
  );
  return parts.map(([, childChainCode], i) => {
    const key = keys[i];
    return key && { publicKey: key, chainCode: childChainCode };
  });
}

export function derivePublicPath(
  parent: ExtendedPublicKey,
  path: readonly number[],
  curve: Secp256k1,
): ExtendedPublicKey | undefined {
  let key: ExtendedPublicKey | undefined = parent;
  for (const childNumber of path) key = key && derivePublicMany(key, [childNumber], curve)[0];
  return key;
}
