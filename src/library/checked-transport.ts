import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import * as values from '../transport/carried.ts';
import * as qr from '../transport/qr-code.ts';
import * as reader from '../transport/reader.ts';
import * as frames from '../transport/writer.ts';
import { checkedWith } from './checked.ts';

const checked = /* @__PURE__ */ checkedWith({
  number: { is: (value: unknown) => typeof value === 'number', words: 'a number' },
  QrMatrix: {
    is: (value: unknown) => Array.isArray(value) && value.every(Array.isArray),
    words: 'what qrMatrix answers, an array of rows',
  },
  Carried: { kind: 'text' },
  QrOptions: { only: { border: 'integer?' } },
  CameraOptions: { only: { thorough: 'boolean?' } },
  FrameOptions: { only: { as: 'Dialect', maxLength: 'integer?', urType: 'text?' } },
  // An ImageData of a canvas also has a color space.
  RgbaImage: { width: 'integer', height: 'integer', data: 'object' },
  Dialect: {
    is: (value: unknown) => ['ur', 'bbqr', 'specter', 'base43', 'text'].includes(String(value)),
    words: "'ur', 'bbqr', 'specter', 'base43' or 'text'",
  },
  Sent: {
    variants: {
      psbt: { bytes: 'bytes' },
      transaction: { bytes: 'bytes' },
      text: { text: 'text' },
      ur: { type: 'text', cbor: 'bytes' },
    },
  },
});

export const describeCarried: typeof values.describeCarried = /* @__PURE__ */ checked(
  'describeCarried',
  { carried: 'Carried' },
  values.describeCarried,
);
export const encodeFrames: typeof frames.encodeFrames = /* @__PURE__ */ checked(
  'encodeFrames',
  { value: 'Sent', options: 'FrameOptions' },
  frames.encodeFrames,
);
export const qrMatrix: typeof qr.qrMatrix = /* @__PURE__ */ checked(
  'qrMatrix',
  { text: 'text', options: 'QrOptions?' },
  qr.qrMatrix,
);
export const qrSvg: typeof qr.qrSvg = /* @__PURE__ */ checked(
  'qrSvg',
  { matrix: 'QrMatrix', scale: 'number?' },
  qr.qrSvg,
);
export const readQrCode: typeof qr.readQrCode = /* @__PURE__ */ checked(
  'readQrCode',
  { image: 'RgbaImage', options: 'CameraOptions?' },
  qr.readQrCode,
);
/**
 * Detects bytes or a text: `done` for complete content, `partial` for a frame of a larger message,
 * `refused` with the reason for damaged content.
 *
 * @param input - A file's bytes, or a pasted text.
 */
export const detect: (input: Bytes | string, secp256k1?: Secp256k1) => reader.Reading =
  /* @__PURE__ */ checked(
    'detect',
    { input: 'bytes|text', secp256k1: 'Secp256k1?' },
    (input, secp256k1 = nobleSecp256k1) => reader.detect(input, secp256k1),
  );

/** Collects the frames of a message, in any order and format. Each message needs a reader. */
export const createFrameReader: (secp256k1?: Secp256k1) => reader.FrameReader =
  /* @__PURE__ */ checked(
    'createFrameReader',
    { secp256k1: 'Secp256k1?' },
    (secp256k1 = nobleSecp256k1) => {
      const opened = reader.createFrameReader(secp256k1);
      const receive = checked('receive', { text: 'text' }, opened.receive);
      return { ...opened, receive };
    },
  );
