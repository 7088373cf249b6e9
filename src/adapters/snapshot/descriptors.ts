import { getMember, isJsonArray, isJsonObject, type Json, jsonObject } from '../../json/json.ts';
import { parseJson } from '../../json/parse.ts';
import type { Context } from '../../rpc/context.ts';
import { RpcError } from '../../rpc/error.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import { methods } from '../../rpc/methods/index.ts';
import type { Failure } from '../options/parse-command-line.ts';

/** Members of a listdescriptors entry that importdescriptors accepts. */
const importable = ['desc', 'timestamp', 'active', 'internal', 'range', 'next_index', 'label'];

/**
 * Parses a file to requests for importdescriptors: the result of listdescriptors, a list of
 * requests, or a descriptor per line (with or without its checksum; it may have been paid at any
 * time).
 */
export async function readRequests(
  text: string,
  context: Context,
): Promise<readonly Json[] | Failure> {
  const json = parseJson(text);
  const listed = json !== undefined && isJsonObject(json) ? getMember(json, 'descriptors') : json;
  const requests =
    listed !== undefined && isJsonArray(listed)
      ? listed.map(requestOf)
      : await readLines(text, context);
  return requests.length > 0
    ? requests
    : { error: 'The file has no descriptors. Save the answer of listdescriptors in it' };
}

function requestOf(entry: Json): Json {
  if (!isJsonObject(entry)) return entry;
  const members = entry.members.filter(([name]) => importable.includes(name));
  const timestamp = members.some(([name]) => name === 'timestamp');
  return { members: timestamp ? members : [...members, ['timestamp', { number: '0' }]] };
}

async function readLines(text: string, context: Context): Promise<readonly Json[]> {
  const requests: Json[] = [];
  for (const [i, written] of text.split('\n').entries()) {
    const line = written.trim();
    if (line === '' || line.startsWith('#')) continue;
    const desc = line.includes('#') ? line : await withChecksum(line, i + 1, context);
    requests.push(jsonObject({ desc, timestamp: { number: '0' } }));
  }
  return requests;
}

/** Adds the checksum of a public descriptor. A malformed line is an error. */
async function withChecksum(line: string, number: number, context: Context): Promise<string> {
  const method = findMethod(methods, 'getdescriptorinfo');
  try {
    const info = await runMethod(method, [line], context);
    const checksum = isJsonObject(info) ? getMember(info, 'checksum') : '';
    return `${line}#${String(checksum)}`;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new RpcError(error.code, `Line ${number} of the descriptors: ${error.message}`);
  }
}

/** Removes quotes of the file from an error: it may be the wrong file, and contain secrets. */
export function withoutQuotes(message: string): string {
  if (message.startsWith('Provided checksum')) return message;
  return message.replace(/'.*'/s, "'...'");
}
