import type { FindingId } from './catalog.ts';
import type { Evidence } from './evidence.ts';
import type { ReviewFacts } from './model.ts';
import type { Subject } from './subject.ts';

/** A finding without severity, text and advice. */
export type FindingCase = {
  readonly id: FindingId;
  readonly inputs?: readonly number[];
  readonly outputs?: readonly number[];
  /** Details of this case, as sentences. */
  readonly detail?: string | undefined;
};

/** Returns the positions of matching items, counted from 0. Handles very long lists. */
export function placesOf<T>(
  list: readonly T[],
  fits: (item: T, index: number) => boolean,
): readonly number[] {
  const places: number[] = [];
  list.forEach((item, index) => {
    if (fits(item, index)) places.push(index);
  });
  return places;
}

/** Makes one finding for all matching items, or none if no item matches. */
export function gather<T>(
  id: FindingId,
  kind: 'inputs' | 'outputs',
  list: readonly T[],
  fits: (item: T, index: number) => boolean,
): readonly FindingCase[] {
  const places = placesOf(list, fits);
  return places.length > 0 ? [{ id, [kind]: places }] : [];
}

/** Adds how fields contradict the scripts of the finding's inputs or outputs. */
export function withMisfits(
  found: FindingCase,
  all: readonly { readonly misfits: readonly string[] }[],
  places: readonly number[] = [],
): FindingCase {
  const sentences = new Set(places.flatMap((place) => all[place]?.misfits ?? []));
  return { ...found, detail: [...sentences].join(' ') };
}

/** Information that findings are based on. */
export type Searched = {
  readonly facts: ReviewFacts;
  readonly subject: Subject;
  readonly evidence: Evidence;
};
