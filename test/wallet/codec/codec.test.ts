import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { decodeSections, digestSection, encodeSections } from '../../../src/crypto/section-file.ts';
import { concatBytes } from '../../../src/encoding/bytes.ts';
import { networks } from '../../../src/encoding/network.ts';
import {
  createWalletEncoder,
  decodeWallet,
  decodeWalletFile,
  encodeWallet,
  walletFile,
} from '../../../src/wallet/codec/codec.ts';
import { Kind } from '../../../src/wallet/codec/sections.ts';
import { unlockKeyring } from '../../../src/wallet/keys/encryption.ts';
import { keysOf } from '../../../src/wallet/keys/keyring.ts';
import { encryptWallet } from '../../../src/wallet/keys/unlock.ts';
import {
  findPublicKey,
  type WalletDescriptor,
} from '../../../src/wallet/keys/wallet-descriptor.ts';
import { createWallet, sessionOf, type Wallet } from '../../../src/wallet/wallet.ts';
import { requireReadable } from '../../../src/wallet-host/host-error.ts';
import { createRandom } from '../../support/generate/random.ts';
import { runs } from '../../support/generate/sample.ts';
import {
  someWallet,
  TEST_XPUB,
  withDescriptorText,
  withTransactions,
} from '../../support/generate/wallet.ts';
import { passphraseKey } from '../../support/passphrase-key.ts';

const context = { network: networks.regtest, secp256k1: kernelSecp256k1 };

function walletOf(seed: number): Wallet {
  return someWallet({ secp256k1: kernelSecp256k1, random: createRandom(seed) });
}

function decoded(bytes: Uint8Array, name = 'some'): Wallet {
  const wallet = decodeWallet(bytes, name, context);
  if ('error' in wallet) throw new Error(wallet.error);
  return wallet;
}

/** Returns comparable data. Keys are compared by their bytes. */
function comparable({ keyring, ...rest }: Wallet): unknown {
  const keys = [...(keysOf(keyring) ?? [])].map(([id, table]) => [
    id,
    [...table].map(([hash, key]) => [hash, key.compressed, key.reveal()]),
  ]);
  return { ...rest, keys, sealed: keyring.kind === 'open' ? undefined : keyring.sealed };
}

