import type { Json, JsonArray, JsonMember, JsonObject } from '../../json/json.ts';
import { parseJson } from '../../json/parse.ts';
import type { Param, RpcMethod } from '../../rpc/method.ts';

/** The arguments of a call; or, in `error`, the word that should have been JSON. */
export type Words = { readonly params: JsonArray | JsonObject } | { readonly error: string };

/**
 * The words behind a method, as bitcoin-cli converts them (rpc/client.cpp): strings as typed,
 * everything else is read as JSON. A method that we do not know gets strings.
 */
export function readPositionalWords(
  method: RpcMethod | undefined,
  words: readonly string[],
): Words {
  const params: Json[] = [];
  for (const [i, word] of words.entries()) {
    const value = readWord(method?.params[i], word);
    if (value === undefined) return { error: word };
    params.push(value);
  }
  return { params };
}

/**
 * With -named: `name=value`, and words without a name become the leading positional ones (`args`).
 */
export function readNamedWords(method: RpcMethod | undefined, words: readonly string[]): Words {
  const named = new Map<string, Json>();
  const leading: Json[] = [];
  for (const word of words) {
    const equals = word.indexOf('=');
    const name = word.slice(0, Math.max(equals, 0));
    const param = equals < 0 ? undefined : findParam(method, name);
    const next = method?.params[leading.length];
    const whole = equals < 0 || (param === undefined && isWholeWord(next, word));
    const value = whole ? readWord(next, word) : readWord(param, word.slice(equals + 1));
    if (value === undefined) return { error: whole ? word : word.slice(equals + 1) };
    if (whole) leading.push(value);
    // Of a repeated name the last one counts, at the place of the first.
    else named.set(name, value);
  }
  const members: JsonMember[] = [...named];
  return { params: { members: leading.length > 0 ? [...members, ['args', leading]] : members } };
}

/**
 * Whether a word with an equals sign that follows no known name is the next positional argument
 * after all.
 */
function isWholeWord(next: Param | undefined, word: string): boolean {
  if (next === undefined) return false;
  return isText(next) ? next.freeText === true : parseJson(word) !== undefined;
}

/** By any of its names; members of an options argument are found too. */
function findParam(method: RpcMethod | undefined, name: string): Param | undefined {
  const params = method?.params ?? [];
  const options = params.flatMap((param) => (param.type === 'options' ? (param.fields ?? []) : []));
  return [...params, ...options].find((param) => param.name.split('|').includes(name));
}

function isText(param: Param): boolean {
  return param.type === 'string' || param.type === 'hex';
}

function readWord(param: Param | undefined, word: string): Json | undefined {
  return param === undefined || isText(param) ? word : parseJson(word);
}
