import * as bip66 from 'bitcoinjs-lib/src/bip66';
import { expect, test } from 'vitest';
import { lowRPlaceholders, maximumPlaceholders } from '../../src/signing/creator.ts';

test.each([
  [32, lowRPlaceholders],
  [33, maximumPlaceholders],
])(
  'a dummy signature with an R of %i bytes is what bitcoinjs-lib encodes, with ALL',
  (size, creator) => {
    const number = (length: number) => Uint8Array.from({ length }, (_, i) => (i === 0 ? 1 : 0));
    const encoded = [...bip66.encode(number(size), number(32)), 1];
    expect([...(creator.ecdsa({} as never) ?? [])]).toEqual(encoded);
    expect(creator.schnorr({} as never)).toEqual(new Uint8Array(64));
  },
);
