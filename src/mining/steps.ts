/** Work that can pause after each step. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Runs all steps, and awaits `pause` between them if it is given. */
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
