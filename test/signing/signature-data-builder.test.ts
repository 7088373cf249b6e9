import { expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { p2wpkhScript } from '../../src/script/builders.ts';
import { emptySignatureData, type SignatureData } from '../../src/signing/signature-data.ts';
import {
  addContribution,
  buildSignatureData,
  createSignatureDataBuilder,
  noteTaprootOrigin,
  withEntry,
} from '../../src/signing/signature-data-builder.ts';
import { keyOf, publicKeyOf, sign, spendOf, xOnlyOf } from '../support/signing.ts';

const origin = { fingerprint: Uint8Array.of(1, 2, 3, 4), path: [5] };
const leaf = new Uint8Array(32).fill(9);

/** With so many entries in each map. */
function dataOf(entries: number): SignatureData {
  const numbers = Array.from({ length: entries }, (_, i) => i + 1);
  const map = <T>(value: (number: number) => T) =>
    new Map(numbers.map((number) => [encodeHex(xOnlyOf(number)), value(number)]));
  return {
    ...emptySignatureData,
    redeemScript: Uint8Array.of(1),
    witnessScript: Uint8Array.of(2),
    signatures: map((n) => ({ publicKey: publicKeyOf(n), signature: leaf })),
    publicKeys: map((n) => ({ publicKey: publicKeyOf(n), origin })),
    taprootSpendData: { internalKey: xOnlyOf(1), leaves: [] },
    taprootTree: [],
    taprootKeySignature: Uint8Array.of(3),
    taprootScriptSignatures: map(() => leaf),
    taprootPublicKeys: map((n) => ({ xOnly: xOnlyOf(n), leafHashes: new Set(['0a']), origin })),
    taprootKeysByHash: map(xOnlyOf),
    musigParticipants: map((n) => [publicKeyOf(n)]),
    musigPubNonces: map((n) => new Map([['a', xOnlyOf(n)]])),
    musigPartialSignatures: map((n) => new Map([['a', xOnlyOf(n)]])),
    preimages: map(xOnlyOf),
  };
}

test.each([0, 1, 2])('data of %i entries is unchanged', (entries) => {
  const data = dataOf(entries);
  const { scriptSig, witness, isWitness } = data;
  const built = buildSignatureData(createSignatureDataBuilder(data), {
    scriptSig,
    witness,
    isWitness,
  });
  expect(built).toEqual(data);
});

test.each([0, 1])('a builder of %i entries leaves its data unchanged', (entries) => {
  const data = dataOf(entries);
  const builder = createSignatureDataBuilder(data);
  const id = encodeHex(xOnlyOf(1));
  noteTaprootOrigin(builder, xOnlyOf(1), origin, leaf);
  noteTaprootOrigin(builder, xOnlyOf(2), origin, undefined);
  noteTaprootOrigin(builder, xOnlyOf(3), undefined, leaf);
  addContribution(builder, 'musigPubNonces', id, 'b', leaf);
  addContribution(builder, 'musigPubNonces', id, 'c', leaf);
  builder.musigParticipants = withEntry(builder.musigParticipants, 'x', [leaf]);
  builder.musigParticipants = withEntry(builder.musigParticipants, 'y', [leaf]);
  expect([...builder.taprootPublicKeys]).toEqual([
    [
      id,
      {
        xOnly: xOnlyOf(1),
        leafHashes: new Set([...(entries === 1 ? ['0a'] : []), encodeHex(leaf)]),
        origin,
      },
    ],
    [encodeHex(xOnlyOf(2)), { xOnly: xOnlyOf(2), leafHashes: new Set(), origin }],
  ]);
  expect([...(builder.musigPubNonces.get(id)?.keys() ?? [])]).toEqual([
    ...(entries === 1 ? ['a'] : []),
    'b',
    'c',
  ]);
  expect(builder.musigParticipants.size).toBe(entries + 2);
  expect(data).toEqual(dataOf(entries));
  // Empty maps are shared, and stay empty.
  expect(createSignatureDataBuilder(dataOf(0)).musigParticipants.size).toBe(0);
});

test('an origin that is known is not replaced', () => {
  const builder = createSignatureDataBuilder(dataOf(1));
  noteTaprootOrigin(builder, xOnlyOf(1), { ...origin, path: [6] }, leaf);
  expect(builder.taprootPublicKeys.get(encodeHex(xOnlyOf(1)))?.origin).toEqual(origin);
});

test('inputs share no signatures', () => {
  const scripts = [1, 2].map((number) => p2wpkhScript(hash160(publicKeyOf(number))));
  const { transaction } = sign(spendOf(scripts), { keys: [keyOf(1), keyOf(2)] });
  for (const [i, { witness }] of transaction.inputs.entries())
    expect(witness[1]).toEqual(publicKeyOf(i + 1));
});
