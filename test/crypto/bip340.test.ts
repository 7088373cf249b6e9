import { describe, expect, test } from 'vitest';
import { decodeHex } from '../../src/encoding/hex.ts';
import { curves } from '../support/curves.ts';
import { readCoreData } from '../support/paths.ts';

const csv = readCoreData('bip340_test_vectors.csv');
const rows = (csv ?? '').trim().split(/\r?\n/).slice(1).map(readRow);

function readRow(line: string) {
  const [index, ...cells] = line.split(',');
  const [secretKey, publicKey, auxiliary, message, signature] = cells
    .slice(0, 5)
    .map((cell) => decodeHex(cell) ?? new Uint8Array());
  const none = new Uint8Array();
  return {
    index,
    secretKey: secretKey ?? none,
    publicKey: publicKey ?? none,
    auxiliary: auxiliary ?? none,
    message: message ?? none,
    signature: signature ?? none,
    isValid: cells[5] === 'TRUE',
    comment: cells[6],
  };
}

describe.skipIf(csv === undefined)('bip340_test_vectors.csv', () => {
  describe.each(curves)('%s', (_, curve) => {
    test.each(rows)(
      '$index verify: $isValid $comment',
      ({ signature, message, publicKey, isValid }) => {
        expect(curve.verifySchnorr(signature, message, publicKey)).toBe(isValid);
        const check = { kind: 'schnorr', signature, digest: message, publicKey } as const;
        expect(curve.verifyAll([check])).toBe(isValid);
        expect(curve.verifyAll(Array.from({ length: 70 }, () => check))).toBe(isValid);
      },
    );

    const signing = rows.filter(({ secretKey }) => secretKey.length > 0);
    test.each(signing)('$index sign', ({ secretKey, auxiliary, message, signature, publicKey }) => {
      expect(curve.publicKey(secretKey, true)?.slice(1)).toEqual(publicKey);
      expect(curve.signSchnorr(message, secretKey, auxiliary)).toEqual(signature);
    });

    test('sign all at once', () => {
      const requests = signing.map(({ secretKey, auxiliary, message }) => ({
        digest: message,
        privateKey: secretKey,
        auxiliary,
      }));
      const made = curve.signSchnorrMany(requests).map((one) => one?.signature);
      expect(made).toEqual(signing.map(({ signature }) => signature));
    });
  });

  test('all valid signatures are one valid batch, and any invalid one makes it invalid', () => {
    const checks = rows.map(({ signature, message, publicKey, isValid }) => ({
      check: { kind: 'schnorr', signature, digest: message, publicKey } as const,
      isValid,
    }));
    const valid = checks.filter(({ isValid }) => isValid).map(({ check }) => check);
    const filled = Array.from({ length: 80 }, (_, i) => valid[i % valid.length] ?? valid[0]).filter(
      (check) => check !== undefined,
    );
    for (const [, curve] of curves) {
      expect(curve.verifyAll(filled)).toBe(true);
      for (const { check, isValid } of checks) {
        if (!isValid) expect(curve.verifyAll([...filled, check])).toBe(false);
      }
    }
  });
});
