import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { escapeUnseen, showable, UNSEEN, visible } from '../../src/encoding/unseen.ts';
import { reviewHtml } from '../../src/review/html.ts';
import { printReview } from '../../src/review/print.ts';
import { reviewOf, reviewVectors } from '../support/vectors/review-vectors.ts';

// This machine's Unicode tables, which the tested code must not use.
const isInvisible = /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]$/u;
/** Characters that Unicode gives a name, or will give one, although a font shows nothing. */
const isBlank = /^[\u2800\ufffc\u{1d159}]$/u;
const isUnseen = {
  test: (text: string) =>
    isInvisible.test(text) || isBlank.test(text) || isNonCharacter(text.codePointAt(0) ?? 0),
};
const isNonCharacter = (code: number) =>
  (code & 0xfffe) === 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
const isSpace = /^\p{Zs}$/u;
const isUnassigned = /^\p{Cn}$/u;
const all = Array.from({ length: 0x11_0000 }, (_, code) => code).filter(
  (code) => code < 0xd800 || code > 0xdfff,
);
const unseen = all.filter((code) => isUnseen.test(String.fromCodePoint(code)));

test('exactly the characters without a shape are escaped, and as JSON they stay the same', () => {
  expect(unseen.length).toBeGreaterThan(4000);
  const wrong = all.filter((code) => {
    const text = `a${String.fromCodePoint(code)}b`;
    const shown = escapeUnseen(text);
    const character = text.slice(1, -1);
    if (code === 9 || code === 10) return shown !== text || visible(text) === text;
    if (isUnseen.test(character))
      return JSON.parse(`"${shown}"`) !== text || shown === text || !UNSEEN.test(text);
    // Small gaps are shown as a box by fonts; large ones may be shown as nothing.
    if (isUnassigned.test(character)) return JSON.parse(`"${shown}"`) !== text;
    return shown !== text || UNSEEN.test(text);
  });
  expect(wrong).toEqual([]);
});

test('unassigned characters of large gaps are escaped', () => {
  for (const code of [0x1cbb4, 0x3fff0, 0x50000, 0xa1234, 0xe0200, 0xf0000, 0x10fffd])
    expect(visible(String.fromCodePoint(code))).toMatch(/^\\u[0-9a-f]{4}\\u[0-9a-f]{4}$/);
});

test('a space that is not the ordinary one is shown in foreign labels, and kept in longer texts', () => {
  const spaces = all.map((code) => String.fromCodePoint(code)).filter((one) => isSpace.test(one));
  expect(spaces.length).toBeGreaterThan(10);
  for (const space of spaces) {
    const code = (space.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
    expect(visible(`a${space}b`)).toBe(space === ' ' ? 'a b' : `a\\u${code}b`);
    expect(escapeUnseen(`a${space}b`)).toBe(`a${space}b`);
  }
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
    a: ['x\\u3164', { b: 'y\\udb40\\udc41' }],
    bytes,
    n: 1n,
    none: undefined,
    no: null,
  });
});

test('a label in a review shows each of them, printed and as HTML', () => {
  const plain = reviewOf(
    reviewVectors.find(({ name }) => name === 'a payment with change') ?? expect.unreachable(),
  );
  for (const code of unseen
    .filter((_, i) => i % 50 === 0)
    .concat(0x3164, 0x34f, 0x115f, 0x1160, 0xffa0, 0xfe0f, 0x17b4, 0x180b)
    .concat(0x2800, 0xfffc, 0x1cbb4, 0x1d159, 0xf0000, 0xa0, 0x2000, 0x3000)) {
    const character = String.fromCodePoint(code);
    if (/[\t\n]/.test(character)) continue;
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
