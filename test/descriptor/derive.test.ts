import { HDKey } from '@scure/bip32';
import { keyAggExport, keyAggregate, sortKeys } from '@scure/btc-signer/musig2.js';
import { describe, expect, test, vi } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { aggregateMusigKeys } from '../../src/crypto/musig.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { createCacheDraft } from '../../src/descriptor/cache.ts';
import {
  derivePrivate,
  derivePrivatePath,
  derivePublicMany,
  derivePublicPath,
} from '../../src/descriptor/derive.ts';
import { expand, expandPrivate } from '../../src/descriptor/expand.ts';
import {
  decodeExtendedPrivateKey,
  decodeExtendedPublicKey,
  encodeExtendedPrivateKey,
  encodeExtendedPublicKey,
  HARDENED,
  neuter,
} from '../../src/descriptor/extended-key.ts';
import { createFlatSigningProvider } from '../../src/descriptor/flat-signing-provider.ts';
import {
  formatNormalizedDescriptor,
  formatPrivateDescriptor,
} from '../../src/descriptor/format.ts';
import { parseDescriptor } from '../../src/descriptor/parse.ts';
import { privateKeyLookup } from '../../src/descriptor/private-keys.ts';
import { type Bytes, compareBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { curves } from '../support/curves.ts';
import { randomKey } from '../support/generate/keys.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';

const seed = seedOfRun();
const { main, regtest } = networks;
const step = (number: number) => (number >= HARDENED ? `${number - HARDENED}'` : `${number}`);

describe.each(curves)('%s', (_, curve) => {
  test('derives like @scure/bip32', () => {
    const random = createRandom(seed);
    for (let i = 0; i < 60; i++) {
      const root = HDKey.fromMasterSeed(random.bytes(32));
      const path = Array.from(
        { length: random.int(4) },
        () => random.int(2 ** 31) + (random.oneIn(2) ? HARDENED : 0),
      );
      const wanted = root.derive(['m', ...path.map(step)].join('/'));
      const ours = decodeExtendedPrivateKey(root.privateExtendedKey, main);
      if (ours === undefined) throw new Error('not decoded');
      const child = derivePrivatePath(ours, path, curve);
      if (child === undefined) throw new Error('not derived');
      expect(encodeExtendedPrivateKey(child, main)).toBe(wanted.privateExtendedKey);
      const parent = neuter(child, curve);
      expect(encodeExtendedPublicKey(parent, main)).toBe(wanted.publicExtendedKey);
      const numbers = Array.from({ length: 5 }, () => random.int(2 ** 31));
      const children = derivePublicMany(parent, numbers, curve);
      expect(children.map((key) => key && encodeExtendedPublicKey(key, main))).toEqual(
        numbers.map((number) => wanted.deriveChild(number).publicExtendedKey),
      );
      expect(derivePublicPath(parent, numbers.slice(0, 2), curve)).toEqual(
        derivePublicMany(children[0] ?? parent, numbers.slice(1, 2), curve)[0],
      );
    }
  });

  test('derives no key below depth 255', () => {
    const place = {
      depth: 255,
      parentFingerprint: new Uint8Array(4).fill(1),
      childNumber: 1,
      chainCode: new Uint8Array(32),
    };
    const privateKey = PrivateKey.from(new Uint8Array(32).fill(1), true);
    if (privateKey === undefined) throw new Error('no key');
    const key = { ...place, privateKey };
    expect(derivePrivate(key, 0, curve)).toBeUndefined();
    expect(derivePublicMany(neuter(key, curve), [0, 1], curve)).toEqual([undefined, undefined]);
  });

  test('rejects an invalid extended key', () => {
    const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(5));
    const [secret, open] = [root.privateExtendedKey, root.publicExtendedKey];
    expect(decodeExtendedPrivateKey(secret, regtest)).toBeUndefined();
    expect(decodeExtendedPublicKey(open, regtest, curve)).toBeUndefined();
    expect(decodeExtendedPublicKey(secret, main, curve)).toBeUndefined();
    for (const text of ['', 'xpub', open.slice(1), `${open}1`, open.replace('6', '7')]) {
      expect(decodeExtendedPublicKey(text, main, curve)).toBeUndefined();
      expect(decodeExtendedPrivateKey(text, main)).toBeUndefined();
    }
  });
});

