import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameOfBytes } from '../../src/encoding/hex.ts';

test('different bytes have different names, whatever their length', () => {
  const length = fc.constantFrom(0, 1, 33, 127, 128, 129, 130, 200_000);
  const bytes = fc
    .tuple(length, fc.constantFrom(0, 0x30, 0x61, 0xff), fc.nat(1))
    .map(([size, byte, last]) => new Uint8Array(size).fill(byte).fill(byte ^ last, size - 1));
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      expect(nameOfBytes(a) === nameOfBytes(b)).toBe(Buffer.compare(a, b) === 0);
    }),
  );
});
