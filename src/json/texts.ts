import { isJsonArray, isJsonObject, type Json } from './json.ts';

/** Yields strings and names of members in order. */
export function* textsOf(value: Json): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (isJsonArray(value)) for (const item of value) yield* textsOf(item);
  else if (isJsonObject(value)) {
    for (const [name, member] of value.members) {
      yield name;
      yield* textsOf(member);
    }
  }
}
