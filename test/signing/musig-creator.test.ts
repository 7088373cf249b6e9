import { Transaction as Btc } from '@scure/btc-signer';
import * as theirs from '@scure/btc-signer/musig2.js';
import * as tiny from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { ComputationFault } from '../../src/crypto/own-signatures.ts';
import type { Bytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { p2trScript } from '../../src/script/builders.ts';
import { tapLeafHash } from '../../src/script/taproot.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { Sighash } from '../../src/sighash/sighash-type.ts';
import type { MusigRequest } from '../../src/signing/creator.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import type { MusigNonces } from '../../src/signing/musig-creator.ts';
import {
  createMusigCreator,
  type MusigSource,
  wrongPartials,
} from '../../src/signing/musig-creator.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { curve, keyOf, publicKeyOf, spendOf } from '../support/signing.ts';

const participants = [3, 1, 2].map((number) => publicKeyOf(number));
const [first, second, third] = participants as [Bytes, Bytes, Bytes];
const secretOf = (publicKey: Bytes): Bytes =>
  [1, 2, 3]
    .map((number) => keyOf(number))
    .find((key) => key.publicKey(curve)[5] === publicKey[5])
    ?.reveal() ?? expect.unreachable();
const tweak = new Uint8Array(32).fill(5);
const named = (contributions: readonly Bytes[], owners: readonly Bytes[] = participants) =>
  new Map(contributions.map((each, i) => [encodeHex(owners[i] ?? each), each]));

/** A store whose contents are visible. */
function openStore() {
  const kept = new Map<string, Bytes>();
  const nonces: MusigNonces = {
    keep: (session, secret) => void kept.set(session, secret),
    has: (session) => kept.has(session),
    take: (session) => {
      const secret = kept.get(session);
      kept.delete(session);
      return secret;
    },
  };
  return { kept, nonces };
}

/** Returns other bytes for each call. */
function counting(): { readonly asked: Bytes[]; readonly random: (length: number) => Bytes } {
  const asked: Bytes[] = [];
  const random = (length: number) => {
    asked.push(new Uint8Array(length).fill(asked.length + 1));
    return asked[asked.length - 1] ?? expect.unreachable();
  };
  return { asked, random };
}

type Case = { readonly type?: number; readonly leaf?: Bytes; readonly isTweaked?: boolean };

/** A spend by three cosigners, and the result of @scure/btc-signer. */
function world({ type = 0, leaf, isTweaked = false }: Case = {}) {
  const tweaks = isTweaked ? [tweak] : [];
  const isXOnly = tweaks.map(() => true);
  const key = theirs.keyAggregate(participants, tweaks, isXOnly).aggPublicKey.toBytes(true);
  const script = p2trScript(key.subarray(1));
  const { transaction, coins } = spendOf([script]);
  const request: MusigRequest = {
    participants,
    aggregate: theirs.keyAggregate(participants).aggPublicKey.toBytes(true),
    tweaks: tweaks.map((each) => ({ tweak: each, xOnly: true })),
    publicKey: key,
    leafHash: leaf && tapLeafHash(0xc0, leaf),
  };
  const raw = Btc.fromRaw(encodeTransaction(transaction), { allowUnknownOutputs: true });
  const digest = raw.preimageWitnessV1(0, [script], type, [100_000n], undefined, leaf);
  const cache = createSighashCache(transaction, [...coins.values()]);
  const creatorOf = (source: MusigSource, keys: readonly number[] = [3], sighashType = type) =>
    createMusigCreator({
      cache,
      secp256k1: curve,
      sighashType,
      index: 0,
      source,
      provider: createKeyProvider({ keys: keys.map((number) => keyOf(number)) }, curve),
    });
  const nonceOf = (owner: Bytes, random?: Bytes) =>
    theirs.nonceGen(
      owner,
      secretOf(owner),
      request.aggregate.subarray(1),
      digest,
      undefined,
      random,
    );
  const others = [second, third].map((owner) => nonceOf(owner));
  const sessionOf = (nonces: readonly Bytes[]) =>
    new theirs.Session(theirs.nonceAggregate([...nonces]), participants, digest, tweaks, isXOnly);
  /** Runs both rounds with cosigners of another program. */
  const sign = (creator: ReturnType<typeof creatorOf>) => {
    const own = creator.nonce(request, first) ?? expect.unreachable();
    const nonces = [own, ...others.map((each) => each.public)];
    const session = sessionOf(nonces);
    const partial = creator.partial(request, first, named(nonces)) ?? expect.unreachable();
    expect(session.partialSigVerify(partial, nonces, 0)).toBe(true);
    const signed = others.map(({ secret }, i) =>
      session.sign(secret, secretOf(participants[i + 1] ?? first)),
    );
    return { nonces, session, partials: [partial, ...signed] };
  };
  const { random } = counting();
  const ours = () => creatorOf({ random, nonces: openStore().nonces });
  return { request, digest, key, creatorOf, nonceOf, others, sign, ours, tweaks, isXOnly };
}

describe.each([
  ['a key path', {}],
  ['a key path with a sighash type', { type: Sighash.ALL }],
  ['a tweaked key', { isTweaked: true }],
  ['a leaf', { leaf: Uint8Array.of(0x51) }],
] as const)('%s, with cosigners by @scure/btc-signer', (_, options: Case) => {
  test('makes the signature that they make, which holds for libsecp256k1', () => {
    const { request, digest, key, sign, ours } = world(options);
    const creator = ours();
    const { nonces, partials, session } = sign(creator);
    const signature = session.partialSigAgg(partials);
    const made = creator.aggregate(request, named(nonces), named(partials));
    expect(made).toEqual(Uint8Array.from([...signature, ...(options.type ? [options.type] : [])]));
    expect(tiny.verifySchnorr(digest, key.subarray(1), signature)).toBe(true);
  });

  test('makes the nonce and the last signature that they make from the same random bytes', () => {
    const { request, digest, creatorOf, nonceOf, others, tweaks, isXOnly } = world(options);
    const { asked, random } = counting();
    const creator = creatorOf({ random, nonces: openStore().nonces, signsLast: true });
    const nonce = creator.nonce(request, first);
    const theirNonces = named(
      others.map((each) => each.public),
      [second, third],
    );
    const last = creator.last(request, first, theirNonces);
    const [forNonce, forLast] = asked as [Bytes, Bytes];
    expect(nonce).toEqual(nonceOf(first, forNonce).public);
    const aggregate = theirs.nonceAggregate(others.map((each) => each.public));
    for (const [answer, bytes] of [
      [last, forLast],
      [creatorOf({ signsLast: true }).last(request, first, theirNonces), undefined],
    ] as const) {
      const theirLast = [aggregate, participants, digest, tweaks, isXOnly, bytes] as const;
      const { publicNonce, partialSig } = theirs.deterministicSign(secretOf(first), ...theirLast);
      expect(answer).toEqual({ publicNonce, partialSignature: partialSig });
    }
  });
});

test('repeated requests have the same result', () => {
  const { request, creatorOf, others } = world();
  const { random } = counting();
  const creator = creatorOf({ random, nonces: openStore().nonces, signsLast: true });
  const own = creator.nonce(request, first) ?? expect.unreachable();
  expect(creator.nonce(request, first)).toBe(own);
  const all = named([own, ...others.map((each) => each.public)]);
  const partial = creator.partial(request, first, all);
  expect(partial).toHaveLength(32);
  expect(creator.partial(request, first, all)).toBe(partial);
  const last = creator.last(request, first, all);
  expect(last).toBeDefined();
  expect(creator.last(request, first, all)).toBe(last);
});

test('a nonce is overwritten after signing, and kept if its key is missing', () => {
  const { request, creatorOf, others } = world();
  const { kept, nonces } = openStore();
  const { random } = counting();
  const own = creatorOf({ random, nonces }).nonce(request, first) ?? expect.unreachable();
  const all = named([own, ...others.map((each) => each.public)]);
  const [secret] = kept.values();
  expect(creatorOf({ random, nonces }, [9]).partial(request, first, all)).toBeUndefined();
  expect([...kept.values()]).toEqual([secret]);
  expect(creatorOf({ random, nonces }).partial(request, first, all)).toHaveLength(32);
  expect(kept.size).toBe(0);
  expect(secret).toEqual(new Uint8Array(97));
});

test('the keys that seal nonces are overwritten, also if the store fails', () => {
  const { request, creatorOf, others } = world();
  const sealing: Bytes[] = [];
  const { kept, nonces } = openStore();
  const store: MusigNonces = {
    ...nonces,
    keep: (session, secret, key = new Uint8Array()) => {
      expect(key.some((byte) => byte !== 0)).toBe(true);
      sealing.push(key);
      nonces.keep(session, secret);
    },
    take: (_, key = new Uint8Array()) => {
      expect(key).not.toEqual(new Uint8Array(32));
      sealing.push(key);
      throw new Error('disk');
    },
  };
  const { random } = counting();
  const creator = creatorOf({ random, nonces: store });
  const own = creator.nonce(request, first) ?? expect.unreachable();
  const all = named([own, ...others.map((each) => each.public)]);
  expect(kept.size).toBe(1);
  expect(() => creator.partial(request, first, all)).toThrow('disk');
  expect(sealing).toEqual([new Uint8Array(32), new Uint8Array(32)]);
});

test('a store that lost a nonce gives no signature, and one that changed it ends in a fault', () => {
  const { request, creatorOf, others } = world();
  const { kept, nonces } = openStore();
  const { random } = counting();
  const signWith = (store: MusigNonces) => {
    const own = creatorOf({ random, nonces }).nonce(request, first) ?? expect.unreachable();
    const all = named([own, ...others.map((each) => each.public)]);
    return creatorOf({ random, nonces: store }).partial(request, first, all);
  };
  expect(signWith({ ...nonces, take: () => undefined })).toBeUndefined();
  const [other] = [...kept.values()].map((secret) => secret.slice());
  expect(() => signWith({ ...nonces, take: () => other })).toThrow(ComputationFault);
});

test('makes no signature with a stranger’s contribution, wrong participants or no digest', () => {
  const { request, creatorOf, sign, ours, others } = world();
  const creator = ours();
  const { nonces, partials } = sign(creator);
  const stranger = publicKeyOf(8);
  const [more, moreNonces] = [named(partials), named(nonces)];
  more.set(encodeHex(stranger), partials[0] ?? stranger);
  moreNonces.set(encodeHex(stranger), nonces[0] ?? stranger);
  expect(creator.aggregate(request, named(nonces), more)).toBeUndefined();
  expect(creator.aggregate(request, moreNonces, named(partials))).toBeUndefined();
  const elsewhere = { ...request, aggregate: stranger };
  const { random } = counting();
  const source = { random, nonces: openStore().nonces, signsLast: true };
  const theirNonces = named(
    others.map((each) => each.public),
    [second, third],
  );
  const own = creatorOf(source).nonce(request, first) ?? expect.unreachable();
  const all = new Map([...theirNonces, [encodeHex(first), own]]);
  expect(creator.aggregate(elsewhere, named(nonces), named(partials))).toBeUndefined();
  const single = creatorOf(source, [3], Sighash.SINGLE | 0x40);
  for (const [asked, by] of [
    [elsewhere, creatorOf(source)],
    [request, single],
  ] as const) {
    expect(by.nonce(asked, first)).toBeUndefined();
    expect(by.partial(asked, first, all)).toBeUndefined();
    expect(by.last(asked, first, theirNonces)).toBeUndefined();
  }
  const noPoints = new Map([...theirNonces.keys()].map((id) => [id, new Uint8Array(66)]));
  expect(creatorOf(source).last(request, first, noPoints)).toBeUndefined();
  expect(creatorOf(source).partial(request, first, all)).toHaveLength(32);
});

test('the last signer signs with one cosigner or more, and only with the key', () => {
  const { request, creatorOf, others } = world();
  const theirNonces = named(
    others.map((each) => each.public),
    [second, third],
  );
  expect(creatorOf({ signsLast: true }, [9]).last(request, first, theirNonces)).toBeUndefined();
  const lastOf = (some: Bytes[], nonces: ReadonlyMap<string, Bytes>) => {
    const aggregate = theirs.keyAggregate(some).aggPublicKey.toBytes(true);
    const asked = { ...request, participants: some, aggregate, publicKey: aggregate };
    return creatorOf({ signsLast: true }).last(asked, first, nonces);
  };
  expect(lastOf([first], new Map())).toBeUndefined();
  expect(lastOf([first, second], theirNonces)?.partialSignature).toHaveLength(32);
});

test('names the participants whose partial signature is wrong, if all nonces are there', () => {
  const { request, digest, sign, ours } = world();
  const { nonces, partials } = sign(ours());
  const [one, two, three] = partials as [Bytes, Bytes, Bytes];
  const judge = (list: readonly Bytes[], given = nonces) =>
    wrongPartials(request, named(given), named(list), digest, curve);
  expect(judge(partials)).toEqual([]);
  expect(judge([one, three, two])).toEqual([second, third].map(encodeHex));
  expect(judge([three])).toEqual([encodeHex(first)]);
  expect(judge([three, two], nonces.slice(0, 2))).toEqual([]);
});
