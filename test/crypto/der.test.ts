import fc from 'fast-check';
import { expect, test } from 'vitest';
import { equalSecrets, isBelow } from '../../src/crypto/constant-time.ts';
import { encodeDer, parseDerLax } from '../../src/crypto/der.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { N, number32 } from '../support/curves.ts';
import { runs } from '../support/generate/sample.ts';

const pad = (text: string): string => text.padStart(64, '0');
const signature = (r: string, s: string): string => pad(r) + pad(s);
const nothing = '0'.repeat(128);
const order = encodeHex(number32(N));

/** Results of pubkey.cpp's parser for bytes that are not strict DER; `undefined` if it fails. */
const cases: [string, string, string | undefined][] = [
  ['strict', '3006020101020102', signature('1', '2')],
  ['nothing at all', '', undefined],
  ['only the tag', '30', undefined],
  ['another tag', '3106020101020102', undefined],
  ['a wrong length of the sequence', '307f020101020102', signature('1', '2')],
  ['a long length of the sequence', '308400000000020101020102', signature('1', '2')],
  ['a length of the sequence beyond the end', '3089020101020102', undefined],
  ['an indefinite length', '3080020101020102', signature('1', '2')],
  ['bytes behind the end', '3006020101020102ffff', signature('1', '2')],
  ['another tag of R', '3006030101020102', undefined],
  ['another tag of S', '3006020101030102', undefined],
  ['no S', '3003020101', undefined],
  ['S without a length', '300402010102', undefined],
  ['R beyond the end', '3006020501020102', undefined],
  ['S beyond the end', '3006020101020502', undefined],
  ['an empty R', '300502000201ff', signature('0', 'ff')],
  ['a negative R', '30060201ff020102', signature('ff', '2')],
  ['a padded R', '3009020400000001020102', signature('1', '2')],
  ['a long length of R', '3009028101010282000102', signature('1', '2')],
  ['a long length of R with zeros in front', '30000285000000000101020102', signature('1', '2')],
  ['a length of R of four bytes that count', '300002840100000001020102', undefined],
  ['a length of R whose bytes are missing', '30000285', undefined],
  ['a length of zero in long form', '30000280020102', signature('0', '2')],
  ['R of 33 bytes that count', `3000022101${pad('5')}020102`, nothing],
  ['S of 33 bytes that count', `3000020102022101${pad('5')}`, nothing],
  ['R equal to n', `30000220${order}020102`, nothing],
  ['S equal to n', `30000201020220${order}`, nothing],
  ['R of 33 bytes, the first zero', `3000022100${pad('5')}020102`, signature('5', '2')],
];

test.each(cases)('%s', (_, der, expected) => {
  const parsed = parseDerLax(decodeHex(der) ?? new Uint8Array());
  expect(parsed && encodeHex(parsed)).toBe(expected);
});

test('throws for no bytes', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 80 }),
    fc.uint8Array({ maxLength: 80 }).map((tail) => Uint8Array.of(0x30, 6, 2, 1, 1, 2, ...tail)),
    fc.uint8Array({ maxLength: 80 }).map((tail) => Uint8Array.of(0x30, 6, 2, ...tail)),
  );
  fc.assert(
    fc.property(bytes, (der) => {
      const parsed = parseDerLax(der);
      if (parsed !== undefined) expect(parsed.length).toBe(64);
    }),
    { numRuns: runs(1000) },
  );
});

test('writes the shortest DER', () => {
  const der = (r: bigint, s: bigint): string =>
    encodeHex(encodeDer(Uint8Array.of(...number32(r), ...number32(s))));
  expect(der(1n, 0x80n)).toBe('300702010102020080');
  expect(der(0n, 0x7fn)).toBe('300602010002017f');
  expect(der(N - 1n, 1n)).toBe(`3026022100${encodeHex(number32(N - 1n))}020101`);
});

test('numbers compare as numbers, secrets as bytes', () => {
  const any = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(any, any, (a, b) => {
      expect(isBelow(a, b) === 1).toBe(encodeHex(a) < encodeHex(b));
      expect(isBelow(a, a)).toBe(0);
      expect(equalSecrets(a, b)).toBe(encodeHex(a) === encodeHex(b));
      expect(equalSecrets(a, a.slice())).toBe(true);
      expect(equalSecrets(a, a.slice(1))).toBe(false);
    }),
  );
});
