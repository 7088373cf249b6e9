import { inflateRawSync } from 'node:zlib';
import { UR, URDecoder, UREncoder } from '@ngraveio/bc-ur';
import { joinQRs } from 'bbqr';
import { expect, test } from 'vitest';
import { encodeBase43 } from '../../src/encoding/base43.ts';
import { encodeBase64 } from '../../src/encoding/base64.ts';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { encodeUtf8 } from '../../src/encoding/utf8.ts';
import { encodeByteString } from '../../src/transport/cbor.ts';
import { deflate } from '../../src/transport/deflate.ts';
import { createXoshiro } from '../../src/transport/fountain.ts';
import type { Frames } from '../../src/transport/frames.ts';
import { urFrames } from '../../src/transport/ur-frames.ts';
import { encodeFrames, type FrameOptions, type Sent } from '../../src/transport/writer.ts';
import { createRandom } from '../support/generate/random.ts';
import { readVector } from '../support/paths.ts';

const vectors = JSON.parse(readVector('transport/bc-ur.json'));
const random = createRandom(20_201_122);

function made(value: Sent, options: FrameOptions): Frames {
  const frames = encodeFrames(value, options);
  if ('error' in frames) throw new Error(frames.error);
  return frames;
}

const all = ({ count, at }: Frames): string[] => Array.from({ length: count }, (_, i) => at(i));
const asPsbt = (bytes: Uint8Array): Sent => ({
  kind: 'psbt',
  bytes: concatBytes(encodeUtf8('psbt'), Uint8Array.of(0xff), bytes),
});
const psbt = (length: number): Sent => asPsbt(random.bytes(length - 1));

function wolfBytes(length: number): Uint8Array {
  const rng = createXoshiro(encodeUtf8('Wolf'));
  return Uint8Array.from({ length }, () => rng.nextBelow(256));
}

test('UR frames are exactly those of the reference implementation, mixtures too', () => {
  // Its fragments of 29 bytes are ours for frames of these lengths.
  const frames = [122, 123, 128].map((maxLength) =>
    urFrames('bytes', encodeByteString(wolfBytes(256)), maxLength),
  );
  const same = frames.filter(
    (one) => !('error' in one) && one.count === 9 && one.at(0).toLowerCase() === vectors.parts[0],
  );
  expect(same.length).toBe(3);
  for (const one of same) {
    if ('error' in one) throw new Error(one.error);
    expect(vectors.parts.map((_: string, i: number) => one.at(i).toLowerCase())).toEqual(
      vectors.parts,
    );
  }
});

test('a message that fits into one frame is one UR, as the reference implementation writes it', () => {
  const frames = urFrames('bytes', encodeByteString(wolfBytes(50)), 400);
  if ('error' in frames) throw new Error(frames.error);
  expect(all(frames).map((text) => text.toLowerCase())).toEqual([vectors.singlePart]);
});

test('another UR library decodes our frames, mixtures only, to what we sent', () => {
  for (const length of [60, 500, 3000]) {
    const value = psbt(length);
    const frames = made(value, { as: 'ur', maxLength: 150 });
    const decoder = new URDecoder();
    for (let step = frames.count; !decoder.isComplete() && step < 40 * frames.count; step++) {
      decoder.receivePart(frames.at(step).toLowerCase());
    }
    const ur: UR = decoder.resultUR();
    expect(ur.type).toBe('crypto-psbt');
    expect(encodeHex(ur.decodeCBOR())).toBe(value.kind === 'psbt' ? encodeHex(value.bytes) : '');
  }
});

test('our UR frames are those of another library where it splits alike', () => {
  const value = psbt(995);
  const frames = made(value, { as: 'ur', maxLength: 260 });
  if (value.kind !== 'psbt') throw new Error('no PSBT');
  const cbor = UR.fromBuffer(Buffer.from(value.bytes)).cbor;
  const length = Math.ceil(cbor.length / frames.count);
  const judge = new UREncoder(new UR(cbor, 'crypto-psbt'), length, 0, 10);
  const expected = Array.from({ length: 3 * frames.count }, () => judge.nextPart());
  expect(expected.map((_, i) => frames.at(i).toLowerCase())).toEqual(
    expected.map((text) => text.toLowerCase()),
  );
});

test("BBQr frames are read by BBQr's own library, of any length", () => {
  for (const maxLength of [16, 25, 100, 468, 4296]) {
    const value = psbt(maxLength < 20 ? 300 : 2000);
    const { fileType, raw } = joinQRs(all(made(value, { as: 'bbqr', maxLength })));
    expect(fileType).toBe('P');
    expect(value.kind === 'psbt' && encodeHex(raw)).toBe(
      encodeHex(value.kind === 'psbt' ? value.bytes : raw),
    );
  }
  const text: Sent = { kind: 'text', text: '{"a": "β"}'.repeat(300) };
  const frames = all(made(text, { as: 'bbqr', maxLength: 60 }));
  expect(frames[0]).toMatch(/^B\$ZU/);
  expect(new TextDecoder().decode(joinQRs(frames).raw)).toBe(text.text);
});

