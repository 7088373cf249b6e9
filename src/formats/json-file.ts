import { visible } from '../encoding/unseen.ts';
import {
  findMember,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../json/json.ts';
import { parseJson } from '../json/parse.ts';

/** Parses a text as a JSON object. */
export function readObject(text: string): JsonObject | undefined {
  const json = /^\s*\{/.test(text) ? parseJson(text) : undefined;
  return json !== undefined && isJsonObject(json) ? json : undefined;
}

/**
 * Returns a sentence about the first name that occurs twice in one object of a JSON text, because
 * programs then read different values. Returns `undefined` if there is none.
 */
export function repeatedMember(text: string): string | undefined {
  const json = parseJson(`[${text}]`);
  const name = json === undefined ? undefined : repeatedIn(json);
  return name === undefined
    ? undefined
    : `"${visible(name).slice(0, 40)}" is twice in one object of this JSON, and programs read different values: it was changed, or is damaged. Do not use it, and ask for the file again`;
}

function repeatedIn(json: Json): string | undefined {
  if (!isJsonArray(json) && !isJsonObject(json)) return undefined;
  const values = isJsonArray(json) ? json : json.members.map(([, value]) => value);
  const names = isJsonArray(json) ? [] : json.members.map(([name]) => name);
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  for (const value of values) {
    const name = repeatedIn(value);
    if (name !== undefined) return name;
  }
  return undefined;
}

export const objectAt = (object: JsonObject, name: string): JsonObject | undefined =>
  asObject(findMember(object, name) ?? null);

const asObject = (json: Json): JsonObject | undefined => (isJsonObject(json) ? json : undefined);

/** Returns a list; empty if absent. */
export function listAt(object: JsonObject, name: string): readonly Json[] {
  const value = findMember(object, name) ?? null;
  return isJsonArray(value) ? value : [];
}

/** Returns the objects in a list. */
export const objectsAt = (object: JsonObject, name: string): readonly JsonObject[] =>
  listAt(object, name).flatMap((each) => asObject(each) ?? []);

/** Returns a text; `undefined` if it is absent or empty. */
export function textAt(object: JsonObject, name: string): string | undefined {
  const value = findMember(object, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns an exact non-negative integer, which may be written as a string. */
export function countAt(object: JsonObject, name: string): number | undefined {
  const value = findMember(object, name) ?? null;
  const text = isJsonNumber(value) ? value.number : value;
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
