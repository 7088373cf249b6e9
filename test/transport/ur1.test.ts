import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { decodeBase64 } from '../../src/encoding/base64.ts';
import { createFrameReader, detect } from '../../src/transport/reader.ts';
import { readVector } from '../support/paths.ts';

/** A PSBT from Specter Desktop for a Cobo Vault. */
const vector: {
  psbt: string;
  digest: string;
  parts: readonly string[];
  single: readonly string[];
} = JSON.parse(readVector('transport/ur1.json'));
const bytes = decodeBase64(vector.psbt);
const frames = vector.parts.map((part, i) =>
  `UR:BYTES/${i + 1}OF${vector.parts.length}/${vector.digest}/${part}`.toUpperCase(),
);
const [first = '', second = '', third = ''] = frames;

function receive(texts: readonly string[]) {
  const reader = createFrameReader(secp256k1);
  return texts.map((text) => reader.receive(text));
}

/** BC32 as Specter writes it (util/bcur.py). */
function bc32(data: Uint8Array): string {
  const charset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
  const bits = [...data].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  const values = groups.map((group) => Number.parseInt(group.padEnd(5, '0'), 2));
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let sum = 1;
  for (const value of [0, ...values, 0, 0, 0, 0, 0, 0]) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [i, each] of generator.entries()) if ((top >> i) & 1) sum ^= each;
  }
  sum ^= 0x3fffffff;
  const checksum = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31);
  return [...values, ...checksum].map((value) => charset[value]).join('');
}

test('joins another program’s parts of a PSBT, in any order, doubled or not', () => {
  const done = { status: 'done', value: { kind: 'psbt', bytes }, received: 3, total: 3 };
  expect(receive([first, second, third]).pop()).toMatchObject(done);
  const readings = receive([third, first.toLowerCase(), first, second]);
  expect(readings[0]).toMatchObject({ status: 'partial', received: 1, total: 3, missing: [1, 2] });
  expect(readings[2]).toMatchObject({ status: 'refused', error: { reason: 'repeated' } });
  expect(readings[3]).toMatchObject(done);
  const whole = `ur:bytes/${vector.digest}/${vector.parts.join('')}`;
  expect(detect(whole, secp256k1)).toMatchObject({ value: { kind: 'psbt', bytes } });
});

test('reports parts of another message, version or text, and keeps the others', () => {
  const other = first.replace(vector.digest.toUpperCase(), 'Q'.repeat(58));
  const [, foreign, mixed, last] = receive([first, other, 'ur:crypto-psbt/1-2/aeaeaeae', second]);
  expect(foreign).toMatchObject({ error: { reason: 'another-message' }, received: 1 });
  expect(mixed).toMatchObject({ error: { reason: 'wrong-dialect' }, received: 1 });
  expect(last).toMatchObject({ status: 'partial', received: 2, missing: [3] });
});

test('finds a changed letter at the end, and starts again', () => {
  const worn = second.replace(/.$/, (letter) => (letter === 'Q' ? 'P' : 'Q'));
  const [, , end, again] = receive([first, worn, third, first]);
  expect(end).toMatchObject({
    status: 'refused',
    error: { reason: 'damaged', startAgain: true },
  });
  expect(again).toMatchObject({ status: 'partial', received: 1 });
  const differing = receive([first, worn, second]);
  expect(differing[2]).toMatchObject({ error: { reason: 'damaged', startAgain: true } });
});

test('refuses the digest of another message despite a right checksum', () => {
  const digest = bc32(createHash('sha256').update('another').digest());
  const whole = `ur:bytes/${digest}/${vector.parts.join('')}`;
  expect(detect(whole, secp256k1)).toMatchObject({ error: { reason: 'damaged' } });
});

test.each([0x5a, 0x60])(
  'more than 65,535 bytes come behind the head %i, of which one is a slip of the specification',
  (head) => {
    const data = new Uint8Array(70_000).map((_, i) => i * 7 + (i >> 8));
    const cbor = Uint8Array.of(head, 0, 1, 0x11, 0x70, ...data);
    const digest = bc32(createHash('sha256').update(cbor).digest());
    const reading = detect(`ur:bytes/${digest}/${bc32(cbor)}`, secp256k1);
    expect(reading).toMatchObject({ status: 'done', value: { kind: 'binary' } });
    const cut = Uint8Array.of(head, 0, 1, 0x11, 0x71, ...data);
    const other = bc32(createHash('sha256').update(cut).digest());
    expect(detect(`ur:bytes/${other}/${bc32(cut)}`, secp256k1)).toMatchObject({
      error: { reason: 'damaged' },
    });
  },
);

test('refuses too many parts, none, or another type', () => {
  const digest = 'q'.repeat(58);
  const why = (text: string) => detect(text, secp256k1);
  expect(why(`ur:bytes/1of9999/${digest}/qqqq`)).toMatchObject({
    error: { reason: 'too-large' },
  });
  const large = `ur:bytes/1of2/${digest}/${'q'.repeat(1_000_001)}`;
  expect(why(large)).toMatchObject({ error: { reason: 'too-large' }, received: 0 });
  expect(why(`ur:bytes/4of3/${digest}/qqqq`)).toMatchObject({ error: { reason: 'damaged' } });
  expect(why(`ur:bytes/0of3/${digest}/qqqq`)).toMatchObject({ error: { reason: 'damaged' } });
  expect(why(`ur:crypto-psbt/1of3/${digest}/qqqq`)).toMatchObject({
    error: { reason: 'unsupported' },
  });
});

test('reads a single part without a digest, as Cobo Vault and older Passports show it', () => {
  for (const frame of vector.single) {
    const reading = detect(frame, secp256k1);
    expect(reading).toMatchObject({ status: 'done', dialect: 'ur', value: { kind: 'psbt' } });
    const worn = frame.replace(/7/, '8');
    expect(detect(worn, secp256k1)).toMatchObject({
      error: { reason: 'damaged', message: expect.stringMatching(/checksum of this UR is wrong/) },
    });
  }
});

test('reads a single part by its checksum if it has no digit, and still as version 2 if it is one', () => {
  const texts = Array.from({ length: 400 }, (_, i) => `${i}`);
  const parts = texts.map((text) => {
    const data = new TextEncoder().encode(text);
    return [text, bc32(Uint8Array.of(0x40 + data.length, ...data))] as const;
  });
  const withoutDigit = parts.filter(([, part]) => !/\d/.test(part));
  expect(withoutDigit.length).toBeGreaterThan(0);
  for (const [text, part] of parts) {
    expect(detect(`ur:bytes/${part}`, secp256k1), part).toMatchObject({ value: { text } });
  }
  const current: string = JSON.parse(readVector('transport/bc-ur.json')).singlePart;
  expect(detect(current, secp256k1)).toMatchObject({ status: 'done' });
});
