import { setImmediate } from 'node:timers/promises';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 } from '../../../src/crypto/noble.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { handleBody } from '../../../src/rpc/envelope.ts';
import { inputErrorSentence } from '../../../src/rpc/explain/input-error-sentence.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
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

/**
 * Sends a text to us and to the real node. Returns the answers without members that only this node
 * has.
 */
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
  /** Our parameters, if they differ. */
  readonly ours?: string;
};
type Both = { readonly ours: Answer; readonly node: Answer };

/**
 * Sends many calls in one request; ours use the WebAssembly curve. A single call is sent as by
 * askBoth.
 */
export async function askBothAll(calls: readonly Call[]): Promise<readonly Both[]> {
  const [only, ...more] = calls;
  if (only === undefined) return [];
  if (more.length === 0) return [await askBoth(only.method, only.params, only.ours)];
  const batch = (texts: readonly string[]) => `[${texts.join()}]`;
  const theirs = postToNode(batch(calls.map(({ method, params }) => callText(method, params))));
  // Send the request before computing, so that both work at the same time.
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

/** Keeps the first line of a help text, because the rest differs between programs. */
function firstLine(error: Answer['error']): Answer['error'] {
  return error?.code === -1 ? { ...error, message: error.message.split('\n')[0] ?? '' } : error;
}

/**
 * Messages of this node that differ from Bitcoin Core, whose recorded answers we match
 * (../shared/oracle/README.md): other errors for an OP_IF without an argument and for an empty key
 * in tapscript, and no separate error for a number that is too long, so that the two errors count
 * as equal here.
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
