import { PlainError } from '../../../encoding/plain-error.ts';
import { RpcError } from '../../../rpc/error.ts';
import type { Answer, Request } from '../protocol.ts';
import { createEngine } from './engine.ts';
import { sentence } from './session.ts';

const post = (message: Answer) => self.postMessage(message);
const engine = createEngine((progress) => post({ progress }));

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
  const { id, name, args } = data;
  try {
    const run: (...given: never[]) => unknown = engine[name];
    post({ id, value: await run(...(args as never[])) });
  } catch (error) {
    post({ id, error: inWords(error) });
  }
};
