import { isBytes } from '../encoding/bytes.ts';
import { withCause } from '../encoding/plain-error.ts';
import {
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonMember,
  jsonNumber,
} from '../json/json.ts';
import { MAX_JSON_DEPTH } from '../json/parse.ts';
import { RpcError, typeError } from './error.ts';

/**
 * A plain JS value that JSON can represent. In objects, `undefined` is the same as omitted. A
 * bigint is an integer and never an amount: methods take amounts in BTC, other libraries in
 * satoshi, so it is rejected there.
 */
export type PlainValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue | undefined };

/**
 * Converts to exact JSON. A number becomes the text that JS prints for it, which Core's rules then
 * parse.
 */
export function fromPlain(value: unknown): Json {
  try {
    return convert(value, 0);
  } catch (error) {
    if (error instanceof RpcError) throw error;
    throw withCause(notJson('a value with a getter or a proxy that throws'), error);
  }
}

function convert(value: unknown, depth: number): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return { ...jsonNumber(value), bigint: true };
  if (typeof value === 'number' && Number.isFinite(value)) return convertNumber(value);
  if (typeof value === 'number') throw notJson(String(value));
  if (typeof value !== 'object') throw notJson(typeof value);
  if (depth >= MAX_JSON_DEPTH) throw notJson('a value nested too deeply');
  if (Array.isArray(value)) return Array.from(value, (item) => convert(item, depth + 1));
  if (isBytes(value)) throw notJson('a Uint8Array: bytes are given in hexadecimal');
  if (!isPlainObject(value)) throw notJson('an object of a class');
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return {
    members: members.map(([key, member]): JsonMember => [key, convert(member, depth + 1)]),
  };
}

/** Large numbers print with an exponent and a plus sign, which JSON allows; `-0` prints as 0. */
function convertNumber(value: number): Json {
  return { number: String(value) };
}

/**
 * Returns true for an object literal, from this realm or another, or an object without a prototype.
 */
function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function notJson(what: string): RpcError {
  return typeError(`A JSON value was expected, not ${what}`);
}

/**
 * Converts from exact JSON. Numbers become JS numbers; the last of repeated members counts, as with
 * `JSON.parse`.
 */
export function toPlain(value: Json): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (isJsonNumber(value)) return Number(value.number);
  if (isJsonArray(value)) return value.map(toPlain);
  if (!isJsonObject(value)) return null;
  return Object.fromEntries(value.members.map(([key, member]) => [key, toPlain(member)]));
}
