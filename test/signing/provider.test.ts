import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeHex } from '../../src/encoding/hex.ts';
import { emptyProvider } from '../../src/signing/miniscript-provider.ts';
import {
  byBytes,
  hideFromProvider,
  joinProviders,
  knowsOrigins,
  type SigningProvider,
  unknowingProvider,
} from '../../src/signing/provider.ts';
import { keyOf, publicKeyOf } from '../support/signing.ts';

test('bytes are looked up by all of them, and the first of the same is found', () => {
  // Short, and of few values, so that many are the same or begin alike.
  const key = fc.uint8Array({ maxLength: 6, max: 1 });
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.nat())), fc.array(key), (entries, others) => {
      const find = byBytes(entries);
      for (const wanted of [...others, ...entries.map(([known]) => known)]) {
        const first = entries.find(([known]) => encodeHex(known) === encodeHex(wanted));
        expect(find(wanted)).toBe(first?.[1]);
      }
    }),
  );
});

/** A provider with a different answer to every request. */
const knowing = (number: number): SigningProvider => ({
  getScript: () => Uint8Array.of(number),
  getPublicKey: () => publicKeyOf(number),
  getPublicKeyByXOnlyHash: () => publicKeyOf(number),
  canSign: () => true,
  getPrivateKey: () => keyOf(number),
  getKeyOrigin: () => ({ fingerprint: Uint8Array.of(0, 0, 0, number), path: [number] }),
  getTaprootSpendData: () => ({ internalKey: Uint8Array.of(number), leaves: [] }),
  getTaprootTree: () => [{ depth: number, leafVersion: 0xc0, script: new Uint8Array(0) }],
  getMusigParticipants: () => new Map([['key', [publicKeyOf(number)]]]),
  getPreimage: () => Uint8Array.of(number),
  pathOf: () => ({ keys: new Set<string>(), after: number }),
  miniscript: { ...emptyProvider.miniscript } as NonNullable<SigningProvider['miniscript']>,
});
const hash = new Uint8Array(20);
const answersOf = (provider: SigningProvider) => [
  provider.getScript(hash),
  provider.getPublicKey(hash),
  provider.getPublicKeyByXOnlyHash(hash),
  provider.canSign(hash),
  provider.getPrivateKey(hash)?.reveal(),
  provider.getKeyOrigin(hash),
  provider.getTaprootSpendData(hash),
  provider.getTaprootTree(hash),
  provider.getMusigParticipants().get('key'),
  provider.getPreimage('sha256', hash),
  provider.pathOf?.(hash),
];

test('the first of two providers answers, and the second what the first does not know', () => {
  const [first, second] = [knowing(1), knowing(2)];
  for (const [joined, answering] of [
    [joinProviders(first, second), first],
    [joinProviders(unknowingProvider, second), second],
    [joinProviders(first, unknowingProvider), first],
    [joinProviders(unknowingProvider, unknowingProvider), unknowingProvider],
  ] as const) {
    expect(answersOf(joined)).toEqual(answersOf(answering));
    expect(joined.miniscript).toBe(answering.miniscript);
  }
});

test('secrets and origins are hidden separately, and other data stay known', () => {
  const all = knowing(1);
  const [secrets, origins] = [{ 3: false, 4: undefined }, { 5: undefined }];
  for (const [hide, hidden] of [
    [{ secrets: false, origins: false }, {}],
    [{ secrets: true, origins: false }, secrets],
    [{ secrets: false, origins: true }, origins],
    [
      { secrets: true, origins: true },
      { ...secrets, ...origins },
    ],
  ] as const) {
    const hiding = hideFromProvider(all, hide);
    expect(answersOf(hiding)).toEqual(Object.assign(answersOf(all), hidden));
    expect(knowsOrigins(hiding)).toBe(!hide.origins);
    expect(hiding.miniscript).toBe(all.miniscript);
  }
});

test('a provider that knows nothing signs nothing', () => {
  for (const provider of [unknowingProvider, emptyProvider])
    expect(answersOf(provider)).toEqual(
      answersOf(provider).map((_, i) => (i === 3 ? false : undefined)),
    );
});
