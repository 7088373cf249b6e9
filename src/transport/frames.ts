/** The frames of one message, for QR codes in alphanumeric mode where the dialect allows it. */
export type Frames = {
  /** Number of frames in the complete message. */
  readonly count: number;
  /**
   * Returns the text to show at a step (from 0) of an endless animation: the frames in a loop, or
   * for UR, after the first `count`, mixtures that replace any missed frame.
   */
  at(step: number): string;
};

/** The frames cannot be made. */
export type FramesFailure = {
  /** Why, in a sentence. */
  readonly error: string;
};

export const tooShort = (maxLength: number): FramesFailure => ({
  error: `a frame of ${maxLength} characters is too short for this message`,
});

export const inCircle = (frames: readonly string[]): Frames => ({
  count: frames.length,
  at: (step) => frames[step % frames.length] ?? '',
});

/** A length in pieces of one size, the last one shorter. */
export function chunks(length: number, size: number): (readonly [from: number, to: number])[] {
  return Array.from({ length: Math.ceil(length / size) }, (_, i) => [
    i * size,
    Math.min((i + 1) * size, length),
  ]);
}
