import {
  getMember,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../src/json/json.ts';
import { parseJson } from '../../../src/json/parse.ts';
import { printJson } from '../../../src/json/print.ts';

/** POSTs a text to a node. */
export type Post = (body: string) => Promise<{ readonly status: number; readonly text: string }>;

export type Wanted = {
  readonly method: string;
  /** Exact JSON text of the parameters. */
  readonly params: string;
  readonly description: string;
};

/**
 * Returns a node's answer as a case in the format of vectors/core-recorded, with a free id, or why
 * not.
 */
export async function recordCase(
  file: string,
  wanted: Wanted,
  post: Post,
): Promise<{ readonly file: string } | { readonly error: string }> {
  const { method, params, description } = wanted;
  const value = parseJson(params);
  if (value === undefined || !(isJsonArray(value) || isJsonObject(value))) {
    return { error: `PARAMS is a JSON array or object, such as '["raw(51)"]', not ${params}` };
  }
  const known = casesOf(file);
  if (known === undefined) return { error: 'the file holds no cases' };
  const body = `{"jsonrpc":"1.0","id":"o","method":${quote(method)},"params":${params}}`;
  if (known.some((entry) => bodiesOf(entry).includes(body))) return { error: 'it is recorded' };
  const step = stepOf(body, await post(body));
  if (step === undefined) return { error: 'that is no answer of JSON-RPC 1.0' };
  const ids = new Set(known.map((entry) => getMember(entry, 'id')));
  let number = 1;
  while (ids.has(`${method}-${number}`)) number++;
  const head = `"id":${quote(`${method}-${number}`)},"category":"recorded"`;
  const line = `{${head},"description":${quote(description)},"steps":[${step}]}`;
  return {
    file: file.replace(/\s*\]\s*\}\s*$/, `${known.length === 0 ? '' : ','}\n${line}\n]}\n`),
  };
}

const quote = (text: string): string => JSON.stringify(text);

function casesOf(file: string): readonly JsonObject[] | undefined {
  const value = parseJson(file) ?? null;
  const cases = isJsonObject(value) ? getMember(value, 'cases') : null;
  return isJsonArray(cases) ? cases.filter(isJsonObject) : undefined;
}

function bodiesOf(entry: Json): readonly Json[] {
  const steps = isJsonObject(entry) ? getMember(entry, 'steps') : null;
  return isJsonArray(steps)
    ? steps.filter(isJsonObject).map((step) => getMember(step, 'body'))
    : [];
}

/** Keeps only the first line of a help text, because the rest may differ. */
function stepOf(
  body: string,
  { status, text }: { readonly status: number; readonly text: string },
): string | undefined {
  const answer = parseJson(text) ?? null;
  if (!isJsonObject(answer)) return undefined;
  const [result, error] = [getMember(answer, 'result'), getMember(answer, 'error')];
  const head = `"body":${quote(body)},"status":${status}`;
  if (!isJsonObject(error)) {
    const plain = `{"result":${printJson(result)},"error":null,"id":"o"}\n`;
    const exact = plain === text ? '' : `,"text":${quote(text)}`;
    return `{${head},"result":${printJson(result)}${exact}}`;
  }
  const message = getMember(error, 'message');
  const [first, ...more] = String(message).split('\n\n');
  const code = printJson(getMember(error, 'code'));
  const help = more.length > 0 ? ',"help":true' : '';
  return `{${head},"error":{"code":${code},"message":${quote(first ?? '')}${help}}}`;
}
