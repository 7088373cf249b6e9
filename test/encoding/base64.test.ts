import { base64 } from '@scure/base';
import { expect, test } from 'vitest';
import { decodeBase64, encodeBase64 } from '../../src/encoding/base64.ts';

/** Returns the other library's result; `undefined` if it refuses. */
function theirs(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text);
  } catch {
    return undefined;
  }
}

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 167 + length) & 255);

test('encodes as Node and @scure/base do, and decodes it again', () => {
  for (let length = 0; length < 300; length++) {
    const bytes = bytesOf(length);
    const text = encodeBase64(bytes);
    expect(text).toBe(Buffer.from(bytes).toString('base64'));
    expect(decodeBase64(text)).toEqual(bytes);
  }
});

test('accepts and refuses the texts that @scure/base does: each text of up to four of nine characters', () => {
  const characters = 'ABQ/=-_ é';
  let texts = [''];
  let valid = 0;
  for (let length = 0; length <= 4; length++) {
    for (const text of texts) {
      expect(decodeBase64(text), JSON.stringify(text)).toEqual(theirs(text));
      expect(decodeBase64(`AAAA${text}`), JSON.stringify(text)).toEqual(theirs(`AAAA${text}`));
      if (theirs(text)) valid++;
    }
    texts = texts.flatMap((text) => Array.from(characters, (character) => text + character));
  }
  expect(valid).toBeGreaterThan(100);
});

test('refuses a text with one character of another alphabet, wherever it is', () => {
  const text = encodeBase64(bytesOf(30));
  for (let at = 0; at < text.length; at++) {
    for (const other of ['-', '_', ' ', '\n', '=', '\u0141', '\u{1f600}']) {
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      expect(decodeBase64(changed), JSON.stringify(changed)).toEqual(theirs(changed));
    }
  }
});
