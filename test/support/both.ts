import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Context } from '../../src/rpc/context.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { inputErrorSentence } from '../../src/signing/input-error.ts';
import { postToNode } from './node-client.ts';

const context: Context = {
  network: networks.regtest,
  profile: 'core',
  secp256k1: nobleSecp256k1,
};

export type Answer = { readonly status: number; readonly result: unknown; readonly error: unknown };

/** The same text to us and to the real node; the answers without the members that only this node has. */
export async function askBoth(
  method: string,
  params: string,
): Promise<{ ours: Answer; node: Answer }> {
  const body = `{"jsonrpc":"1.0","id":"o","method":"${method}","params":${params}}`;
  const [ours, node] = await Promise.all([
    handleBody(body, { methods, context }),
    postToNode(body),
  ]);
  return { ours: answer(ours), node: answer(node) };
}

function answer({ status, text }: { status: number; text: string }): Answer {
  const { result, error } = JSON.parse(text);
  if (typeof result === 'object' && result !== null) {
    delete result.fee;
    delete result.feerate;
  }
  // Behind the first line of a help text stands what each program says of itself.
  if (error?.code === -1) error.message = error.message.split('\n')[0];
  return { status, result, error };
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
