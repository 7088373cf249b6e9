import * as btc from '@scure/btc-signer';
import * as tiny from 'tiny-secp256k1';
import { describe, expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { type Bytes, compareBytes, emptyBytes, equalBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import {
  lowRPlaceholders,
  type MusigCreator,
  type MusigRequest,
} from '../../src/signing/creator.ts';
import { emptyProvider } from '../../src/signing/miniscript-provider.ts';
import type { KeyOrigin } from '../../src/signing/provider.ts';
import { type SpendPath, signMusig } from '../../src/signing/sign-musig.ts';
import {
  emptySignatureData,
  musigKey,
  type SignatureData,
} from '../../src/signing/signature-data.ts';
import { createSignatureDataBuilder } from '../../src/signing/signature-data-builder.ts';
import { curve, publicKeyOf, xOnlyOf } from '../support/signing.ts';

const participants = [1, 2, 3].map((number) => publicKeyOf(number));
const [one, two, three] = participants.map(encodeHex) as [string, string, string];
const aggregate = publicKeyOf(8);
const leafHash = new Uint8Array(32).fill(4);
const fingerprint = hash160(aggregate).subarray(0, 4);
const value = (number: number): Bytes => Uint8Array.of(number);

/** A creator with the test's results, and a list of its requests. */
function scripted(answers: {
  readonly signature?: (
    nonces: number,
    partials: number,
    request: MusigRequest,
  ) => Bytes | undefined;
  readonly partials?: Readonly<Record<string, Bytes>>;
  readonly nonces?: Readonly<Record<string, Bytes>>;
  readonly last?: { readonly publicNonce: Bytes; readonly partialSignature: Bytes };
  readonly child?: ReturnType<MusigCreator['deriveChild']>;
}) {
  const asked: string[] = [];
  const requests: MusigRequest[] = [];
  const musig: MusigCreator = {
    secp256k1: curve,
    completes: false,
    deriveChild: (key, path) => {
      asked.push(`child ${equalBytes(key, aggregate)} ${path}`);
      return answers.child;
    },
    aggregate: (request, nonces, partials) => {
      requests.push(request);
      asked.push(`aggregate ${nonces.size} ${partials.size}`);
      return answers.signature?.(nonces.size, partials.size, request);
    },
    partial: (_, participant, nonces) => {
      asked.push(`partial ${encodeHex(participant).slice(-4)} ${nonces.size}`);
      return answers.partials?.[encodeHex(participant)];
    },
    nonce: (_, participant) => {
      asked.push(`nonce ${encodeHex(participant).slice(-4)}`);
      return answers.nonces?.[encodeHex(participant)];
    },
    last: (_, participant, nonces) => {
      asked.push(`last ${encodeHex(participant).slice(-4)} ${nonces.size}`);
      return answers.last;
    },
  };
  return { asked, requests, musig };
}

function run(
  { musig }: { readonly musig?: MusigCreator },
  known: Partial<SignatureData>,
  { xOnly = aggregate.subarray(1), ...path }: SpendPath & { readonly xOnly?: Bytes } = {},
  origins: (hash: Bytes) => KeyOrigin | undefined = () => undefined,
) {
  const data = createSignatureDataBuilder({
    ...emptySignatureData,
    musigParticipants: new Map([[encodeHex(aggregate), participants]]),
    ...known,
  });
  const provider = { ...emptyProvider, getKeyOrigin: origins };
  const creator = { ...lowRPlaceholders, ...(musig && { musig }) };
  return { signature: signMusig({ data, provider, creator }, xOnly, path), data };
}

const key = musigKey(aggregate, undefined);
const have = (...ids: string[]) =>
  new Map([[key, new Map(ids.map((id, i) => [id, value(100 + i)]))]]);
const short = (...ids: string[]) => ids.map((id) => id.slice(-4));
const [a, b, c] = short(one, two, three);

describe('a key of several cosigners', () => {
  test('has its signature at once if all parts are present', () => {
    const creator = scripted({ signature: () => value(9) });
    const { signature, data } = run(creator, { musigPubNonces: have(one) });
    expect(signature).toEqual(value(9));
    expect(creator.asked).toEqual(['aggregate 1 0']);
    expect(data.musigPubNonces).toEqual(have(one));
  });

  test('gets a nonce of each participant that has none yet, in the first round', () => {
    const nonces = { [one]: value(1), [three]: value(3) };
    const creator = scripted({ nonces });
    const { signature, data } = run(creator, { musigPubNonces: have(one) });
    expect(signature).toBeUndefined();
    expect(creator.asked).toEqual([
      'aggregate 1 0',
      ...[`partial ${a} 1`, `partial ${b} 1`, `partial ${c} 1`],
      ...[`nonce ${b}`, `nonce ${c}`],
    ]);
    expect([...(data.musigPubNonces.get(key) ?? [])]).toEqual([
      [one, value(100)],
      [three, value(3)],
    ]);
    expect(data.musigPartialSignatures.size).toBe(0);
  });

  test('gets partial signatures in the second round, no nonces, and keeps those it has', () => {
    const creator = scripted({ partials: { [one]: value(1), [two]: value(2) } });
    const { signature, data } = run(creator, {
      musigPubNonces: have(one, two, three),
      musigPartialSignatures: have(one),
    });
    expect(signature).toBeUndefined();
    expect(creator.asked).toEqual([
      'aggregate 3 1',
      ...[`partial ${a} 3`, `partial ${b} 3`, `partial ${c} 3`],
    ]);
    expect([...(data.musigPartialSignatures.get(key) ?? [])]).toEqual([
      [one, value(100)],
      [two, value(2)],
    ]);
  });

  test('is signed in one visit by the last participant, if its nonce alone is missing', () => {
    const last = { publicNonce: value(7), partialSignature: value(8) };
    const creator = scripted({
      last,
      signature: (nonces, partials) => (nonces === 3 && partials === 3 ? value(9) : undefined),
    });
    const { signature, data } = run(creator, {
      musigPubNonces: have(one, three),
      musigPartialSignatures: have(one, three),
    });
    expect(signature).toEqual(value(9));
    expect(creator.asked.slice(0, 2)).toEqual(['aggregate 2 2', `last ${b} 2`]);
    expect(creator.asked.at(-1)).toBe('aggregate 3 3');
    expect(creator.asked.some((line) => line.startsWith('nonce'))).toBe(false);
    expect(data.musigPubNonces.get(key)?.get(two)).toEqual(last.publicNonce);
    expect(data.musigPartialSignatures.get(key)?.get(two)).toEqual(last.partialSignature);
  });

  test.each([
    ['two nonces are missing', have(one), false],
    ['no nonce is missing', have(one, two, three), false],
    ['the last participant is not ours', have(one, two), true],
  ])('is not signed in one visit if %s', (_, musigPubNonces, isAsked) => {
    const creator = scripted({});
    const { data } = run(creator, { musigPubNonces });
    expect(creator.asked.some((line) => line.startsWith('last'))).toBe(isAsked);
    expect(data.musigPubNonces).toEqual(musigPubNonces);
    expect(creator.asked.filter((line) => line.startsWith('aggregate'))).toHaveLength(1);
  });

  test('goes through a leaf under the name of the leaf', () => {
    // The first participant has a nonce for the key path, which is not for the leaf.
    const creator = scripted({ nonces: { [one]: value(1), [two]: value(2) } });
    const { data } = run(creator, { musigPubNonces: have(one) }, { leafHash });
    expect([...data.musigPubNonces]).toEqual([
      ...have(one),
      [
        `${encodeHex(aggregate)}:${encodeHex(leafHash)}`,
        new Map([
          [one, value(1)],
          [two, value(2)],
        ]),
      ],
    ]);
    expect(creator.requests[0]).toEqual({
      participants,
      aggregate,
      leafHash,
      publicKey: aggregate,
      tweaks: [],
    });
  });

  test('is not signed by others, without participants, or if the creator has no MuSig2', () => {
    const creator = scripted({ signature: () => value(9) });
    const other = { xOnly: xOnlyOf(9) };
    expect(run(creator, {}, other).signature).toBeUndefined();
    const groups = (id: string, keys: readonly Bytes[]) => ({
      musigParticipants: new Map([[id, keys]]),
    });
    expect(run(creator, groups(encodeHex(aggregate), [])).signature).toBeUndefined();
    expect(run(creator, groups('not hexadecimal', participants)).signature).toBeUndefined();
    // An x coordinate that is not on the curve cannot be tweaked.
    const none = Uint8Array.of(2, ...new Uint8Array(32).fill(0xff));
    const path = { xOnly: none.subarray(1), taprootTweak: emptyBytes };
    expect(run(creator, groups(encodeHex(none), participants), path).signature).toBeUndefined();
    expect(creator.asked).toEqual([]);
    expect(run({}, {}).signature).toBeUndefined();
    expect(run(creator, groups(encodeHex(aggregate), [publicKeyOf(1)])).signature).toEqual(
      value(9),
    );
  });

  test('is requested by aggregate keys in order, and the last signature counts', () => {
    // Core iterates over a std::map, and both keys have this x coordinate.
    const ids = [2, 3].map((parity) => Uint8Array.of(parity, ...aggregate.subarray(1)));
    const groups = [...ids, publicKeyOf(9)].sort((x, y) => compareBytes(y, x));
    const musigParticipants = new Map(groups.map((id) => [encodeHex(id), participants]));
    const creator = scripted({ signature: (_n, _p, request) => request.aggregate.subarray(0, 1) });
    expect(run(creator, { musigParticipants }).signature).toEqual(value(3));
    expect(creator.requests.map((request) => request.aggregate[0])).toEqual([2, 3]);
    const first = scripted({
      signature: (_n, _p, request) => (request.aggregate[0] === 2 ? value(2) : undefined),
    });
    expect(run(first, { musigParticipants }).signature).toEqual(value(2));
  });
});

describe('the key that a group signs with', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('is the tweaked output key: key %i', (number) => {
    const group = publicKeyOf(number);
    const musigParticipants = new Map([[encodeHex(group), participants]]);
    const taprootTweak = emptyBytes;
    const creator = scripted({});
    run(creator, { musigParticipants }, { xOnly: group.subarray(1), taprootTweak });
    const [request] = creator.requests;
    const { tweakedPubkey } = btc.p2tr(group.subarray(1));
    expect(request?.publicKey.subarray(1)).toEqual(tweakedPubkey);
    const [parity] = request?.publicKey ?? [];
    const tweak = request?.tweaks[0]?.tweak ?? expect.unreachable();
    const even = Uint8Array.of(2, ...group.subarray(1));
    expect(Buffer.from(tiny.pointAddScalar(even, tweak) ?? [])[0]).toBe(parity);
    expect(request?.tweaks).toEqual([{ tweak, xOnly: true }]);
  });

  const child = { publicKey: publicKeyOf(9), tweaks: [{ tweak: xOnlyOf(5), xOnly: false }] };
  const derived = (origin: KeyOrigin) => ({
    taprootPublicKeys: new Map([
      [encodeHex(xOnlyOf(9)), { xOnly: xOnlyOf(9), leafHashes: new Set<string>(), origin }],
    ]),
  });
  const path = { xOnly: xOnlyOf(9) };

  test('may derive from the aggregate key, as its origin says', () => {
    const creator = scripted({ child });
    run(creator, derived({ fingerprint, path: [1, 2] }), path);
    expect(creator.asked[0]).toBe('child true 1,2');
    expect(creator.requests).toEqual([{ participants, aggregate, leafHash: undefined, ...child }]);
  });

  test('may derive from it and be tweaked', () => {
    const creator = scripted({ child });
    run(creator, derived({ fingerprint, path: [1] }), { ...path, taprootTweak: leafHash });
    const [request] = creator.requests;
    expect(request?.tweaks).toHaveLength(2);
    expect(request?.tweaks[0]).toEqual(child.tweaks[0]);
    expect(request?.tweaks[1]?.xOnly).toBe(true);
    expect(request?.publicKey).not.toEqual(child.publicKey);
  });

  test.each([
    ['another fingerprint', { fingerprint: value(0), path: [1] }, child],
    ['no path', { fingerprint, path: [] }, { ...child, publicKey: aggregate }],
    ['a path to another key', { fingerprint, path: [1] }, { ...child, publicKey: publicKeyOf(7) }],
    ['a path that cannot be derived', { fingerprint, path: [1] }, undefined],
  ])('does not derive from it by an origin with %s', (_, origin, found) => {
    const creator = scripted({ child: found, signature: () => value(9) });
    expect(run(creator, derived(origin), path).signature).toBeUndefined();
    expect(creator.requests).toEqual([]);
  });
});

test('records the origin of each participant with the leaf, even without signing', () => {
  const origin = { fingerprint: value(1), path: [2] };
  const isTwo = (hash: Bytes) => equalBytes(hash, hash160(publicKeyOf(2)));
  const { data } = run({}, {}, { leafHash }, (hash) => (isTwo(hash) ? origin : undefined));
  expect([...data.taprootPublicKeys.values()]).toEqual([
    { xOnly: xOnlyOf(2), leafHashes: new Set([encodeHex(leafHash)]), origin },
  ]);
});
