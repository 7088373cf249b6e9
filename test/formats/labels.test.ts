import { expect, test } from 'vitest';
import { formatLabels, readLabels } from '../../src/formats/labels.ts';
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

test('lines that are none, types of another time and labels that are too long are told', () => {
  const lines = [
    '{"type":"tx","ref":"00","label":"no id"}',
    '{"type":"colour","ref":"x","label":"new"}',
    'nonsense',
    `{"type":"addr","ref":"bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c","label":"${'é'.repeat(300)}"}`,
  ];
  const read = readLabels(lines.join('\r\n'));
  expect(read?.labels.map(({ label }) => [...(label ?? '')].length)).toEqual([255]);
  expect(read?.lost).toEqual([
    '2 lines without a label of BIP329',
    '1 line of a type that BIP329 does not have',
    '1 line with a label of more than 255 characters, which was cut',
  ]);
  expect(readLabels('{"type":"tx"}')).toBeUndefined();
  expect(readLabels('')).toBeUndefined();
});

test('only outputs say whether they may be spent, and only as true and false', () => {
  const ref = `${'ab'.repeat(32)}:0`;
  const line = (members: string) => readLabels(`{"ref":"${ref}",${members}}`)?.labels[0];
  expect(line('"type":"output","spendable":false')).toEqual({
    type: 'output',
    ref,
    spendable: false,
  });
  expect(line('"type":"output","spendable":"false"')).toEqual({ type: 'output', ref });
  expect(line('"type":"input","spendable":false,"label":""')).toEqual({
    type: 'input',
    ref,
    label: '',
  });
});
