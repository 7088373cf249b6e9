import {
  findMember,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../json/json.ts';
import { parseJson } from '../json/parse.ts';

/** The object that a text is. */
export function readObject(text: string): JsonObject | undefined {
  const json = /^\s*\{/.test(text) ? parseJson(text) : undefined;
  return json !== undefined && isJsonObject(json) ? json : undefined;
}

export const objectAt = (object: JsonObject, name: string): JsonObject | undefined =>
  asObject(findMember(object, name) ?? null);

const asObject = (json: Json): JsonObject | undefined => (isJsonObject(json) ? json : undefined);

/** Empty where there is none. */
export function listAt(object: JsonObject, name: string): readonly Json[] {
  const value = findMember(object, name) ?? null;
  return isJsonArray(value) ? value : [];
}

/** The objects in a list. */
export const objectsAt = (object: JsonObject, name: string): readonly JsonObject[] =>
  listAt(object, name).flatMap((each) => asObject(each) ?? []);

/** `undefined` for an empty one too. */
export function textAt(object: JsonObject, name: string): string | undefined {
  const value = findMember(object, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number from 0 that JavaScript holds exactly, also where it is written as a string. */
export function countAt(object: JsonObject, name: string): number | undefined {
  const value = findMember(object, name) ?? null;
  const text = isJsonNumber(value) ? value.number : value;
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
