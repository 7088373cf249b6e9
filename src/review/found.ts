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
  readonly detail?: string | undefined;
};

/** The places in a list of what fits, counted from 0. Made for very many. */
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

/** One finding for all that it is about; none where there is nothing. */
export function gather<T>(
  id: FindingId,
  kind: 'inputs' | 'outputs',
  list: readonly T[],
  fits: (item: T, index: number) => boolean,
): readonly Found[] {
  const places = placesOf(list, fits);
  return places.length > 0 ? [{ id, [kind]: places }] : [];
}

/** A finding that states how fields contradict the scripts of its inputs or outputs. */
export function withMisfits(
  found: Found,
  all: readonly { readonly misfits: readonly string[] }[],
  places: readonly number[] = [],
): Found {
  const sentences = new Set(places.flatMap((place) => all[place]?.misfits ?? []));
  return { ...found, detail: [...sentences].join(' ') };
}

/** What findings are made of. */
export type Searched = {
  readonly facts: ReviewFacts;
  readonly subject: Subject;
  readonly evidence: Evidence;
};
