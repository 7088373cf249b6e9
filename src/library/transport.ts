import * as values from '../transport/carried.ts';
import * as presets from '../transport/devices.ts';
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
  FrameOptions: { as: 'Dialect', maxLength: 'integer?', urType: 'text?' },
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
export const findDevice: typeof presets.findDevice = /* @__PURE__ */ checked(
  'findDevice',
  { name: 'text' },
  presets.findDevice,
);
export const qrMatrix: typeof qr.qrMatrix = /* @__PURE__ */ checked(
  'qrMatrix',
  { text: 'text', options: 'object?' },
  qr.qrMatrix,
);
export const qrSvg: typeof qr.qrSvg = /* @__PURE__ */ checked(
  'qrSvg',
  { matrix: 'QrMatrix', scale: 'number?' },
  qr.qrSvg,
);
export const readQrCode: typeof qr.readQrCode = /* @__PURE__ */ checked(
  'readQrCode',
  { image: 'RgbaImage', options: 'object?' },
  qr.readQrCode,
);
export const detect: typeof reader.detect = /* @__PURE__ */ checked(
  'detect',
  { input: 'bytes|text', secp256k1: 'Secp256k1' },
  reader.detect,
);

/**
 * Collects the frames of a message, in any order and format. Each message needs a reader.
 *
 * @param secp256k1 - Such as `nobleSecp256k1` of `coldsign/signing`.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { createFrameReader, encodeFrames } from 'coldsign/transport';
 * import { nobleSecp256k1 } from 'coldsign/signing';
 *
 * const frames = encodeFrames({ kind: 'text', text: 'hello' }, { as: 'text' });
 * if ('error' in frames) throw new Error(frames.error);
 * const reading = createFrameReader(nobleSecp256k1).receive(frames.at(0));
 * console.log(reading.status); // done
 */
export const createFrameReader: typeof reader.createFrameReader = /* @__PURE__ */ checked(
  'createFrameReader',
  { secp256k1: 'Secp256k1' },
  (secp256k1) => {
    const opened = reader.createFrameReader(secp256k1);
    const receive = checked('receive', { text: 'text' }, opened.receive);
    return { ...opened, receive };
  },
);
