import type { Random } from '../support/generate/random.ts';

/** Makes a few changes to valid bytes: flips, cuts, doublings, false lengths. */
export function mutateBytes(random: Random, good: Uint8Array): Uint8Array {
  let bytes = Uint8Array.from(good);
  for (let times = random.int(4); times >= 0; times--) {
    const at = random.int(bytes.length + 1);
    const to = Math.min(bytes.length, at + random.int(9));
    switch (random.int(6)) {
      case 0:
        bytes[at] = random.int(256);
        break;
      case 1:
        bytes = Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(to)]);
        break;
      case 2:
        bytes = Uint8Array.from([...bytes.subarray(0, to), ...bytes.subarray(at)]);
        break;
      case 3:
        bytes = Uint8Array.from([
          ...bytes.subarray(0, at),
          ...random.bytes(random.int(9)),
          ...bytes.subarray(at),
        ]);
        break;
      case 4:
        bytes[at] = random.pick([0xfd, 0xfe, 0xff, 0x4c, 0x4d, 0x4e, 0x00, 0x50, 0x80]);
        break;
      default:
        bytes = bytes.slice(0, at);
    }
  }
  return bytes;
}

/** Makes a few changes to a valid text, some of them aimed at JSON. */
export function mutateText(random: Random, good: string): string {
  let text = good;
  for (let times = random.int(3); times >= 0; times--) {
    const at = random.int(text.length + 1);
    const to = Math.min(text.length, at + random.int(9));
    const bit = random.pick(pieces);
    text = random.pick([
      text.slice(0, at) + bit + text.slice(at),
      text.slice(0, at) + bit + text.slice(to),
      text.slice(0, at) + text.slice(to),
      text.slice(0, to) + text.slice(at),
      replaceValue(random, text, bit),
    ]);
  }
  return text;
}

const pieces: [string, ...string[]] = [
  ...(['{}', '[]', 'null', 'true', '""', '0', '-1', '1e400', '1.5', '0.1e-8', '[[[['] as const),
  ...[
    '4294967296',
    '18446744073709551616',
    '\\u0000',
    '\\ud800',
    '"',
    ',',
    ':',
    '{"a":',
    'ä',
    '\0',
  ],
  ...['ff', '00', `"${'z'.repeat(70)}"`, '🙂', '99999999999999999999999999', '-0', 'NaN'],
];

/** Replaces one JSON value of the text by another. */
function replaceValue(random: Random, text: string, bit: string): string {
  const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/g)];
  const chosen = values[random.int(values.length)];
  if (chosen === undefined) return text;
  return text.slice(0, chosen.index) + bit + text.slice(chosen.index + chosen[0].length);
}
