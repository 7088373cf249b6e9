import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayItems } from '../../src/json/array-items.ts';

function itemsOf(text: string): unknown[] {
  const bytes = Buffer.from(text);
  const marks = arrayItems(bytes);
  const items: unknown[] = [];
  for (let i = 0; i < marks.length; i += 2) {
    items.push(JSON.parse(bytes.subarray(marks[i], marks[i + 1]).toString()));
  }
  return items;
}

test('the items of any array are found, as JSON.parse reads them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue(), { minLength: 1 }),
      fc.constantFrom(0, 1),
      (list, indent) => {
        const text = JSON.stringify(list, undefined, indent);
        expect(itemsOf(text)).toEqual(JSON.parse(text));
      },
    ),
  );
});

test('brackets, commas and quotes within strings are no marks', () => {
  const list = ['],[', '\\', '\\"', '"', { 'a]': ['},{', '\\\\"'] }, []];
  expect(itemsOf(` ${JSON.stringify(list)} `)).toEqual(list);
});
