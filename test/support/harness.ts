import type { Context } from '../../src/rpc/context.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';

/** JSON that was read: a test names the type that it expects, or goes by what it sees. */
type Read = ReturnType<typeof JSON.parse>;

export type Refusal = {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly hint?: string };
};
export type Reply<T = Read> = { readonly result: T; readonly error: Refusal | null };
type Ask = (method: string, params?: unknown, wallet?: string) => Promise<Reply>;

/** `ask`: the whole reply; `call`: its result; `refusal`: its error. Without one the test fails. */
export function callsBy(ask: Ask) {
  async function call<T = Read>(...asked: Parameters<Ask>): Promise<T> {
    const { result, error } = await ask(...asked);
    if (error !== null) throw new Error(`${asked[0]}: ${JSON.stringify(error)}`);
    return result;
  }
  async function refusal(...asked: Parameters<Ask>): Promise<Refusal> {
    const { result, error } = await ask(...asked);
    if (error === null) throw new Error(`${asked[0]} is not refused: ${JSON.stringify(result)}`);
    return error;
  }
  return { ask, call, refusal };
}

/**
 * What asks our methods in a world, through the envelope as clients do: over a chain that a test
 * makes (`chains/wallet-beside-chain.ts`), a recorded one (`vectors/wallet-node.ts`) or a real node
 * (`nodes/live-context.ts`).
 */
export function harness(context: Context) {
  /** Exactly this text, and exactly what is answered. */
  async function post(body: string, walletName?: string): Promise<string> {
    const asked = walletName === undefined ? context : { ...context, walletName };
    return (await handleBody(body, { methods, context: asked })).text;
  }
  const calls = callsBy(async (method, params = [], wallet) =>
    JSON.parse(await post(JSON.stringify({ id: 1, method, params }), wallet)),
  );
  return { post, ...calls };
}

export type Harness = ReturnType<typeof harness>;
