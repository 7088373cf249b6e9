import * as tiny from 'tiny-secp256k1';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { N, number32 } from './curves.ts';
import { createRandom, type Random } from './generate/random.ts';

/**
 * Every how many operations are also compared with @noble/secp256k1, which takes a hundred times as
 * long.
 */
const ASK_NOBLE = 64;
/** Lengths around which the kernel switches algorithms. */
const LENGTHS = [1, 2, 3, 8, 9, 17, 39, 40, 41, 100, 255, 256, 257] as const;

/** Returns any number, or one at which digits, signs or carries change. */
function someScalar(random: Random): Bytes {
  const edge = (1n << BigInt(random.int(256))) + BigInt(random.int(5) - 2);
  const scalar = random.oneIn(4)
    ? number32(modN(random.oneIn(2) ? edge : -edge))
    : random.bytes(32);
  return tiny.isPrivate(scalar) ? scalar : number32(1n);
}
const numberOf = (bytes: Bytes): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const modN = (number: bigint): bigint => ((number % N) + N) % N;

/** Signs by libsecp256k1, grinding for a low R like Core. */
function tinyEcdsa(digest: Bytes, privateKey: Bytes): Bytes {
  const reduced = number32(modN(numberOf(digest)));
  const extra = new Uint8Array(32);
  let signature = tiny.sign(reduced, privateKey);
  for (let i = 1; (signature[0] ?? 0) >= 0x80; i++) {
    new DataView(extra.buffer).setUint32(0, i, true);
    signature = tiny.sign(reduced, privateKey, extra);
  }
  return signature;
}

type Item = { readonly digest: Bytes; readonly privateKey: Bytes; readonly auxiliary: Bytes };

/** Adds the item's public key, x-only, and its y. */
function named(item: Item) {
  const point = tiny.pointFromScalar(item.privateKey, false) ?? new Uint8Array(0);
  return { ...item, publicKey: point.slice(1, 33), keyY: point.slice(33) };
}

/** Compares the results of the kernel and of libsecp256k1. Each has a name, ours and theirs. */
function compareItem(item: Item, made: Made, random: Random): readonly Comparison[] {
  const { digest, privateKey, auxiliary } = item;
  const publicKey = tiny.pointFromScalar(privateKey, true) ?? new Uint8Array(0);
  const tweak = random.oneIn(8) ? tiny.privateNegate(privateKey) : someScalar(random);
  const spoiled = made.ecdsa.slice();
  spoiled[random.int(64)] = random.int(256);
  const judge = (signature: Bytes): boolean => {
    try {
      return tiny.verify(digest, publicKey, signature);
    } catch {
      // The number is not below n.
      return false;
    }
  };
  const recoverable = kernelSecp256k1.signRecoverableMany?.([{ digest, privateKey }])[0];
  const theirs = tiny.signRecoverable(number32(modN(numberOf(digest))), privateKey);
  const { signature: compact, recoveryId } = theirs;
  const noble: readonly Comparison[] = random.oneIn(ASK_NOBLE)
    ? [
        ['noble ecdsa', made.ecdsa, nobleSecp256k1.signEcdsa(digest, privateKey)],
        ['noble schnorr', made.schnorr, nobleSecp256k1.signSchnorr(digest, privateKey, auxiliary)],
      ]
    : [];
  return [
    ['public key', made.publicKey, publicKey],
    ['ecdsa', made.ecdsa, tinyEcdsa(digest, privateKey)],
    ['recoverable', recoverable?.signature, compact],
    ['recovery id', recoverable?.recovery === recoveryId, true],
    ['recovered', kernelSecp256k1.recoverPublicKey?.(compact, digest, recoveryId, true), publicKey],
    ['schnorr', made.schnorr, tiny.signSchnorr(digest, privateKey, auxiliary)],
    [
      'tweak',
      kernelSecp256k1.tweakPublicKey(publicKey, tweak),
      tiny.pointAddScalar(publicKey, tweak, true) ?? undefined,
    ],
    ['spoiled', kernelSecp256k1.verifyEcdsa(spoiled, digest, publicKey), judge(spoiled)],
    ...noble,
  ];
}

type Made = { readonly publicKey: Bytes; readonly ecdsa: Bytes; readonly schnorr: Bytes };
type Comparison = readonly [string, Bytes | boolean | undefined, Bytes | boolean | undefined];

const textOf = (value: Bytes | boolean | undefined): string =>
  typeof value === 'object' ? Buffer.from(value).toString('hex') : String(value);

/**
 * Compares at least `count` operations of the kernel with those of libsecp256k1 (tiny-secp256k1),
 * and some with those of @noble/secp256k1. Returns their number. Throws at the first difference,
 * with the values that repeat it.
 */
export function compareCurves(count: number, seed: number): number {
  const random = createRandom(seed);
  let done = 0;
  while (done < count) {
    const items = Array.from({ length: random.pick(LENGTHS) }, () => ({
      digest: random.oneIn(9) ? new Uint8Array(32).fill(random.int(2) * 255) : random.bytes(32),
      privateKey: someScalar(random),
      auxiliary: random.bytes(32),
    }));
    const ecdsa = kernelSecp256k1.signEcdsaMany(items);
    const schnorr = kernelSecp256k1.signSchnorrMany(
      items.map((item) => (random.oneIn(2) ? named(item) : item)),
    );
    const keys = kernelSecp256k1.publicKeyMany(
      items.map(({ privateKey }) => privateKey),
      true,
    );
    const none = new Uint8Array(64);
    items.forEach((item, i) => {
      const made = {
        publicKey: keys[i] ?? none,
        ecdsa: ecdsa[i]?.signature ?? none,
        schnorr: schnorr[i]?.signature ?? none,
      };
      for (const [what, ours, theirs] of compareItem(item, made, random)) {
        done++;
        if (textOf(ours) === textOf(theirs)) continue;
        throw new Error(
          `${what}: ${textOf(ours)}, not ${textOf(theirs)}, for ${textOf(item.digest)} ${textOf(item.privateKey)} ${textOf(item.auxiliary)}`,
        );
      }
    });
  }
  return done;
}
