import { expect, test } from 'vitest';
import { shape } from '../../src/rpc/declare-shape.ts';
import {
  amount,
  bool,
  dictionary,
  hex,
  list,
  num,
  object,
  record,
  rows,
  str,
  time,
} from '../../src/rpc/fields.ts';
import { helpText } from '../../src/rpc/help-text.ts';
import { defineMethod, type Result } from '../../src/rpc/method.ts';
import { openRpcDocument } from '../../src/rpc/openrpc.ts';
import { toPlain } from '../../src/rpc/plain.ts';
import { undeclared } from '../support/vectors/declared.ts';

type Part = { readonly id: number };
type Thing = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly value: bigint | undefined;
  readonly parts: readonly Part[];
};

const part = shape<Part>([num('id', 'A number', (p) => p.id)]);

const thing = shape<Thing, { readonly suffix: string }>([
  str('name', 'A name', (t, { suffix }) => t.name + suffix),
  hex('bytes', 'Bytes', (t) => t.bytes),
  amount.optional('value', 'An amount', (t) => t.value),
  time('time', 'A time', () => 5n),
  bool('big', 'True if it is big', (t) => t.parts.length > 1),
  object('first', 'The first part', part, (t) => t.parts[0] ?? false, { or: false }),
  rows.optional('parts', 'The parts', part, (t) => t.parts),
  list('ids', 'The ids', [num()], (t) => t.parts.map(({ id }) => id)),
  dictionary('byName', 'Bytes by name', [hex('name', 'Bytes')], (t) => [[t.name, t.bytes]]),
  num('share', 'A share', () => ({ number: '0.50' })),
]);

const full = {
  name: 'n',
  bytes: Uint8Array.of(10),
  value: 150_000_000n,
  parts: [{ id: 1 }, { id: 2 }],
};
const empty = { ...full, value: undefined, parts: [] };

const methodOf = (result: Result) =>
  defineMethod({ name: 'm', category: 'Util', summary: 'S', params: [], result, run: () => null });

test('prints each value in the order of the rows, as their types say', () => {
  expect(thing.show(full, { suffix: '!' }).members).toEqual([
    ['name', 'n!'],
    ['bytes', '0a'],
    ['value', { number: '1.50000000' }],
    ['time', { number: '5' }],
    ['big', true],
    ['first', { members: [['id', { number: '1' }]] }],
    ['parts', [{ members: [['id', { number: '1' }]] }, { members: [['id', { number: '2' }]] }]],
    ['ids', [{ number: '1' }, { number: '2' }]],
    ['byName', { members: [['n', '0a']] }],
    ['share', { number: '0.50' }],
  ]);
});

test('leaves out an optional row whose reader returns undefined or an empty list', () => {
  const printed = toPlain(thing.show(empty, { suffix: '' }));
  expect(printed).not.toHaveProperty('value');
  expect(printed).not.toHaveProperty('parts');
  expect(printed).toMatchObject({ first: false, ids: [] });
});

test('prints what it declares', () => {
  const method = methodOf(thing);
  for (const value of [full, empty]) {
    expect(undeclared(method, toPlain(thing.show(value, { suffix: '' })))).toBe(undefined);
  }
  expect(undeclared(method, { name: 'n' })).toContain('required property');
});

test('readers are in no document', () => {
  const declared = shape<Part>([num('id', 'A number', (p) => p.id)]);
  const plain = record([num('id', 'A number')]);
  const documentOf = (result: Result) => openRpcDocument([methodOf(result)], '1');
  expect(documentOf(declared)).toEqual(documentOf(plain));
  expect(helpText(methodOf(declared))).toBe(helpText(methodOf(plain)));
});

test('a reader of another type does not compile', () => {
  // @ts-expect-error: a number row does not take a text.
  num('n', 'A number', (value: { readonly text: string }) => value.text);
  // @ts-expect-error: only an optional row may be left out.
  str('s', 'A text', (value: { readonly text?: string }) => value.text);
  // @ts-expect-error: the row reads a part, not a thing.
  shape<Thing>([num('id', 'A number', (p: Part) => p.id)]);
  // @ts-expect-error: the shape of a list reads its items.
  rows('parts', 'The parts', part, (value: Thing) => value.name);
  // @ts-expect-error: a shape with a context needs it to print.
  expect(() => thing.show(full)).toThrow();
});
