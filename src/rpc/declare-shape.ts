import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import {
  isJsonArray,
  type Json,
  type JsonMember,
  type JsonNumber,
  type JsonObject,
  jsonAmount,
  jsonNumber,
} from '../json/json.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';
import type { ReadRow } from './fields.ts';
import type { Result } from './method.ts';

/** A declared object, the result itself or an item of a list, which prints values as declared. */
export type Shape<T, C = unknown> = {
  readonly name: '';
  readonly type: 'object';
  readonly help: '';
  readonly fields: readonly ReadRow<T, C>[];
  readonly when?: string;
  /**
   * Prints a value in the order of the rows. An optional row is left out if its reader returns
   * `undefined`, or an empty list.
   */
  readonly show: unknown extends C
    ? (value: T, context?: unknown) => JsonObject
    : (value: T, context: C) => JsonObject;
  /** Prints as `show` does, and lets other work run after every few items of a list. */
  readonly showTask: (value: T, context: C, pause: Pause | undefined) => Task<JsonObject>;
};

/** Prints the result of a reader. */
type Print = (found: unknown, context: unknown) => Json | undefined;

/**
 * Declares an object by rows with readers of `T`. `C` is what readers need besides the value, such
 * as the network.
 */
/* @__NO_SIDE_EFFECTS__ */
export function shape<T, C = unknown>(
  fields: readonly ReadRow<T, C>[],
  extra: Pick<Result, 'when' | 'beyondCore'> = {},
): Shape<T, C> {
  const columns = fields.map((row) => ({ ...row, print: printer(row) }));
  function* showTask(value: T, context: C, pause?: Pause): Task<JsonObject> {
    const members: JsonMember[] = [];
    for (const { name, type, read, print } of columns) {
      const found = read(value, context);
      const isLong = pause && type === 'array' && Array.isArray(found) && found.length > FEW;
      const printed = isLong
        ? yield* printInParts(found, (part) => print(part, context), pause)
        : found === undefined
          ? found
          : print(found, context);
      if (printed !== undefined) members.push([name, printed]);
    }
    return { members };
  }
  const show = (value: T, context: C): JsonObject => runNow(showTask(value, context));
  // Sound: readers of a shape without a context ignore it.
  return { name: '', type: 'object', help: '', ...extra, fields, show, showTask } as Shape<T, C>;
}

/** Number of items of a list that are printed between pauses. */
const FEW = 16;

function* printInParts(
  items: readonly unknown[],
  print: (part: readonly unknown[]) => Json | undefined,
  pause: Pause,
): Task<Json> {
  const printed: Json[] = [];
  for (let from = 0; from < items.length; from += FEW) {
    const part = print(items.slice(from, from + FEW)) ?? [];
    if (isJsonArray(part)) printed.push(...part);
    yield pause();
  }
  return printed;
}

// The types of rows (fields.ts) make sure that readers return what is printed here.

const LEAVES: { readonly [K in Result['type']]?: Print } = {
  hex: (found) => (typeof found === 'string' ? found : encodeHex(found as Bytes)),
  number: (found) =>
    typeof found === 'object' ? (found as JsonNumber) : jsonNumber(found as number),
  amount: (found) => jsonAmount(found as bigint),
  time: (found) => jsonNumber(found as number),
};

function printer(row: Result & { readonly show?: Print }): Print {
  const { type, or, optional, fields: [item] = [] } = row;
  const isGroup = item !== undefined && type !== 'object';
  const print = row.show ?? (isGroup ? itemsPrinter(type, printer(item), optional) : LEAVES[type]);
  if (print === undefined) return (found) => found as Json;
  return or === undefined ? print : (found, context) => (found === or ? or : print(found, context));
}

function itemsPrinter(type: Result['type'], print: Print, optional = false): Print {
  return (found, context) => {
    const items = found as readonly unknown[];
    if (optional && items.length === 0) return undefined;
    if (type === 'array') return items.map((item) => print(item, context)) as Json;
    const entries = items as readonly (readonly [key: string, value: unknown])[];
    const members = entries.map(([key, value]) => [key, print(value, context)] as JsonMember);
    return { members };
  };
}
