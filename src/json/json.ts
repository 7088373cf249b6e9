import { formatAmount } from '../encoding/amount.ts';

/**
 * JSON as it was written. Numbers keep their text, and objects keep the order of members, including
 * duplicates. Core (UniValue) depends on both: it parses amounts from text, and `{"a":1,"a":2}` has
 * a duplicate.
 */
export type Json = null | boolean | string | JsonNumber | JsonArray | JsonObject;
export type JsonNumber = {
  readonly number: string;
  /** Set for a bigint, which means satoshi in JavaScript, so it is refused as BTC. */
  readonly bigint?: true;
};
export type JsonArray = readonly Json[];
export type JsonMember = readonly [key: string, value: Json];
export type JsonObject = { readonly members: readonly JsonMember[] };

/** UniValue's names of types, as in error messages. */
export type JsonType = 'null' | 'bool' | 'object' | 'array' | 'string' | 'number';

export function isJsonArray(value: Json): value is JsonArray {
  return Array.isArray(value);
}

export function isJsonNumber(value: Json): value is JsonNumber {
  return typeof value === 'object' && value !== null && 'number' in value;
}

export function isJsonObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && 'members' in value;
}

export function jsonType(value: Json): JsonType {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (isJsonNumber(value)) return 'number';
  return isJsonObject(value) ? 'object' : 'array';
}

/** Returns the first member with this key; null if there is none. Core: UniValue::operator[]. */
export function getMember(object: JsonObject, key: string): Json {
  return findMember(object, key) ?? null;
}

/**
 * Finds a member like `getMember`, but returns `undefined` for an absent member and null for a
 * null.
 */
export function findMember(object: JsonObject, key: string): Json | undefined {
  for (const [name, value] of object.members) if (name === key) return value;
  return undefined;
}

export function jsonNumber(value: number | bigint): JsonNumber {
  return { number: value.toString() };
}

/** An amount in satoshi, printed in BTC. */
export function jsonAmount(value: bigint | number): JsonNumber {
  return { number: formatAmount(BigInt(value)) };
}

/** A double with 16 significant digits, as C++ prints it by `%.16g`. Core: UniValue::setFloat. */
export function jsonDouble(value: number): JsonNumber {
  const rounded = Number(value.toPrecision(16));
  const [digits = '', power = '0'] = rounded.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 16) return { number: String(rounded) };
  const sign = exponent < 0 ? '-' : '+';
  return { number: `${digits}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}` };
}

/** Makes an object without members whose value is `undefined`. */
export function jsonObject(members: { readonly [key: string]: Json | undefined }): JsonObject {
  const present: JsonMember[] = [];
  for (const key of Object.keys(members)) {
    const value = members[key];
    if (value !== undefined) present.push([key, value]);
  }
  return { members: present };
}