describe('the file of a wallet', () => {
  test('holds the whole wallet', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const wallet = walletOf(seed);
        const bytes = encodeWallet(wallet, context);
        const again = decoded(bytes);
        const locks = new Map([...wallet.locks].filter(([, persistent]) => persistent));
        expect(comparable(again)).toEqual(comparable({ ...wallet, ...sessionOf(wallet), locks }));
        for (const key of ['transactions', 'outputs', 'spenders'] as const) {
          expect([...again.ledger[key].keys()]).toEqual([...wallet.ledger[key].keys()]);
        }
        expect(encodeWallet(again, context)).toEqual(bytes);
      }),
      { numRuns: 30 },
    );
  });

  test('keeps the policy on private keys', () => {
    for (const [disablePrivateKeys, externalSigner] of [
      [false, false],
      [true, false],
      [true, true],
    ] as const) {
      const wallet = walletOf(5);
      const flags = { ...wallet.flags, disablePrivateKeys, externalSigner };
      expect(decoded(encodeWallet({ ...wallet, flags }, context)).flags).toEqual(flags);
    }
  });

  test('contains no private key if it is encrypted, and opens with the passphrase', () => {
    const wallet = walletOf(5);
    const keys = keysOf(wallet.keyring) ?? new Map();
    const { secp256k1 } = context;
    const options = { secp256k1, random: createRandom(9).bytes };
    const bytes = encodeWallet(
      encryptWallet(wallet, passphraseKey('correct horse'), options),
      context,
    );
    const secrets = [...keys.values()].flatMap((table) => [...table.values()]);
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(Buffer.from(bytes).includes(secret.reveal())).toBe(false);
    const again = decoded(bytes);
    expect(again.ledger).toEqual(wallet.ledger);
    if (again.keyring.kind !== 'locked') throw new Error(again.keyring.kind);
    expect(unlockKeyring(again.keyring.sealed, passphraseKey('wrong'))).toEqual({
      error: 'wrong-passphrase',
    });
    const opened = unlockKeyring(again.keyring.sealed, passphraseKey('correct horse'));
    if ('error' in opened) throw new Error(opened.error);
    expect(comparable({ ...wallet, keyring: { kind: 'open', keys: opened.keys } })).toEqual(
      comparable(wallet),
    );
  });

  test('has the same bytes with and without cached parts', () => {
    const make = createWalletEncoder(context);
    const encode = (each: Wallet) => requireReadable(make(each));
    let wallet = walletOf(7);
    for (let round = 0; round < 5; round++) {
      expect(Buffer.concat(encode(wallet)).equals(encodeWallet(wallet, context))).toBe(true);
      wallet = withTransactions(wallet, { transactions: 700, coinsEach: 1 }, createRandom(round));
    }
    const [, , ...before] = encode(wallet);
    const [, , ...after] = encode({ ...wallet, blank: !wallet.blank });
    expect(before.map((part, i) => part === after[i])).toEqual([
      false,
      ...before.slice(1).map(() => true),
    ]);
  });

  test('has the same bytes after a round trip', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (seed, other) => {
        const bytes = encodeWallet(walletOf(seed), context);
        const read = decodeWalletFile(bytes, 'some', context);
        if ('error' in read) throw new Error(read.error);
        const { wallet } = read;
        const encode = (each: Wallet) => requireReadable(read.encode(each));
        const changed = { ...walletOf(other), descriptors: wallet.descriptors };
        for (const each of [wallet, changed, wallet]) {
          expect(Buffer.concat(encode(each)).equals(encodeWallet(each, context))).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('a faulty file is refused with the reason', () => {
    const bytes = encodeWallet(walletOf(3), context);
    expect(decodeWallet(new Uint8Array(0), 'w', context)).toEqual({ error: 'foreign' });
    expect(decodeWallet(new Uint8Array(500), 'w', context)).toEqual({ error: 'foreign' });
    const newer = bytes.slice();
    newer[16] = 3;
    expect(decodeWallet(newer, 'w', context)).toEqual({ error: 'newer', version: 3, known: 2 });
    expect(decodeWallet(bytes, 'w', { ...context, network: networks.main })).toEqual({
      error: 'other network',
      network: 'regtest',
      expected: 'main',
    });
    expect(decodeWallet(Buffer.concat([bytes, Buffer.of(0)]), 'w', context)).toEqual({
      error: 'malformed',
    });
  });

  // Signatures of legacy coins do not commit to amounts, so the excess over a false amount would be
  // fee.
  test('is refused with a false coin amount, although all digests are right', () => {
    const wallet = withTransactions(
      walletOf(6),
      { transactions: 3, coinsEach: 1 },
      createRandom(1),
    );
    const frame = decodeSections(encodeWallet(wallet, context), walletFile);
    if ('error' in frame) throw new Error(frame.error);
    const { sections } = frame;
    const place = sections.findIndex(({ kind }) => kind === Kind.TRANSACTIONS);
    const section = sections[place];
    if (section === undefined) throw new Error('no transactions');
    const forged = (to: bigint) =>
      [...wallet.ledger.outputs.values()].map(({ output }) => {
        const bytes = Buffer.from(section.bytes);
        const script = Buffer.from(output.scriptPubKey);
        const value = Buffer.alloc(8);
        value.writeBigUInt64LE(output.value);
        const at = bytes.indexOf(Buffer.concat([value, Buffer.of(script.length), script]));
        bytes.writeBigUInt64LE(to < 0n ? output.value : to, at);
        const changed = sections.with(place, digestSection(section.kind, new Uint8Array(bytes)));
        return decodeWallet(concatBytes(...encodeSections(walletFile, changed)), 'w', context);
      });
    expect(forged(-1n).some((read) => 'error' in read)).toBe(false);
    expect(wallet.ledger.outputs.size).toBeGreaterThan(2);
    for (const read of forged(1n)) expect(read).toEqual({ error: 'malformed' });
  });

  test('is refused if its key derivation costs more than ours', () => {
    const options = { secp256k1: kernelSecp256k1, random: createRandom(9).bytes };
    const within = (cost: { readonly n: number; readonly r: number; readonly p: number }) => {
      const { key } = passphraseKey('p');
      const scrypt = { salt: new Uint8Array(16), ...cost };
      const bytes = encodeWallet(encryptWallet(walletOf(3), { key, scrypt }, options), context);
      return !('error' in decodeWallet(bytes, 'w', context));
    };
    expect(within({ n: 2 ** 18, r: 8, p: 1 })).toBe(true);
    for (const cost of [
      { n: 2 ** 19, r: 8, p: 1 },
      { n: 2 ** 21, r: 8, p: 1 },
      { n: 2 ** 22, r: 32, p: 1 },
      { n: 2 ** 18, r: 8, p: 2 },
    ]) {
      expect(within(cost)).toBe(false);
    }
  });

  test('is refused when truncated at any byte', () => {
    const bytes = encodeWallet(walletOf(3), context);
    for (let length = 1; length < bytes.length; length += 1 + (length >> 4)) {
      expect(decodeWallet(bytes.subarray(0, length), 'w', context)).toEqual({ error: 'truncated' });
    }
  });

  test('is refused when any bit is flipped', () => {
    const bytes = encodeWallet(walletOf(3), context);
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const flipped = bytes.slice();
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(decodeWallet(flipped, 'w', context)).toHaveProperty('error');
      }),
      { numRuns: runs(1000) },
    );
  });

  test('changed sections give a wallet or an error', () => {
    const frame = decodeSections(encodeWallet(walletOf(4), context), walletFile);
    if ('error' in frame) throw new Error(frame.error);
    const { sections } = frame;
    const change = fc.record({
      section: fc.nat(sections.length - 1),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ maxLength: 6 }),
      removed: fc.nat(6),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const forged = sections.map((section) => ({ ...section }));
        for (const { section, at, bytes, removed } of changes) {
          const old = forged[section];
          if (old === undefined) continue;
          const place = Math.floor(at * old.bytes.length);
          const tail = old.bytes.subarray(place + removed);
          forged[section] = {
            ...old,
            bytes: new Uint8Array([...old.bytes.subarray(0, place), ...bytes, ...tail]),
          };
        }
        const digested = forged.map(({ kind, bytes }) => digestSection(kind, bytes));
        const wallet = decodeWallet(
          concatBytes(...encodeSections(walletFile, digested)),
          'w',
          context,
        );
        if (!('error' in wallet)) encodeWallet(wallet, context);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('a range that starts above 0', () => {
  const FIXED = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
  const texts = [
    `wsh(multi(1,${FIXED},${TEST_XPUB}/7/*))`,
    `wsh(sortedmulti(2,${TEST_XPUB}/1/*,${TEST_XPUB}/2/*,${FIXED}))`,
    `sh(multi(1,${TEST_XPUB}/3/*,${FIXED}))`,
  ];
  const starts = [1, 5, 100_000, 100_001, 2_000_000];
  const options = { secp256k1: kernelSecp256k1, random: createRandom(4) };

  function only({ descriptors }: Wallet): WalletDescriptor {
    const [owner] = descriptors.values();
    if (owner === undefined) throw new Error('it has a descriptor');
    return owner;
  }

  for (const text of texts) {
    for (const rangeStart of starts.filter((start) => start < 10 || text === texts[0])) {
      test(`keeps the fixed key of ${text.slice(0, 12)} from ${rangeStart} on in the file`, () => {
        const flags = { disablePrivateKeys: true };
        const blank = createWallet({ name: 'w', network: networks.regtest, flags });
        const wallet = withDescriptorText(blank, text, { ...options, rangeStart });
        expect(findPublicKey(only(wallet), FIXED)).toBe(rangeStart);
        const parts = requireReadable(createWalletEncoder(context)(wallet));
        const again = decoded(concatBytes(...parts), 'w');
        expect(findPublicKey(only(again), FIXED)).toBe(rangeStart);
        // As in earlier files: without the key, which was noted at position 0.
        const owner = only(wallet);
        const publicKeys = new Map([...owner.publicKeys, [FIXED, 0]]);
        const early = new Map([[owner.id, { ...owner, publicKeys }]]);
        const bytes = encodeWallet({ ...wallet, descriptors: early }, context);
        expect(bytes.length).toBeLessThan(concatBytes(...parts).length);
        const found = decodeWalletFile(bytes, 'w', context);
        if ('error' in found) throw new Error(found.error);
        expect(findPublicKey(only(found.wallet), FIXED)).toBe(rangeStart);
        // And it can be stored again after a change.
        const owned = { ...only(found.wallet), nextIndex: rangeStart + 1 };
        const changed = { ...found.wallet, descriptors: new Map([[owned.id, owned]]) };
        const stored = decoded(concatBytes(...requireReadable(found.encode(changed))), 'w');
        expect(findPublicKey(only(stored), FIXED)).toBe(rangeStart);
      });
    }
  }
});
