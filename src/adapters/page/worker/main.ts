import { ComputationFault } from '../../../crypto/own-signatures.ts';
import { PlainError } from '../../../encoding/plain-error.ts';
import { escapeUnseen, showable } from '../../../encoding/unseen.ts';
import { RpcError } from '../../../rpc/error.ts';
import type { Answer, Arguments, Connection, FoundCode, Request } from '../protocol.ts';
import { createEngine } from './engine.ts';
import { isAtFields, isOutcome, isPasswordRequest, sentence } from './failures.ts';

// Its turns come before messages, so a message could not cancel a long calculation.
Reflect.set(self, 'scheduler', undefined);

type Post = (message: Answer) => void;

const toPage: Post = (message) => self.postMessage(message);
const engine: { readonly [N in keyof Arguments]: (...args: Arguments[N]) => unknown } =
  createEngine((progress) => toPage({ progress }));

const ask = <N extends keyof Arguments>({ name, args }: Request<N>) => engine[name](...args);

/**
 * Returns the message of coldsign's errors, which is safe to show; any other error may contain
 * secrets.
 */
function errorMessage(error: unknown): string {
  if (error instanceof RpcError && error.hint !== undefined) {
    return `${sentence(error.message)}. ${error.hint}`;
  }
  return error instanceof PlainError || error instanceof ComputationFault
    ? sentence(error.message)
    : 'This went wrong inside. Nothing was signed.';
}

async function answer(post: Post, id: number, run: () => unknown): Promise<void> {
  try {
    post({ id, value: showable(await run()) });
  } catch (error) {
    const outcome = isOutcome(error) ? error.outcome : undefined;
    const faults = isAtFields(error)
      ? error.faults.map((each) => ({ ...each, message: escapeUnseen(each.message) }))
      : undefined;
    const needsPassword = isPasswordRequest(error);
    post({ id, error: escapeUnseen(errorMessage(error)), outcome, faults, needsPassword });
  }
}

self.onmessage = ({ data }: MessageEvent<Request | Connection>) => {
  if ('port' in data) connect(data.port);
  else void answer(toPage, data.id, () => ask(data));
};

/** Connects the worker for pictures, which may only pass codes. */
function connect(port: MessagePort): void {
  port.onmessage = ({ data: { id, code } }: MessageEvent<FoundCode>) =>
    void answer(
      (message) => port.postMessage(message),
      id,
      () => engine.takeCode(code),
    );
}
