import { expect, test } from 'vitest';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { encodeBytewords } from '../../src/transport/bytewords.ts';
import { encodeArrayHead, encodeByteString, encodeUnsigned } from '../../src/transport/cbor.ts';
import { parseUr } from '../../src/transport/ur.ts';

function partOf(number: number, count: number) {
  const members = [number, count, 4, 0].map(encodeUnsigned);
  const data = encodeByteString(new Uint8Array(4));
  const words = encodeBytewords(concatBytes(encodeArrayHead(5), ...members, data));
  return parseUr(`ur:bytes/${number}-${count}/${words}`);
}

// BCR-2024-001: parts are numbered from 1 in 32 bits.
test.each([
  [1, 1],
  [2, 1],
  [0xffffffff, 1],
])('reads part %i of %i', (number, count) => {
  expect(partOf(number, count)).toMatchObject({ part: { number, count } });
});

test.each([
  [0, 1],
  [1, 0],
  [0x100000000, 1],
])('refuses part %i of %i', (number, count) => {
  expect(partOf(number, count)).toMatchObject({
    error: { message: 'this UR part is damaged. Scan it again' },
  });
});
