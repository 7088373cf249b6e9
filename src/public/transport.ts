export type { Carried, Refusal } from '../transport/carried.ts';
export { describeCarried } from '../transport/carried.ts';
export type { Dialect } from '../transport/collector.ts';
export type { Frames, FramesFailure } from '../transport/frames.ts';
export type { FrameReader, Reading } from '../transport/reader.ts';
export { createFrameReader, detect } from '../transport/reader.ts';
export type { FrameOptions, Sent } from '../transport/writer.ts';
export { encodeFrames } from '../transport/writer.ts';
