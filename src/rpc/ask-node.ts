import type { NodeQuestion } from '../chain/node-answers.ts';
import type { ChainSource } from '../chain/source.ts';
import type { Json } from '../json/json.ts';
import { parseJson } from '../json/parse.ts';
import { printJson } from '../json/print.ts';
import { RpcCode, RpcError } from './error.ts';

/** Returns the node's answer or error, or `undefined` if the source is no node. */
export async function askNode(
  { ask }: Pick<ChainSource, 'ask'>,
  method: NodeQuestion,
  params: readonly (Json | undefined)[],
): Promise<Json | undefined> {
  if (ask === undefined) return undefined;
  const word = await ask(method, printJson(params.map((param) => param ?? null)));
  if ('code' in word) throw new RpcError(word.code, word.message);
  const answer = parseJson(word.json);
  if (answer !== undefined) return answer;
  throw new RpcError(RpcCode.CLIENT_NOT_CONNECTED, `${method}: the node's answer is not JSON`);
}

/** Returns the error for a method that only a node can answer. */
export function needsNode(method: string): RpcError {
  return new RpcError(
    RpcCode.CLIENT_NOT_CONNECTED,
    `${method} needs a node. Snapshots, servers and files of blocks do not contain the answer`,
  );
}
