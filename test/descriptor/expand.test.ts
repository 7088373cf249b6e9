import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { createCacheDraft, mergeCaches } from '../../src/descriptor/cache.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import type { KeySource } from '../../src/descriptor/derive-keys.ts';
import { canSelfExpand, type Descriptor, isRange } from '../../src/descriptor/descriptor.ts';
import {
  type Expansion,
  expand,
  expandMany,
  expandPrivate,
  expandScripts,
} from '../../src/descriptor/expand.ts';
import { toSigningProvider } from '../../src/descriptor/flat-signing-provider.ts';
import {
  descriptorId,
  formatDescriptor,
  formatNormalizedDescriptor,
  formatPrivateDescriptor,
} from '../../src/descriptor/format.ts';
import { inferDescriptor } from '../../src/descriptor/infer.ts';
import { type ParsedDescriptors, parseDescriptor } from '../../src/descriptor/parse.ts';
import { privateKeyLookup } from '../../src/descriptor/private-keys.ts';
import {
  maxSatisfactionItems,
  maxSatisfactionWeight,
} from '../../src/descriptor/satisfaction-size.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { mutate, randomDescriptor } from '../support/generate/descriptors.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';

const secp256k1 = kernelSecp256k1;
const context = { network: networks.regtest, secp256k1 };
const seed = seedOfRun();
const none: KeySource = { secp256k1, findPrivateKey: () => undefined };

function parse(text: string): ParsedDescriptors | undefined {
  const parsed = parseDescriptor(text, context);
  return 'error' in parsed ? undefined : parsed;
}

/** Returns the sane ones of `count` random descriptors. */
function* randomDescriptors(count: number) {
  const random = createRandom(seed);
  for (let i = 0; i < count; i++) {
    const text = randomDescriptor(random);
    const parsed = parse(text);
    for (const descriptor of parsed?.descriptors ?? []) {
      yield { text, descriptor, privateKeys: parsed?.privateKeys ?? new Map() };
    }
  }
}

const scriptsOf = (descriptor: Descriptor, position: number, source: KeySource) =>
  expand(descriptor, position, source)?.scripts.map(encodeHex);

test('all forms of a text give the same scripts', () => {
  for (const { text, descriptor, privateKeys } of randomDescriptors(150)) {
    const source = { ...context, findPrivateKey: privateKeyLookup(privateKeys) };
    const wanted = scriptsOf(descriptor, 3, source);
    expect(wanted, text).toBeDefined();
    const open = formatDescriptor(descriptor, context);
    expect(parse(open)?.descriptors.map((each) => formatDescriptor(each, context))).toEqual([open]);
    if (canSelfExpand(descriptor)) expect(scriptsOf(descriptor, 3, none)).toEqual(wanted);
    const secret = formatPrivateDescriptor(descriptor, source);
    expect(secret.hasPrivate).toBe(privateKeys.size > 0);
    const again = parse(secret.text);
    expect(again?.privateKeys.size).toBe(privateKeys.size);
    const [same] = again?.descriptors ?? [];
    expect(same && formatDescriptor(same, context)).toBe(open);
    const compatible = formatDescriptor(descriptor, context, 'compat');
    expect(compatible).not.toMatch(/[/][0-9*]+h/);
    expect(descriptorId(descriptor, context)).toHaveLength(32);
    const normal = formatNormalizedDescriptor(descriptor, source);
    const [normalized] = (normal && parse(normal)?.descriptors) || [];
    if (normalized && canSelfExpand(normalized)) {
      expect(scriptsOf(normalized, 3, none), normal).toEqual(wanted);
    }
  }
});

test('a cache replaces private keys', () => {
  for (const { text, descriptor, privateKeys } of randomDescriptors(150)) {
    const writeCache = createCacheDraft();
    const source = { secp256k1, findPrivateKey: privateKeyLookup(privateKeys), writeCache };
    const positions = isRange(descriptor) ? [0, 1, 5, 1000] : [0];
    const wanted = expandMany(descriptor, positions, source);
    const cached = expandMany(descriptor, positions, { ...none, readCache: writeCache });
    expect(cached, text).toEqual(wanted);
    expect(positions.map((position) => expand(descriptor, position, source))).toEqual(wanted);
    const lean = expandScripts(descriptor, positions, source).map(
      (each) => each && { scripts: each.scripts, keys: new Set(each.publicKeys.map(encodeHex)) },
    );
    const keysOf = (each: Expansion) =>
      new Set([...each.flatProvider.publicKeys.values()].map(encodeHex));
    expect(lean, text).toEqual(
      wanted.map((each) => each && { scripts: each.scripts, keys: keysOf(each) }),
    );
    const twice = mergeCaches(writeCache, writeCache);
    expect(twice?.added.parents.size).toBe(0);
    const normal = formatNormalizedDescriptor(descriptor, { ...context, ...source });
    const fromCache = formatNormalizedDescriptor(descriptor, {
      ...context,
      ...none,
      readCache: writeCache,
    });
    if (fromCache !== undefined) expect(fromCache).toBe(normal);
  }
});

