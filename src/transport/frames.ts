/** The frames of one message, for QR codes in alphanumeric mode where the dialect allows it. */
export type Frames = {
  /** Number of frames in the complete message. */
  readonly count: number;
  /**
   * Returns the text for a step, a whole number from 0, of an endless animation. Frames repeat in a
   * loop. For UR, mixtures that replace any missed frame follow the first `count` frames.
   */
  at(step: number): string;
};

/** The error if frames cannot be made. */
export type FramesFailure = {
  /** A sentence with the reason. */
  readonly error: string;
};

export const tooShort = (maxLength: number): FramesFailure => ({
  error: `a frame of ${maxLength} characters is too short for this message`,
});

export const inCircle = (frames: readonly string[]): Frames => ({
  count: frames.length,
  at: (step) => frames[step % frames.length] ?? '',
});

/** Splits a length into pieces of one size; the last may be shorter. */
export function chunks(length: number, size: number): (readonly [from: number, to: number])[] {
  return Array.from({ length: Math.ceil(length / size) }, (_, i) => [
    i * size,
    Math.min((i + 1) * size, length),
  ]);
}
