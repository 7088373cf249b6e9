export {
  createFrameReader,
  describeCarried,
  detect,
  encodeFrames,
  findDevice,
  qrMatrix,
  qrSvg,
  readQrCode,
} from '../library/checked-transport.ts';
export type { Carried, Refusal } from '../transport/carried.ts';
export type { Dialect } from '../transport/collector.ts';
export type { DevicePreset } from '../transport/devices.ts';
export { devices } from '../transport/devices.ts';
export type { Frames, FramesFailure } from '../transport/frames.ts';
export type { RgbaImage } from '../transport/picture.ts';
export type { QrMatrix, ReadQrCode } from '../transport/qr-code.ts';
export type { FrameReader, Reading } from '../transport/reader.ts';
export type { FrameOptions, Sent } from '../transport/writer.ts';