test('a script yields its descriptor if enough is known', () => {
  for (const { text, descriptor, privateKeys } of randomDescriptors(150)) {
    const source = { secp256k1, findPrivateKey: privateKeyLookup(privateKeys) };
    const { scripts = [], flatProvider } = expand(descriptor, 2, source) ?? {};
    if (flatProvider === undefined) throw new Error('not expanded');
    const provider = toSigningProvider(flatProvider);
    for (const script of scripts) {
      const inferred = inferDescriptor(script, provider, secp256k1);
      if (descriptor.kind !== 'raw') expect(inferred.kind, text).not.toMatch(/addr|raw$/);
      expect(scriptsOf(inferred, 0, none), text).toEqual([encodeHex(script)]);
      const again = parse(formatDescriptor(inferred, context))?.descriptors[0];
      expect(again && scriptsOf(again, 0, none), text).toEqual([encodeHex(script)]);
    }
  }
});

test('known private keys are included', () => {
  for (const { descriptor, privateKeys } of randomDescriptors(60)) {
    const source = { secp256k1, findPrivateKey: privateKeyLookup(privateKeys) };
    const { flatProvider } = expand(descriptor, 0, source) ?? {};
    if (flatProvider === undefined) throw new Error('not expanded');
    expandPrivate(descriptor, 0, source, flatProvider);
    expect(flatProvider.privateKeys.size > 0).toBe(privateKeys.size > 0);
    for (const [id, key] of flatProvider.privateKeys) {
      expect(key.publicKey(secp256k1).length).toBeGreaterThan(32);
      const open = flatProvider.publicKeys.get(id);
      if (open) expect(encodeHex(open)).toBe(encodeHex(key.publicKey(secp256k1)));
    }
  }
});

test('any text is parsed or refused', () => {
  const random = createRandom(seed + 1);
  for (let i = 0; i < 2000; i++) {
    let text = randomDescriptor(random);
    for (let faults = 1 + random.int(4); faults > 0; faults--) text = mutate(random, text);
    parseDescriptor(text, context);
    parseDescriptor(addChecksum(text), context, { requireChecksum: true });
  }
});

test.each([
  'sh('.repeat(3000),
  `tr(${'{'.repeat(5000)}`,
  `wsh(${'a'.repeat(100000)}`,
  ','.repeat(50000),
])('a long text without sense is refused', (text) => {
  expect(parse(text)).toBeUndefined();
});

test('multi() with more keys than any script takes parse only a thousand', () => {
  const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  let parsed = 0;
  const isPublicKey = (bytes: Uint8Array) => {
    parsed++;
    return secp256k1.isPublicKey(bytes);
  };
  const counting = { ...context, secp256k1: { ...secp256k1, isPublicKey } };
  for (const [name, most] of [
    ['multi', 20],
    ['sortedmulti', 20],
  ] as const) {
    for (const count of [most + 1, 5000]) {
      parsed = 0;
      const text = `wsh(${name}(1${`,${key}`.repeat(count)}))`;
      expect(parseDescriptor(text, counting)).toEqual({
        error: `Cannot have ${count} keys in multisig; must have between 1 and ${most} keys, inclusive`,
      });
      expect(parsed).toBeGreaterThanOrEqual(Math.min(count, 1000));
      expect(parsed).toBeLessThanOrEqual(2000);
    }
  }
});

describe('sizes of satisfactions', () => {
  const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  const other = '02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9';
  test.each([
    // Signature, key and their lengths; four weight units a byte outside of a witness.
    [`pk(${key})`, 72 * 4, 1],
    [`pkh(${key})`, (72 + 34) * 4, 2],
    [`wpkh(${key})`, 72 + 34, 2],
    [`sh(wpkh(${key}))`, 72 + 34 + 23 * 4, 3],
    [`multi(1,${key},${other})`, (1 + 72) * 4, 2],
    [`wsh(multi(2,${key},${other}))`, 1 + 2 * 72 + 1 + 71, 4],
    [`sh(wsh(multi(2,${key},${other})))`, 1 + 2 * 72 + 1 + 71 + 35 * 4, 5],
    [`tr(${key})`, 66, 1],
    // Miniscript always counts 72 bytes a signature.
    [`wsh(and_v(v:pk(${key}),older(144)))`, 73 + 1 + 39, 2],
    [`combo(${key})`, undefined, undefined],
    ['raw(51)', undefined, undefined],
  ])('%s', (text, weight, items) => {
    const [descriptor] = parse(text)?.descriptors ?? [];
    if (descriptor === undefined) throw new Error('not parsed');
    expect(maxSatisfactionWeight(descriptor, { maximum: false, redeemPush: false })).toBe(weight);
    expect(maxSatisfactionItems(descriptor)).toBe(items);
    const larger = maxSatisfactionWeight(descriptor, { maximum: true, redeemPush: false });
    expect(larger === undefined).toBe(weight === undefined);
  });

  // BIP16: the push of a redeem script has one byte up to 75, then two, then three from 256 on.
  test.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [7, 2],
    [8, 3],
  ])('a redeem script of %d keys is pushed by %d bytes', (count, bytes) => {
    const keys = Array.from({ length: count }, () => other).join(',');
    const [descriptor] = parse(`sh(multi(1,${keys}))`)?.descriptors ?? [];
    if (descriptor === undefined) throw new Error('not parsed');
    const weigh = (redeemPush: boolean) =>
      maxSatisfactionWeight(descriptor, { maximum: false, redeemPush });
    const script = 3 + 34 * count;
    expect(weigh(true)).toBe(4 * (1 + 72 + bytes + script));
    expect(weigh(false)).toBe(4 * (1 + 72 + 1 + script));
  });
});
