import type { Severity } from './catalog.ts';

/** What belongs together: a heading, and lines below it. */
export type Section = {
  readonly heading: string;
  /** Each is one line where there is room for it. */
  readonly lines: readonly string[];
  /** How bad it is; absent: a fact. */
  readonly tone?: Severity;
};
