/** Work that may stop for a while after each step. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** `pause`: awaited between the steps; absent: they follow at once. */
export async function inSteps<Result>(
  steps: Steps<Result>,
  pause: (() => Promise<void>) | undefined,
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (pause !== undefined) await pause();
  }
}
