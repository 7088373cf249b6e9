/** The frames of one message, for QR codes in alphanumeric mode where the dialect allows it. */
export type Frames = {
  /** So many frames are the whole message. */
  readonly count: number;
  /**
   * The text to show at this step, from 0, of an animation without end: the frames in a circle, or
   * for UR, behind the first `count`, mixtures that stand in for any frame that was missed.
   */
  at(step: number): string;
};

/** There are no such frames. */
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
