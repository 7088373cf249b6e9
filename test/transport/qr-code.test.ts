import { expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { devices, findDevice } from '../../src/transport/devices.ts';
import {
  mostInSquare,
  qrMatrix,
  qrMatrixOfBytes,
  qrSvg,
  readQrCode,
} from '../../src/transport/qr-code.ts';
import { createFrameReader } from '../../src/transport/reader.ts';
import { encodeFrames, type Sent } from '../../src/transport/writer.ts';
import { createRandom } from '../support/generate/random.ts';
import { readVector } from '../support/paths.ts';
import { photograph } from './pictures.ts';

const [transaction, psbts] = JSON.parse(readVector('transport/electrum-base43.json'));
const psbt: Sent = { kind: 'psbt', bytes: decodeHex(psbts.hex) ?? new Uint8Array(0) };
const straight = { scale: 4, turn: 0, tilt: 0, blur: 0, noise: 0 };

test('a square holds exactly its capacity', () => {
  for (const sample of ['A', 'a']) {
    for (const side of [25, 60, 101, 177, 185]) {
      const most = mostInSquare(side, sample, 2);
      expect(qrMatrix(sample.repeat(most), { border: 2 })?.length ?? 0).toBeLessThanOrEqual(side);
      const larger = qrMatrix(sample.repeat(most + 2), { border: 2 })?.length ?? 1000;
      expect(larger).toBeGreaterThan(side < 181 ? side - 4 : 180);
    }
  }
  expect(mostInSquare(20, 'A')).toBe(0);
  expect(qrMatrix('')).toBeUndefined();
  expect(qrMatrix('a'.repeat(2954))).toBeUndefined();
});

test('reads frames of every device from rotated, tilted, blurred and grainy pictures', () => {
  const random = createRandom(7);
  let [read, all] = [0, 0];
  for (const { as, maxLength } of devices) {
    const frames = encodeFrames(psbt, { as, maxLength: Math.min(maxLength, 400) });
    if ('error' in frames) continue;
    const text = frames.at(0);
    const matrix = qrMatrix(text);
    if (matrix === undefined) throw new Error('too long');
    all += 1;
    const isRead = [-8, 1, 5, -2].some((turn) => {
      const view = { scale: 5, turn, tilt: 0.12, blur: 1, noise: 25 };
      return readQrCode(photograph(matrix, view, random), { thorough: true })?.text === text;
    });
    if (isRead) read += 1;
  }
  // A camera takes several pictures while a code stays.
  expect([read, all]).toEqual([devices.length - 1, devices.length - 1]);
});

test.each([
  { tilt: 0.06, blur: 1, noise: 10, least: 12 },
  { tilt: 0.12, blur: 1, noise: 25, least: 11 },
  { tilt: 0.2, blur: 2, noise: 40, least: 8 },
])('reads %o of 12 single pictures at the second attempt', ({ least, ...view }) => {
  const random = createRandom(5);
  const texts = Array.from({ length: 12 }, () => encodeHex(random.bytes(50 + random.int(80))));
  const read = texts.filter((text) => {
    const matrix = qrMatrix(text.toUpperCase()) ?? [];
    const seen = { scale: 5, turn: random.int(20) - 10, ...view };
    const code = readQrCode(photograph(matrix, seen, random), { thorough: true });
    // It never reads another text than the one shown.
    if (code !== undefined) expect(code.text).toBe(text.toUpperCase());
    return code !== undefined;
  });
  expect(read.length).toBeGreaterThanOrEqual(least);
});

test('a light code on dark ground is read', () => {
  const matrix = qrMatrix('UR:BYTES/HDEYMEJT') ?? [];
  const picture = photograph(matrix, straight, createRandom(1));
  const data = picture.data.map((value, i) => (i % 4 === 3 ? value : 255 - value));
  expect(readQrCode({ ...picture, data }, { thorough: true })?.text).toBe('UR:BYTES/HDEYMEJT');
});

const turns = [0, 17, 45, 90, 135, 200];

test('reads mirrored codes at first look, as front cameras show them, and never as another text', () => {
  for (const length of [20, 90, 333, 1111]) {
    const text = encodeHex(createRandom(length).bytes(length)).toUpperCase();
    const matrix = (qrMatrix(text) ?? []).map((row) => [...row].reverse());
    for (const turn of turns) {
      const picture = photograph(matrix, { ...straight, turn, noise: 10 }, createRandom(turn));
      expect(readQrCode(picture)?.text, `${length} bytes, ${turn} degrees`).toBe(text);
    }
  }
});

test('reads codes of versions 3 to 26 at 45 degrees, also light ones on dark ground', () => {
  for (const length of [20, 300, 620, 900]) {
    const text = encodeHex(createRandom(length).bytes(length)).toUpperCase();
    for (const turn of [41, 45, 49, 225]) {
      const view = { ...straight, turn, tilt: 0.05 };
      const picture = photograph(qrMatrix(text) ?? [], view, createRandom(turn));
      expect(readQrCode(picture)?.text, `${length} bytes, ${turn} degrees`).toBe(text);
      const data = picture.data.map((value, i) => (i % 4 === 3 ? value : 255 - value));
      expect(readQrCode({ ...picture, data }, { thorough: true })?.text).toBe(text);
    }
  }
});

test('bytes that are no text are read as bytes', () => {
  const bytes = Uint8Array.from({ length: 16 }, (_, i) => 255 - i);
  const picture = photograph(qrMatrixOfBytes(bytes) ?? [], straight, createRandom(1));
  expect(readQrCode(picture)?.bytes).toEqual(bytes);
});

test('rejects a picture without a code', () => {
  const data = new Uint8Array(4 * 100 * 100).fill(200);
  expect(readQrCode({ width: 100, height: 100, data })).toBeUndefined();
  expect(readQrCode({ width: 100, height: 101, data })).toBeUndefined();
  expect(readQrCode({ width: 0, height: 0, data: new Uint8Array(0) })).toBeUndefined();
  expect(readQrCode({ width: 1e6, height: 1e6, data })).toBeUndefined();
  const random = createRandom(3);
  expect(readQrCode({ width: 100, height: 100, data: random.bytes(40_000) })).toBeUndefined();
});

test('a filmed animation is read although pictures are lost', () => {
  const random = createRandom(11);
  for (const name of ['SeedSigner', 'Coldcard Q']) {
    const device = findDevice(name);
    if (device === undefined) throw new Error(name);
    const sent: Sent = {
      kind: 'transaction',
      bytes: decodeHex(transaction.hex) ?? new Uint8Array(0),
    };
    const frames = encodeFrames(sent, { as: device.as, maxLength: 150 });
    if ('error' in frames) throw new Error(frames.error);
    const reader = createFrameReader(secp256k1);
    let status = 'partial';
    let step = 0;
    for (; status !== 'done' && step < 10 * frames.count; step++) {
      if (random.oneIn(3)) continue;
      const view = { scale: 5, turn: random.int(6) - 3, tilt: 0.1, blur: 1, noise: 20 };
      const code = readQrCode(photograph(qrMatrix(frames.at(step)) ?? [], view, random));
      if (code !== undefined) status = reader.receive(code.text).status;
    }
    expect(status).toBe('done');
  }
});

test('an SVG has the dark points of the matrix', () => {
  const matrix = qrMatrix('A') ?? [];
  const svg = qrSvg(matrix);
  const runs = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)].map((run) => run.slice(1).map(Number));
  const dark = new Set(
    runs.flatMap(([x = 0, y = 0, width = 0]) =>
      Array.from({ length: width }, (_, i) => `${x + i},${y}`),
    ),
  );
  expect(matrix.every((row, y) => row.every((is, x) => is === dark.has(`${x},${y}`)))).toBe(true);
  expect(svg).toContain('viewBox="0 0 29 29"');
});

test('devices are found by names as people type them', () => {
  expect(findDevice('coldcard q')?.as).toBe('bbqr');
  expect(findDevice('ColdcardQ')?.name).toBe('Coldcard Q');
  expect(findDevice('abacus')).toBeUndefined();
});
