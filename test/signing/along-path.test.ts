import { describe, expect, test } from 'vitest';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import type { SignatureCreator } from '../../src/signing/creator.ts';
import { creatorAlong } from '../../src/signing/plan.ts';
import { curve, publicKeyOf, xOnlyOf } from '../support/signing.ts';

/** A creator that records requests, and has all signatures. */
function asked() {
  const calls: unknown[][] = [];
  const answering =
    (name: string) =>
    (...args: unknown[]): Bytes => {
      calls.push([name, ...args]);
      return new Uint8Array(1);
    };
  const last = (...args: unknown[]) => {
    calls.push(['last', ...args]);
    return { publicNonce: new Uint8Array(2), partialSignature: new Uint8Array(3) };
  };
  const creator: SignatureCreator = {
    ecdsa: answering('ecdsa'),
    schnorr: answering('schnorr'),
    checkLockTime: () => true,
    checkSequence: () => true,
    musig: {
      secp256k1: curve,
      completes: false,
      deriveChild: () => undefined,
      aggregate: answering('aggregate'),
      partial: answering('partial'),
      nonce: answering('nonce'),
      last,
    },
  };
  return { calls, creator };
}

const [leaf, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const keys = new Set([encodeHex(xOnlyOf(1))]);
const ecdsaOf = (number: number) => ({
  publicKey: publicKeyOf(number),
  keyHash: new Uint8Array(20),
  id: '',
  keyOrigin: undefined,
  scriptCode: new Uint8Array(0),
  sigVersion: 'base' as const,
});
const schnorrOf = (number: number, leafHash?: Bytes) => ({
  xOnly: xOnlyOf(number),
  ...(leafHash && { leafHash }),
});
const musigOf = (leafHash?: Bytes) => ({
  participants: [publicKeyOf(1), publicKeyOf(2)],
  aggregate: publicKeyOf(3),
  tweaks: [],
  publicKey: publicKeyOf(3),
  leafHash,
});

test('requests ECDSA signatures only of the path’s keys', () => {
  const { calls, creator } = asked();
  const along = creatorAlong({ keys }, creator);
  const long = { ...ecdsaOf(1), publicKey: publicKeyOf(1, false) };
  expect(along.ecdsa(ecdsaOf(1))).toBeDefined();
  expect(along.ecdsa(ecdsaOf(2))).toBeUndefined();
  expect(along.ecdsa(long)).toBeDefined();
  expect(calls).toEqual([
    ['ecdsa', ecdsaOf(1)],
    ['ecdsa', long],
  ]);
});

describe.each([
  ['a leaf', leaf, leaf.slice(), [undefined, other]],
  ['the key path', undefined, undefined, [leaf]],
])('along %s', (_name, leafHash, right, wrong) => {
  const path = { keys, leafHash };

  test('requests Schnorr signatures only on the path, in a leaf only of its keys', () => {
    const { calls, creator } = asked();
    const along = creatorAlong(path, creator);
    for (const elsewhere of wrong) expect(along.schnorr(schnorrOf(1, elsewhere))).toBeUndefined();
    expect(along.schnorr(schnorrOf(1, right))).toBeDefined();
    // The output key differs from the internal key of the path.
    expect(along.schnorr(schnorrOf(2, right)) !== undefined).toBe(leafHash === undefined);
    expect(calls[0]).toEqual(['schnorr', schnorrOf(1, right)]);
  });

  test('runs every round of MuSig2 only on the path, with all arguments', () => {
    const { calls, creator } = asked();
    const { musig } = creatorAlong(path, creator);
    const [nonces, partials] = [new Map([['a', leaf]]), new Map([['b', other]])];
    for (const elsewhere of wrong) {
      const request = musigOf(elsewhere);
      expect(musig?.aggregate(request, nonces, partials)).toBeUndefined();
      expect(musig?.partial(request, leaf, nonces)).toBeUndefined();
      expect(musig?.nonce(request, leaf)).toBeUndefined();
      expect(musig?.last(request, leaf, nonces)).toBeUndefined();
    }
    expect(calls).toEqual([]);
    expect(musig?.secp256k1).toBe(curve);
    const request = musigOf(right);
    expect(musig?.aggregate(request, nonces, partials)).toHaveLength(1);
    expect(musig?.partial(request, leaf, nonces)).toHaveLength(1);
    expect(musig?.nonce(request, leaf)).toHaveLength(1);
    expect(musig?.last(request, leaf, nonces)?.partialSignature).toHaveLength(3);
    expect(calls).toEqual([
      ['aggregate', request, nonces, partials],
      ['partial', request, leaf, nonces],
      ['nonce', request, leaf],
      ['last', request, leaf, nonces],
    ]);
  });
});

test('locks up to those of the path are met, if the transaction meets them', () => {
  const { creator } = asked();
  const along = creatorAlong({ keys, after: 500, older: 10 }, creator);
  expect([499, 500, 501].map((lock) => along.checkLockTime(lock))).toEqual([true, true, false]);
  expect([9, 10, 11].map((lock) => along.checkSequence(lock))).toEqual([true, true, false]);
  const none = creatorAlong({ keys }, creator);
  expect([none.checkLockTime(0), none.checkSequence(0)]).toEqual([false, false]);
  const unmet = { ...creator, checkLockTime: () => false, checkSequence: () => false };
  const late = creatorAlong({ keys, after: 500, older: 10 }, unmet);
  expect([late.checkLockTime(1), late.checkSequence(1)]).toEqual([false, false]);
});

test('a creator without MuSig2 has none along a path', () => {
  const { creator } = asked();
  const { musig: _, ...plain } = creator;
  expect(creatorAlong({ keys }, plain).musig).toBeUndefined();
});
