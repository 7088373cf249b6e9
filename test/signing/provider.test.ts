import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeHex } from '../../src/encoding/hex.ts';
import { byBytes } from '../../src/signing/provider.ts';

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
