import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { escapeUnseen, showable, UNSEEN, visible } from '../../src/encoding/unseen.ts';
import { reviewHtml } from '../../src/review/html.ts';
import { printReview } from '../../src/review/print.ts';
import { reviewOf, reviewVectors } from '../support/vectors/review-vectors.ts';

// This machine's Unicode tables, which the tested code must not use.
const isUnseen = /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]$/u;
const all = Array.from({ length: 0x11_0000 }, (_, code) => code).filter(
  (code) => code < 0xd800 || code > 0xdfff,
);
const unseen = all.filter((code) => isUnseen.test(String.fromCodePoint(code)));

test('exactly the characters that Unicode calls invisible are escaped, and as JSON they stay the same', () => {
  expect(unseen.length).toBeGreaterThan(4000);
  const wrong = all.filter((code) => {
    const text = `a${String.fromCodePoint(code)}b`;
    const shown = visible(text);
    if (isUnseen.test(text.slice(1, -1)))
      return JSON.parse(`"${shown}"`) !== text || shown === text;
    return shown !== text || UNSEEN.test(text);
  });
  expect(wrong).toEqual([]);
});

test('keeps line ends and tabs of longer texts', () => {
  const text = unseen.map((code) => String.fromCodePoint(code)).join('a');
  const escaped = escapeUnseen(text);
  expect([...escaped].filter((one) => isUnseen.test(one))).toEqual(['\t', '\n']);
  expect(visible(text)).not.toMatch(UNSEEN);
});

test('escapes every text of a value at any depth, and leaves bytes unchanged', () => {
  const bytes = Uint8Array.of(0, 173);
  const value = { a: ['x\u3164', { b: 'y\u{e0041}' }], bytes, n: 1n, none: undefined, no: null };
  expect(showable(value)).toEqual({
    ...{ a: ['x\\u3164', { b: 'y\\udb40\\udc41' }], bytes, n: 1n, none: undefined, no: null },
  });
});

test('a label in a review shows each of them, printed and as HTML', () => {
  const plain = reviewOf(
    reviewVectors.find(({ name }) => name === 'a payment with change') ?? expect.unreachable(),
  );
  const spaces = /\s/;
  for (const code of unseen
    .filter((_, i) => i % 50 === 0)
    .concat(0x3164, 0x34f, 0x115f, 0x1160, 0xffa0, 0xfe0f, 0x17b4, 0x180b)) {
    const character = String.fromCodePoint(code);
    if (spaces.test(character)) continue;
    const label = `rent${character}x`;
    const outputs = plain.outputs.map((output) => ({ ...output, label }));
    const review = { ...plain, outputs };
    for (const shown of [
      printReview(review, networks.regtest, 80).join(' '),
      reviewHtml(review, networks.regtest),
    ]) {
      expect(shown).toContain(`rent${JSON.parse(JSON.stringify(visible(character)))}`);
      expect(shown).not.toContain(character);
    }
  }
});
