import { replaced } from '../encoding/list.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonMember,
  type JsonObject,
} from '../json/json.ts';
import { parseJson } from '../json/parse.ts';
import { textAt } from './json-file.ts';

/** Limit of patches, because each one walks through the lists of its path. */
const MOST_PATCHES = 20_000;

/**
 * Parses a JSON object followed by JSON patches (RFC 6902: add, replace, remove) after commas, as
 * Electrum stores changes. A truncated last patch is ignored, as in Electrum. Returns `undefined`
 * for anything else.
 */
export function readPatchedObject(text: string): JsonObject | undefined {
  const whole = parseJson(`[${text}]`) ?? parseJson(`[${withoutCutEnd(text)}]`);
  if (whole === undefined || !isJsonArray(whole) || whole.length > MOST_PATCHES) return undefined;
  const [object, ...patches] = whole;
  if (object === undefined || !isJsonObject(object)) return undefined;
  let patched: Json | undefined = object;
  for (const patch of patches) patched = patched && applyPatch(patched, patch);
  return patched !== undefined && isJsonObject(patched) ? patched : undefined;
}

const withoutCutEnd = (text: string): string => text.slice(0, Math.max(text.lastIndexOf(',\n'), 0));

function applyPatch(document: Json, patch: Json): Json | undefined {
  if (!isJsonObject(patch)) return undefined;
  const operation = textAt(patch, 'op');
  const steps = (textAt(patch, 'path') ?? '').split('/').slice(1);
  const value = patch.members.find(([name]) => name === 'value')?.[1];
  if (steps.length === 0 || (value === undefined && operation !== 'remove')) return undefined;
  if (operation !== 'add' && operation !== 'replace' && operation !== 'remove') return undefined;
  // RFC 6901: "~1" is a slash, "~0" a tilde.
  const path = steps.map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
  return changeAt(document, path, operation === 'remove' ? undefined : value);
}

/**
 * Changes a value at a path, or removes it if `value` is absent. Returns `undefined` if the path
 * does not exist.
 */
function changeAt(json: Json, path: readonly string[], value: Json | undefined): Json | undefined {
  const [step = '', ...rest] = path;
  if (isJsonArray(json)) return changeList(json, step, rest, value);
  if (!isJsonObject(json)) return undefined;
  const at = json.members.findIndex(([name]) => name === step);
  const inner = json.members[at]?.[1];
  const next =
    rest.length === 0 ? value : inner !== undefined ? changeAt(inner, rest, value) : undefined;
  if (next === undefined) {
    const isGone = rest.length === 0 && value === undefined && at >= 0;
    return isGone ? { members: json.members.filter((_, i) => i !== at) } : undefined;
  }
  const member: JsonMember = [step, next];
  return { members: at < 0 ? [...json.members, member] : replaced(json.members, at, member) };
}

function changeList(
  list: readonly Json[],
  step: string,
  rest: readonly string[],
  value: Json | undefined,
): Json | undefined {
  const at = step === '-' ? list.length : /^\d{1,9}$/.test(step) ? Number(step) : list.length + 1;
  if (at > list.length) return undefined;
  if (rest.length > 0) {
    const inner = list[at];
    const next = inner === undefined ? undefined : changeAt(inner, rest, value);
    return next === undefined ? undefined : replaced(list, at, next);
  }
  if (value !== undefined) return [...list.slice(0, at), value, ...list.slice(at)];
  return at < list.length ? list.filter((_, i) => i !== at) : undefined;
}
