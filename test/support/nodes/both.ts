import { setImmediate } from 'node:timers/promises';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 } from '../../../src/crypto/noble.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { handleBody } from '../../../src/rpc/envelope.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { inputErrorSentence } from '../../../src/rpc/shape/input-error-sentence.ts';
import { type NodeAnswer, postToNode } from './node-client.ts';

const context: Context = {
  network: networks.regtest,
  profile: 'core',
  secp256k1: nobleSecp256k1,
};

export type Answer = {
  readonly status: number;
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | null;
};

/** The same text to us and to the real node; the answers without the members that only this node has. */
export async function askBoth(method: string, params: string, other = params): Promise<Both> {
  const body = callText(method, params);
  const [ours, node] = await Promise.all([
    handleBody(callText(method, other), { methods, context }),
    postToNode(body),
  ]);
  return { ours: answer(ours), node: answer(node) };
}

export type Call = {
  readonly method: string;
  readonly params: string;
  /** What we are asked, if it is not the same. */
  readonly ours?: string;
};
type Both = { readonly ours: Answer; readonly node: Answer };

/** Many calls in one request, ours with the WebAssembly curve; a single one as askBoth does. */
export async function askBothAll(calls: readonly Call[]): Promise<readonly Both[]> {
  const [only, ...more] = calls;
  if (only === undefined) return [];
  if (more.length === 0) return [await askBoth(only.method, only.params, only.ours)];
  const batch = (texts: readonly string[]) => `[${texts.join()}]`;
  const theirs = postToNode(batch(calls.map(({ method, params }) => callText(method, params))));
  // The request leaves before we compute, so that both work at the same time.
  await setImmediate();
  const fast: Context = { ...context, secp256k1: kernelSecp256k1 };
  const asked = batch(calls.map(({ method, params, ours }) => callText(method, ours ?? params)));
  const ours = answers(await handleBody(asked, { methods, context: fast }));
  const node = answers(await theirs);
  return calls.map((_, i) => ({ ours: at(ours, i), node: at(node, i) }));
}

const callText = (method: string, params: string) =>
  `{"jsonrpc":"1.0","id":"o","method":"${method}","params":${params}}`;

type Parsed = { readonly result: unknown; readonly error: Answer['error'] };

function answer({ status, text }: NodeAnswer): Answer {
  return answerOf(status, JSON.parse(text));
}

function answers({ status, text }: NodeAnswer): Answer[] {
  return (JSON.parse(text) as Parsed[]).map((parsed) => answerOf(status, parsed));
}

function at(list: readonly Answer[], i: number): Answer {
  const answer = list[i];
  if (answer === undefined) throw new Error(`a batch has no answer at ${i}`);
  return answer;
}

function answerOf(status: number, { result, error }: Parsed): Answer {
  if (typeof result === 'object' && result !== null) {
    const { fee: _fee, feerate: _rate, ...rest } = result as Record<string, unknown>;
    return { status, result: Array.isArray(result) ? result : rest, error: firstLine(error) };
  }
  return { status, result, error: firstLine(error) };
}

/** Behind the first line of a help text stands what each program says of itself. */
function firstLine(error: Answer['error']): Answer['error'] {
  return error?.code === -1 ? { ...error, message: error.message.split('\n')[0] ?? '' } : error;
}

/**
 * What this node says otherwise than Bitcoin Core, whose recorded answers we hold to (../shared/oracle/README.md):
 * an OP_IF without an argument and an empty key in tapscript have another error there, and a number that is too long
 * none of its own, so that the two errors count as one here.
 */
const otherWords = new Map([
  [inputErrorSentence({ kind: 'script', error: 'SCRIPTNUM' }), 'unknown error'],
  [
    'Invalid OP_IF construction',
    inputErrorSentence({ kind: 'script', error: 'INVALID_STACK_OPERATION' }),
  ],
  ['Empty public key in tapscript', inputErrorSentence({ kind: 'script', error: 'PUBKEYTYPE' })],
]);

export function inCoreWords(answer: Answer): Answer {
  const { result } = answer;
  if (typeof result !== 'object' || result === null || !('errors' in result)) return answer;
  const errors = (result.errors as { error: string }[]).map((entry) => ({
    ...entry,
    error: otherWords.get(entry.error) ?? entry.error,
  }));
  return { ...answer, result: { ...result, errors } };
}
