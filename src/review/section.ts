import type { Severity } from './catalog.ts';

/** A heading and the lines below it. */
export type Section = {
  readonly heading: string;
  /** Lines; each fits on one row if there is room. */
  readonly lines: readonly string[];
  /** Severity of a finding; absent for a plain fact. */
  readonly tone?: Severity;
};
