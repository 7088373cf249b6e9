import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { walkScript } from '../../src/script/script.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';
import { arbitrarySpend } from '../support/generate/arbitrary-transaction.ts';
import { hex } from '../support/generate/script-text.ts';
import { naiveLegacy, naiveSegwitV0, naiveTaproot } from '../support/naive-sighash.ts';

const hashed = vi.hoisted(() => ({ bytes: 0 }));

// Counts the hashed bytes of the preimages.
vi.mock('../../src/crypto/hash.ts', async (original) => {
  const actual = await original<typeof import('../../src/crypto/hash.ts')>();
  type Sha256 = ReturnType<typeof actual.createSha256>;
  const counted = (state: Sha256): Sha256 => ({
    update(data) {
      hashed.bytes += data.length;
      state.update(data);
      return this;
    },
    clone: () => counted(state.clone()),
    digest: () => state.digest(),
  });
  return { ...actual, createSha256: () => counted(actual.createSha256()) };
});

const types = [0, 1, 2, 3, 0x81, 0x82, 0x83];
const hashType = fc.oneof(
  fc.constantFrom(...types),
  fc.integer({ min: 0, max: 255 }),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
);
const scriptCode = fc
  .oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc
      .array(fc.constantFrom(0xab, 0x51, 0xac, 0x76), { maxLength: 40 })
      .map((opcodes) => Uint8Array.from(opcodes)),
  )
  .filter((script) => walkScript(script) !== undefined);
const hash32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('digests from shared parts equal those made from scratch', () => {
  // Several requests to one cache, in any order, so that states are continued, found again and
  // replaced.
  const questions = fc.array(fc.record({ at: fc.nat(), script: scriptCode, type: hashType }), {
    minLength: 1,
    maxLength: 12,
  });

  test('legacy', () => {
    fc.assert(
      fc.property(arbitrarySpend, questions, ({ transaction }, asked) => {
        const cache = createSighashCache(transaction, []);
        for (const { at, script, type } of asked) {
          const input = at % transaction.inputs.length;
          const digest = cache.ecdsaDigest(input, script, type, 'base');
          expect(digest).toEqual(naiveLegacy(transaction, input, script, type));
        }
      }),
    );
  });

  test('segwit v0', () => {
    fc.assert(
      fc.property(arbitrarySpend, questions, ({ transaction, coins }, asked) => {
        const cache = createSighashCache(transaction, coins);
        for (const { at, script, type } of asked) {
          const input = at % transaction.inputs.length;
          const digest = cache.ecdsaDigest(input, script, type, 'witness_v0');
          expect(digest).toEqual(naiveSegwitV0(transaction, coins, input, script, type));
        }
      }),
    );
  });

  test('taproot', () => {
    const spend = fc.oneof(
      fc.constant({}),
      fc.record({ annexHash: hash32 }),
      fc.record({ leafHash: hash32, codeSeparatorPosition: fc.constantFrom(0, 7, 0xffffffff) }),
      fc.record({ leafHash: hash32, annexHash: hash32, codeSeparatorPosition: fc.nat() }),
    );
    const asked = fc.array(fc.record({ at: fc.nat(), spend, type: hashType }), { minLength: 1 });
    fc.assert(
      fc.property(arbitrarySpend, asked, ({ transaction, coins }, all) => {
        const cache = createSighashCache(transaction, coins);
        for (const { at, spend, type } of all) {
          const input = at % transaction.inputs.length;
          const digest = cache.taprootDigest(input, type, spend);
          expect(digest).toEqual(naiveTaproot(transaction, coins, input, type, spend));
        }
      }),
    );
  });
});

test('legacy digests of many inputs in any order', () => {
  const transaction = manyInputs(100);
  const script = Uint8Array.of(0x51, 0xac);
  const asked = fc.array(fc.tuple(fc.nat(99), fc.constantFrom(...types)), { maxLength: 30 });
  fc.assert(
    fc.property(asked, (questions) => {
      const cache = createSighashCache(transaction, []);
      for (const [input, type] of questions) {
        const digest = cache.ecdsaDigest(input, script, type, 'base');
        expect(digest).toEqual(naiveLegacy(transaction, input, script, type));
      }
    }),
  );
});

function manyInputs(count: number): Transaction {
  return {
    version: 2,
    inputs: Array.from({ length: count }, (_, vout) => ({
      prevout: { txid: 'ab'.repeat(32), vout },
      scriptSig: new Uint8Array(0),
      sequence: 0xfffffffd,
      witness: [],
    })),
    outputs: [{ value: 1n, scriptPubKey: new Uint8Array(25) }],
    locktime: 0,
  };
}

/** Bytes in preimages if all inputs are requested twice: to sign and to verify. */
function bytesToSignAndVerify(count: number, sigVersion: 'base' | 'witness_v0'): number {
  const cache = createSighashCache(manyInputs(count), []);
  const script = new Uint8Array(25).fill(0x51);
  hashed.bytes = 0;
  for (let round = 0; round < 2; round++) {
    for (let input = 0; input < count; input++) cache.ecdsaDigest(input, script, 1, sigVersion);
  }
  return hashed.bytes;
}

test('legacy at 1,000 inputs: a quarter of the hashing of the plain way', () => {
  const count = 1000;
  const plain = 2 * count * (4 + 3 + count * 41 + 25 + 1 + 34 + 4 + 4);
  expect(bytesToSignAndVerify(count, 'base') / plain).toBeLessThan(0.26);
});

test('segwit v0: the same for each input, however many there are', () => {
  const perInput = (count: number) => bytesToSignAndVerify(count, 'witness_v0') / count;
  expect(perInput(1000)).toBeLessThanOrEqual(perInput(10));
});

test('a script code whose last push runs over the end loses what cannot be read', () => {
  const transaction = manyInputs(2);
  const digest = (script: string) =>
    createSighashCache(transaction, []).ecdsaDigest(0, hex(script), 1, 'base');
  // The length still counts all bytes, so scripts of equal length and start have one digest.
  expect(digest('5105aaaa')).toEqual(digest('5105bbbb'));
  expect(digest('5105aaaa')).not.toEqual(digest('5105aaaaaa'));
  expect(digest('4d01')).toEqual(digest('4d02'));
});

test('taproot needs every coin', () => {
  const coin = { value: 1n, scriptPubKey: new Uint8Array(34) };
  const transaction = manyInputs(2);
  expect(
    createSighashCache(transaction, [coin, undefined]).taprootDigest(0, 0, {}),
  ).toBeUndefined();
  expect(createSighashCache(transaction, [coin]).taprootDigest(0, 0, {})).toBeUndefined();
  expect(createSighashCache(transaction, [coin, coin]).taprootDigest(0, 0, {})).toHaveLength(32);
});

test('an amount that is not known counts as 21,000,000 BTC', () => {
  const transaction = manyInputs(1);
  const scriptPubKey = new Uint8Array(22);
  const digest = (amount: bigint | undefined) =>
    createSighashCache(transaction, [{ value: amount, scriptPubKey }]).ecdsaDigest(
      0,
      scriptPubKey,
      1,
      'witness_v0',
    );
  expect(digest(undefined)).toEqual(digest(2_100_000_000_000_000n));
});
