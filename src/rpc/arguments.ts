import { findLastIndex } from '../encoding/list.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonMember,
  type JsonObject,
  type JsonType,
  jsonType,
} from '../json/json.ts';
import { parseJson } from '../json/parse.ts';
import { printJson } from '../json/print.ts';
import type { Profile } from './context.ts';
import { invalid, miscError, typeError } from './error.ts';
import { firstInHashOrder } from './hash-order.ts';
import { helpText } from './help-text.ts';
import type { Param, RpcMethod } from './method.ts';
import { profileRules } from './profile.ts';

/** The arguments that `run` receives, by parameter name. Omitted and null ones are `undefined`. */
export type BoundArguments = { readonly [name: string]: Json | undefined };

/** Binds and checks as Core does before a method's body: names, count, outer types. */
export function bindArguments(
  declared: RpcMethod,
  params: JsonArray | JsonObject,
  profile: Profile,
): BoundArguments {
  const rules = profileRules(profile);
  const method = rules.argumentsBeyondCore ? declared : withoutExtras(declared);
  const given = isJsonObject(params) ? toPositional(method, params) : params;
  if (given.length < requiredCount(method) || given.length > method.params.length) {
    throw miscError(helpText(method));
  }
  const values = rules.jsonTextArguments
    ? given.map((value, i) => readJsonText(value, method.params[i]))
    : given;
  checkOuterTypes(method, values);
  return Object.fromEntries(
    method.params.map((param, i) => [
      param.name,
      // A required argument with an unchecked type may be null, so that its method rejects it with
      // its own message.
      values[i] ?? (!param.optional ? null : param.keepsNull ? values[i] : undefined),
    ]),
  );
}

/** Returns the method with only the arguments and options that Core has. */
function withoutExtras(method: RpcMethod): RpcMethod {
  const isCores = ({ beyondCore }: Param) => beyondCore !== true;
  const params = method.params
    .filter(isCores)
    .map((param) =>
      param.type === 'options' && param.fields
        ? { ...param, fields: param.fields.filter(isCores) }
        : param,
    );
  return { ...method, params };
}

/** Counts the positional arguments up to and including the last required one. */
function requiredCount(method: RpcMethod): number {
  return findLastIndex(method.params, (param) => !param.optional) + 1;
}

const OUTER_TYPES: { readonly [T in Param['type']]: JsonType | undefined } = {
  string: 'string',
  hex: 'string',
  number: 'number',
  bool: 'bool',
  amount: undefined,
  range: undefined,
  array: 'array',
  object: 'object',
  dictionary: 'object',
  options: 'object',
  any: undefined,
};

/** Lists every mismatch. Core: `RPCMethod::HandleRequest` (rpc/util.cpp). */
function checkOuterTypes(method: RpcMethod, values: readonly Json[]): void {
  const mismatches: JsonMember[] = [];
  for (const [i, param] of method.params.entries()) {
    const value = values[i] ?? null;
    const expected = OUTER_TYPES[param.type];
    if (param.unchecked || expected === undefined) continue;
    if (value === null && param.optional) continue;
    if (jsonType(value) === expected) continue;
    mismatches.push([
      `Position ${i + 1} (${param.name})`,
      `JSON value of type ${jsonType(value)} is not of expected type ${expected}`,
    ]);
  }
  if (mismatches.length === 0) return;
  const list = printJson({ members: mismatches }, 4);
  throw typeError(`Wrong type passed:\n${list}`);
}

/** Parses an array or object that was given as text; returns other values unchanged. */
function readJsonText(value: Json, param: Param | undefined): Json {
  if (typeof value !== 'string' || param === undefined) return value;
  const expected = OUTER_TYPES[param.type];
  if (expected !== 'array' && expected !== 'object') return value;
  const read = parseJson(value);
  return read !== undefined && (isJsonArray(read) || isJsonObject(read)) ? read : value;
}

/** A declared name, in the order in which Core searches. */
type Slot = { readonly names: string; readonly namedOnly: boolean };

/** Lists members of an options object before the object, because they are collected into it. */
function slots(method: RpcMethod): Slot[] {
  return method.params.flatMap((param) => [
    ...(param.type === 'options' ? (param.fields ?? []) : []).map((field) => ({
      names: field.name,
      namedOnly: true,
    })),
    { names: param.name, namedOnly: false },
  ]);
}

/**
 * Converts named to positional arguments, with the order of errors of `transformNamedArguments`
 * (rpc/server.cpp).
 */
export function toPositional(method: RpcMethod, params: JsonObject): Json[] {
  const given = new Map<string, Json>();
  for (const [name, value] of params.members) {
    if (given.has(name)) throw invalid(`Parameter ${name} specified multiple times`);
    given.set(name, value);
  }
  const names = [...given.keys()];
  const placed = placeNamed(slots(method), given);
  const leading = given.get('args');
  given.delete('args');
  const positional = joinLeading(placed, leading);
  const unknown = given.size > 0 ? firstInHashOrder(names, (name) => given.has(name)) : undefined;
  if (unknown !== undefined) throw invalid(`Unknown named parameter ${unknown}`);
  return positional;
}

type Placed = {
  readonly values: Json[];
  /** Number of parameters before the first named one. */
  readonly hole: number;
  /** The declared names of the first named one. */
  readonly first: string | undefined;
};

/** Moves arguments from `given` to their positions. Gaps become null; none are added at the end. */
function placeNamed(declared: readonly Slot[], given: Map<string, Json>): Placed {
  const values: Json[] = [];
  let gap = 0;
  let hole = 0;
  let first: string | undefined;
  let options: JsonMember[] = [];
  for (const { names, namedOnly } of declared) {
    const name = names.split('|').find((alias) => given.has(alias));
    const value = name === undefined ? undefined : given.get(name);
    if (name !== undefined) given.delete(name);
    if (namedOnly) {
      if (name !== undefined && value !== undefined) options.push([name, value]);
      continue;
    }
    if (value === undefined && options.length === 0) {
      gap++;
      if (values.length === 0) hole = gap;
      continue;
    }
    while (gap > 0) {
      values.push(null);
      gap--;
    }
    first ??= names;
    const [collected] = options;
    if (value !== undefined && collected !== undefined) {
      throw invalid(`Parameter ${name} conflicts with parameter ${collected[0]}`);
    }
    values.push(value === undefined ? { members: options } : value);
    options = [];
  }
  return { values, hole, first };
}

/** Puts the leading positional values first if `args` is an array; otherwise ignores it. */
function joinLeading({ values, hole, first }: Placed, leading: Json | undefined): Json[] {
  if (leading === undefined || !isJsonArray(leading)) return values;
  if (hole < leading.length && first !== undefined) {
    throw invalid(`Parameter ${first} specified twice both as positional and named argument`);
  }
  return [...leading, ...values.slice(leading.length)];
}