test('compresses BBQr for the one-kilobyte window of small devices if that is shorter', () => {
  const far = concatBytes(...Array.from({ length: 6 }, () => wolfBytes(3000)));
  // Repetitions are 3,000 bytes apart, so a window of one kilobyte misses them.
  expect(deflate(far).length).toBeGreaterThan(17_000);
  const near = concatBytes(...Array.from({ length: 60 }, () => wolfBytes(300)));
  expect(new Uint8Array(inflateRawSync(deflate(near), { windowBits: 10 }))).toEqual(near);
  expect(made(asPsbt(near), { as: 'bbqr' }).at(0)).toMatch(/^B\$ZP/);
  expect(made(asPsbt(far), { as: 'bbqr' }).at(0)).toMatch(/^B\$2P/);
});

test('no frame exceeds the limit, and all characters are alphanumeric', () => {
  const value = psbt(2500);
  for (const as of ['ur', 'bbqr', 'specter'] as const) {
    for (const maxLength of [101, 250, 777, 2000]) {
      const frames = made(value, { as, maxLength });
      const shown = Array.from({ length: 2 * frames.count }, (_, i) => frames.at(i));
      expect(Math.max(...shown.map(({ length }) => length))).toBeLessThanOrEqual(maxLength);
      if (as !== 'specter') expect(shown.join('')).toMatch(/^[0-9A-Z $%*+\-./:]+$/);
    }
  }
});

test('frames of pMofN are parts of the base64, or a single frame without a prefix', () => {
  const value = psbt(300);
  const base64 = value.kind === 'psbt' ? encodeBase64(value.bytes) : '';
  const frames = all(made(value, { as: 'specter', maxLength: 120 }));
  expect(frames[0]).toMatch(/^p1of4 cHNid/);
  expect(frames.map((text) => text.replace(/^p\dof4 /, '')).join('')).toBe(base64);
  expect(all(made(value, { as: 'specter' }))).toEqual([base64]);
});

test('refuses content that cannot be shown, with the reason', () => {
  const error = (value: Sent, options: FrameOptions) => {
    const frames = encodeFrames(value, options);
    return 'error' in frames ? frames.error : frames.count;
  };
  const value = psbt(3000);
  expect(error(value, { as: 'text' })).toMatch(/4008 characters, and a frame 800: show it as UR/);
  expect(error(value, { as: 'base43' })).toMatch(/show it as UR or BBQr/);
  expect(error(value, { as: 'ur', maxLength: 40 })).toMatch(/too short/);
  expect(error(value, { as: 'bbqr', maxLength: 10 })).toMatch(/too short/);
  expect(error(value, { as: 'bbqr', maxLength: 16 })).toBe(601);
  expect(error(value, { as: 'specter', maxLength: 12 })).toMatch(/too short/);
  expect(error({ kind: 'text', text: '' }, { as: 'ur' })).toBe('there is nothing to show');
  expect(error({ kind: 'psbt', bytes: new Uint8Array(4_000_001) }, { as: 'bbqr' })).toMatch(
    /at most 4000000/,
  );
});

test('refuses base43 of 3 MB without converting it, and of a text, which no program reads', () => {
  const error = (value: Sent, maxLength = 4296) => {
    const frames = encodeFrames(value, { as: 'base43', maxLength });
    return 'error' in frames ? frames.error : frames.at(0);
  };
  // The conversion is quadratic, so this size would take hours.
  const large = psbt(3_000_000);
  expect(error(large)).toMatch(/^the text has 44\d{5} characters, and a frame 4296: show it as UR/);
  expect(error(large, 10_000_000)).toMatch(/and a frame 30000: show it as UR or BBQr/);
  const text = error({ kind: 'text', text: 'wpkh(xpub...)' });
  expect(text).toBe('base43 is for PSBTs and transactions: show a text as text, UR or BBQr');
  // 43^4296 has 2,914 bytes; near this size the converted text decides.
  for (let length = 2909; length <= 2919; length++) {
    const value = psbt(length - 4);
    const written = error(value);
    const isBase43 = /^[0-9A-Z$*+\-./:]{1,4296}$/.test(written);
    expect(isBase43).toBe(value.kind === 'psbt' && encodeBase43(value.bytes).length <= 4296);
  }
});
