import { PlainError } from '../../../encoding/plain-error.ts';
import { escapeUnseen, showable } from '../../../encoding/unseen.ts';
import { RpcError } from '../../../rpc/error.ts';
import type { Answer, Arguments, Request } from '../protocol.ts';
import { createEngine } from './engine.ts';
import { sentence } from './session.ts';

const post = (message: Answer) => self.postMessage(message);
const engine: { readonly [N in keyof Arguments]: (...args: Arguments[N]) => unknown } =
  createEngine((progress) => post({ progress }));

const ask = <N extends keyof Arguments>({ name, args }: Request<N>) => engine[name](...args);

/** Errors of ours say what they may; what was thrown otherwise could carry anything. */
function inWords(error: unknown): string {
  if (error instanceof RpcError && error.hint !== undefined) {
    return `${sentence(error.message)}. ${error.hint}`;
  }
  return error instanceof PlainError
    ? sentence(error.message)
    : 'This went wrong inside. Nothing was signed.';
}

self.onmessage = async ({ data }: MessageEvent<Request>) => {
  try {
    post({ id: data.id, value: showable(await ask(data)) });
  } catch (error) {
    post({ id: data.id, error: escapeUnseen(inWords(error)) });
  }
};
