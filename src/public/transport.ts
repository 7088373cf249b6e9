export * from '../library/checked-transport.ts';
export type { Carried } from '../transport/carried.ts';
export type { DevicePreset } from '../transport/devices.ts';
export { devices } from '../transport/devices.ts';
export type { Frames } from '../transport/frames.ts';
export type { RgbaImage } from '../transport/picture.ts';
export type { QrMatrix, ReadQrCode } from '../transport/qr-code.ts';
export type { FrameReader, Reading } from '../transport/reader.ts';
export type { FrameOptions } from '../transport/writer.ts';
