import type { FindingId } from './catalog.ts';
import type { Evidence } from './evidence.ts';
import type { ReviewFacts } from './model.ts';
import type { Subject } from './subject.ts';

/** What was found, before it has its words. */
export type Found = {
  readonly id: FindingId;
  readonly inputs?: readonly number[];
  readonly outputs?: readonly number[];
  /** What is particular about this one: whole sentences. */
  readonly detail?: string;
};

/** What findings are made of. */
export type Searched = {
  readonly facts: ReviewFacts;
  readonly subject: Subject;
  readonly evidence: Evidence;
};