test.each(curves)(
  '%s: keys are aggregated as @scure/btc-signer does it, in any order',
  (_, curve) => {
    const random = createRandom(seed + 1);
    for (let i = 0; i < 40; i++) {
      const keys = Array.from({ length: 1 + random.int(5) }, () => randomKey(random).publicKey);
      if (random.oneIn(3)) keys.push(...keys.slice(0, 1 + random.int(2)));
      const wanted = keyAggExport(keyAggregate(sortKeys(keys.map((key) => key.slice()))));
      const ours = aggregateMusigKeys(random.shuffle(keys), curve);
      expect(ours && encodeHex(ours.subarray(1))).toBe(encodeHex(wanted));
      expect(aggregateMusigKeys(keys.toSorted(compareBytes), curve)).toEqual(ours);
    }
  },
);

test.each(curves)('%s: what cannot be aggregated', (_, curve) => {
  expect(aggregateMusigKeys([], curve)).toBeUndefined();
  expect(aggregateMusigKeys([new Uint8Array(33)], curve)).toBeUndefined();
  expect(aggregateMusigKeys([new Uint8Array(0)], curve)).toBeUndefined();
});

const ROOT = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));

/** Descriptors with hardened and other steps. */
const texts = ["wpkh(ROOT/84'/1'/0'/0/*)", "wpkh(ROOT/84'/1'/*')", "pkh(ROOT/1'/2)", 'tr(ROOT/*)'];

function parsed(text: string) {
  const found = parseDescriptor(text.replace('ROOT', ROOT.privateExtendedKey), {
    network: main,
    secp256k1: kernelSecp256k1,
  });
  if ('error' in found) throw new Error(found.error);
  const [descriptor] = found.descriptors;
  if (descriptor === undefined) throw new Error('no descriptor');
  return { descriptor, findPrivateKey: privateKeyLookup(found.privateKeys) };
}

/** Private keys made during a call that still have their bytes, and the tweaks used. */
function leftBy(run: (curve: Secp256k1) => unknown): readonly string[] {
  const tweaks: Bytes[] = [];
  const curve: Secp256k1 = {
    ...kernelSecp256k1,
    tweakPrivateKey: (key, tweak) => {
      tweaks.push(key, tweak);
      return kernelSecp256k1.tweakPrivateKey(key, tweak);
    },
  };
  const made = vi.spyOn(PrivateKey, 'from');
  try {
    run(curve);
    const keys: readonly Bytes[] = made.mock.results.map(({ value }) => value?.reveal());
    return [...new Set([...keys, ...tweaks].map(encodeHex))].filter((hex) => !/^0+$/.test(hex));
  } finally {
    made.mockRestore();
  }
}

describe('a derivation overwrites its private keys and tweaks', () => {
  const root = decodeExtendedPrivateKey(ROOT.privateExtendedKey, main);
  if (root === undefined) throw new Error('no key');
  const own = encodeHex(root.privateKey.reveal());

  test('has keys outside of the heap of V8, which moves and copies what it holds', () => {
    const before = process.memoryUsage().arrayBuffers;
    const bytes = new Uint8Array(32).fill(1);
    const keys = Array.from({ length: 1000 }, () => PrivateKey.from(bytes, true));
    expect(keys).toHaveLength(1000);
    expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThanOrEqual(32_000);
  });

  test('keeps only the last key of a path', () => {
    let last: string | undefined;
    const left = leftBy((curve) => {
      const key = derivePrivatePath(root, [HARDENED, 1, HARDENED + 2], curve);
      last = key && encodeHex(key.privateKey.reveal());
    });
    expect(left).toEqual(expect.arrayContaining([own, last]));
    expect(left).toHaveLength(2);
  });

  test.each(texts)('keeps no key to print or expand %s', (text) => {
    const { descriptor, findPrivateKey } = parsed(text);
    const left = leftBy((secp256k1) => {
      const source = { secp256k1, findPrivateKey };
      expect(expand(descriptor, 3, source)).toBeDefined();
      const draft = createCacheDraft();
      expect(expand(descriptor, 3, { ...source, writeCache: draft })).toBeDefined();
      formatNormalizedDescriptor(descriptor, { ...source, network: main });
      formatPrivateDescriptor(descriptor, { ...source, network: main });
    });
    expect(left.filter((hex) => hex !== own)).toEqual([]);
  });

  test.each(texts)('keeps only the key that signs for %s', (text) => {
    const { descriptor, findPrivateKey } = parsed(text);
    const provider = createFlatSigningProvider();
    const left = leftBy((secp256k1) =>
      expandPrivate(descriptor, 3, { secp256k1, findPrivateKey }, provider),
    );
    const signing = [...provider.privateKeys.values()].map((key) => encodeHex(key.reveal()));
    expect(signing).toHaveLength(1);
    expect(left.filter((hex) => hex !== own)).toEqual(signing);
  });
});
