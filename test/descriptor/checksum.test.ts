import { describe, expect, test } from 'vitest';
import {
  addChecksum,
  CHECKSUM_CHARACTERS,
  checkChecksum,
  descriptorChecksum,
  PAYLOAD_CHARACTERS,
} from '../../src/descriptor/checksum.ts';
import { locateChecksumError } from '../../src/descriptor/locate-error.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';

test.each([
  ['raw(deadbeef)', '89f8spxm'],
  ['raw()', '58lrscpx'],
])('%s has the checksum %s', (payload, checksum) => {
  expect(descriptorChecksum(payload)).toBe(checksum);
  expect(checkChecksum(`${payload}#${checksum}`, true)).toEqual({ payload, checksum });
  expect(checkChecksum(payload, false)).toEqual({ payload, checksum });
});

/** BIP380's Python, word for word. */
function publishedChecksum(payload: string): string {
  const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];
  const symbols: number[] = [];
  let groups: number[] = [];
  for (const c of payload) {
    const v = PAYLOAD_CHARACTERS.indexOf(c);
    symbols.push(v & 31);
    groups.push(v >> 5);
    const [a = 0, b = 0, d = 0] = groups;
    if (groups.length < 3) continue;
    symbols.push(a * 9 + b * 3 + d);
    groups = [];
  }
  const [a = 0, b = 0] = groups;
  if (groups.length === 1) symbols.push(a);
  if (groups.length === 2) symbols.push(a * 3 + b);
  let chk = 1n;
  for (const value of [...symbols, 0, 0, 0, 0, 0, 0, 0, 0]) {
    const top = chk >> 35n;
    chk = ((chk & 0x7ffffffffn) << 5n) ^ BigInt(value);
    for (const [i, multiple] of GENERATOR.entries()) chk ^= (top >> BigInt(i)) & 1n ? multiple : 0n;
  }
  const checksum = chk ^ 1n;
  return Array.from({ length: 8 }, (_, i) =>
    CHECKSUM_CHARACTERS.charAt(Number((checksum >> BigInt(5 * (7 - i))) & 31n)),
  ).join('');
}

test('payloads of all lengths and characters have the checksum that the code in BIP380 makes', () => {
  const random = createRandom(seedOfRun());
  for (let length = 0; length < 200; length++) {
    const payload = Array.from({ length }, () =>
      PAYLOAD_CHARACTERS.charAt(random.int(PAYLOAD_CHARACTERS.length)),
    ).join('');
    expect(descriptorChecksum(payload), payload).toBe(publishedChecksum(payload));
  }
});

// BIP380, "Test Vectors".
test.each([
  ['raw(deadbeef)', true, 'Missing checksum'],
  ['raw(deadbeef)#', true, 'Expected 8 character checksum, not 0 characters'],
  ['raw(deadbeef)#89f8spxmx', true, 'Expected 8 character checksum, not 9 characters'],
  ['raw(deadbeef)#89f8spx', true, 'Expected 8 character checksum, not 7 characters'],
  ['raw(deadbeef)##9f8spxm', true, "Multiple '#' symbols"],
  ['raw(Ü)#00000000', true, 'Invalid characters in payload'],
])('%s', (text, required, error) => {
  expect(checkChecksum(text, required)).toEqual({ error });
});

test('a payload or checksum that was changed', () => {
  for (const text of [
    'raw(dedbeef)#89f8spxm',
    'raw(deadbeef)#89f8spxn',
    'raw(Deadbeef)#89f8spxm',
  ]) {
    const checked = checkChecksum(text, false);
    expect('error' in checked && checked.error).toMatch(
      /^Provided checksum '89f8spx.' does not match/,
    );
  }
});

describe('one wrong character', () => {
  const seed = seedOfRun();

  test('is found in payload and checksum', () => {
    const random = createRandom(seed);
    for (let i = 0; i < 200; i++) {
      const payload = Array.from({ length: 1 + random.int(150) }, () =>
        random.pick([...PAYLOAD_CHARACTERS.replace('#', '')] as [string, ...string[]]),
      ).join('');
      const right = addChecksum(payload);
      expect(locateChecksumError(right)).toEqual([]);
      const position = random.int(right.length - 1) + (random.oneIn(3) ? 1 : 0);
      if (right[position] === '#') continue;
      const alphabet = position > payload.length ? CHECKSUM_CHARACTERS : PAYLOAD_CHARACTERS;
      const wrong = random.pick([...alphabet.replace('#', '')] as [string, ...string[]]);
      if (wrong === right[position]) continue;
      const text = right.slice(0, position) + wrong + right.slice(position + 1);
      expect(locateChecksumError(text)).toContainEqual({ position, character: right[position] });
    }
  });

  test('is found in a long descriptor', () => {
    const right = addChecksum(`multi(1,${'0279be667ef9dcbbac55a06295ce870b07,'.repeat(30)})`);
    expect(locateChecksumError(right.replace('be667', 'be668'))).toEqual([
      { position: 16, character: '7' },
    ]);
    expect(locateChecksumError(right.replace(/be667/g, 'be668'))).toEqual([]);
    expect(locateChecksumError(`${right.slice(0, 500)}q${right.slice(501)}`)).toEqual([
      { position: 500, character: right[500] },
    ]);
  });

  test('accepts any text', () => {
    for (const text of ['', '#', '########', '#aaaaaaaa', 'raw(ü)#aaaaaaaa', 'raw(00)#bbbbbbbb']) {
      expect(locateChecksumError(text)).toEqual([]);
    }
  });
});
