import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatLabels, readLabels, type WalletLabel } from '../../src/formats/labels.ts';
import { readVector } from '../support/paths.ts';

const text: string = JSON.parse(readVector('formats/bips.json')).labels;

test('the labels of BIP329 are read, and written as the same values', () => {
  const read = readLabels(text);
  const values = text.split('\n').map((line) => JSON.parse(line));
  expect(read).toEqual({ labels: values, lost: [] });
  const again = formatLabels(read?.labels ?? [])
    .trimEnd()
    .split('\n');
  expect(again.map((line) => JSON.parse(line))).toEqual(values);
});

test('reports invalid lines, unknown types and labels that are too long', () => {
  const lines = [
    '{"type":"tx","ref":"00","label":"no id"}',
    '{"type":"colour","ref":"x","label":"new"}',
    'nonsense',
    `{"type":"addr","ref":"bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c","label":"${'é'.repeat(300)}"}`,
  ];
  const read = readLabels(lines.join('\r\n'));
  expect(read?.labels.map(({ label }) => [...(label ?? '')].length)).toEqual([255]);
  expect(read?.lost).toEqual([
    'lines 1 and 3 have no label of BIP329',
    'line 2 has a type that BIP329 does not have',
    'line 4 has a label of more than 255 characters, which was cut',
  ]);
  expect(readLabels('{"type":"tx"}')).toBeUndefined();
  expect(readLabels('')).toBeUndefined();
});

test('only outputs have spendable, and only as true and false', () => {
  const ref = `${'ab'.repeat(32)}:0`;
  const line = (members: string) => readLabels(`{"ref":"${ref}",${members}}`)?.labels[0];
  expect(line('"type":"output","spendable":false')).toEqual({
    type: 'output',
    ref,
    spendable: false,
  });
  for (const doubt of ['"false"', '"true"', '0', '{}']) {
    const frozen = { type: 'output', ref, spendable: false };
    expect(line(`"type":"output","spendable":${doubt}`)).toEqual(frozen);
  }
  expect(line('"type":"output","spendable":null')).toEqual({ type: 'output', ref });
  expect(line('"type":"input","spendable":false,"label":""')).toEqual({
    type: 'input',
    ref,
    label: '',
  });
});

test('names the line of each part that is not imported, counted as in an editor', () => {
  const ref = `${'cd'.repeat(32)}:7`;
  const line = (members: string) => `{"type":"output","ref":"${ref}",${members}}`;
  for (const spendable of ['"no"', '"true"', '0', '1', '[]', '{"a":1}']) {
    const read = readLabels(`\n${line('"label":"x"')}\n\n${line(`"spendable":${spendable}`)}\n`);
    expect(read?.labels).toHaveLength(2);
    expect(read?.lost, spendable).toEqual([
      expect.stringMatching(
        /^line 4 has a spendable that is neither true nor false: the coin is frozen/,
      ),
    ]);
  }
  const tx = `{"type":"tx","ref":"${'ab'.repeat(32)}","spendable":false}`;
  const odd = [line('"label":5'), line('"origin":true'), tx, line('"spendable":true')];
  expect(readLabels(odd.join('\n'))?.lost).toEqual([
    'line 1 has a label that is no text',
    'line 2 has an origin that is no text',
    'line 3 has a spendable, which only outputs have',
  ]);
  const many = Array.from({ length: 14 }, () => '{').join('\n');
  expect(readLabels(`${many}\n${line('"label":"x"')}`)?.lost).toEqual([
    'lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 4 more have no label of BIP329',
  ]);
});

const hex = (digits: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: digits, maxLength: digits });
const outPoint = fc.tuple(hex(64), fc.nat()).map(([txid, vout]) => `${txid}:${vout}`);
const refs: { readonly [T in WalletLabel['type']]: fc.Arbitrary<string> } = {
  tx: hex(64),
  addr: fc.constantFrom('bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c'),
  pubkey: fc.oneof(hex(64), hex(66), hex(130)),
  input: outPoint,
  output: outPoint,
  xpub: fc.constant(`xpub${'6'.repeat(107)}`),
  spscan: fc.constant('tspscan1qqq'),
};
const text16 = fc.string({ unit: 'grapheme', maxLength: 40 });
const anyLabel = fc.constantFrom(...(Object.keys(refs) as WalletLabel['type'][])).chain((type) =>
  fc.record(
    {
      type: fc.constant(type),
      ref: refs[type],
      label: text16,
      origin: fc.constantFrom("wpkh([d34db33f/84'/0'/0'])"),
      ...(type === 'output' && { spendable: fc.boolean() }),
    },
    { requiredKeys: ['type', 'ref'] },
  ),
);

test('written labels are read as the same labels', () => {
  fc.assert(
    fc.property(fc.array(anyLabel, { minLength: 1 }), (labels) => {
      expect(readLabels(formatLabels(labels))).toEqual({ labels, lost: [] });
    }),
  );
});

test.each([
  [{ type: 'utxo', ref: `${'ab'.repeat(32)}:0` }, 'type must be one of'],
  [{ type: 'output', ref: 'ab'.repeat(32) }, 'ref must be a txid, a colon and the number'],
  [{ type: 'tx', ref: `${'ab'.repeat(32)}:0` }, 'ref must be a txid of 64 hexadecimal digits'],
  [
    { type: 'addr', ref: 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c', spendable: false },
    'spendable belongs to outputs only',
  ],
  [{ type: 'tx', ref: 'ab'.repeat(32), label: 'x'.repeat(256) }, 'at most 255 characters'],
  [{ type: 'tx', ref: 'ab'.repeat(32), label: '\ud83d' }, 'without half a character'],
])('a label that would not be read is not written: %o', (label, words) => {
  const right = { type: 'tx', ref: 'cd'.repeat(32), label: 'rent' } as const;
  expect(() => formatLabels([right, label as WalletLabel])).toThrow('formatLabels: labels[1].');
  expect(() => formatLabels([label as WalletLabel])).toThrow(words);
});
