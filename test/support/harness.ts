import { AsyncLocalStorage } from 'node:async_hooks';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import type { Context } from '../../src/rpc/context.ts';
import { handleBody, type Service } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';

/** Methods that may make a signature. If another method makes one, its test fails. */
export const signingMethods: readonly string[] = [
  'bumpfee',
  'descriptorprocesspsbt',
  'send',
  'sendall',
  'sendmany',
  'sendtoaddress',
  'signmessage',
  'signmessagewithprivkey',
  'signrawtransactionwithkey',
  'signrawtransactionwithwallet',
  'walletprocesspsbt',
];

/** The current call, with the number of its signatures. */
const calls = new AsyncLocalStorage<{ signatures: number }>();
const counted = new WeakMap<Secp256k1, Secp256k1>();

/** Wraps the curve to count the signatures of the current call. */
export function countSignatures(curve: Secp256k1): Secp256k1 {
  const before = counted.get(curve);
  if (before !== undefined) return before;
  const note = <T>(made: T): T => {
    const call = calls.getStore();
    if (call !== undefined) call.signatures++;
    return made;
  };
  const counting: Secp256k1 = {
    ...curve,
    signEcdsa: (...args) => note(curve.signEcdsa(...args)),
    signSchnorr: (...args) => note(curve.signSchnorr(...args)),
    signEcdsaMany: (list) => (list.length === 0 ? [] : note(curve.signEcdsaMany(list))),
    signSchnorrMany: (list) => (list.length === 0 ? [] : note(curve.signSchnorrMany(list))),
  };
  counted.set(curve, counting);
  counted.set(counting, counting);
  return counting;
}

/** Returns the number of signatures that `run` made, and its result. */
export async function signaturesOf(run: () => Promise<unknown>): Promise<number> {
  const made = { signatures: 0 };
  await calls.run(made, run);
  return made.signatures;
}

/**
 * Checks that a call that signs is one of `signingMethods`. A body with several calls must name
 * one.
 */
function requireSigning(body: string): void {
  const read: Read = JSON.parse(body);
  const names: string[] = [read].flat().map(({ method }) => method);
  if (names.some((name) => signingMethods.includes(name))) return;
  throw new Error(`${names} made a signature, and is not in signingMethods`);
}

/**
 * Answers like `handleBody`. Throws if a call makes a signature and is not one of `signingMethods`.
 */
export async function answerBody(body: string, service: Service): ReturnType<typeof handleBody> {
  const secp256k1 = countSignatures(service.context.secp256k1);
  const context = { ...service.context, secp256k1 };
  const made = { signatures: 0 };
  const reply = await calls.run(made, () => handleBody(body, { ...service, context }));
  if (made.signatures > 0) requireSigning(body);
  return reply;
}

/** Parsed JSON. A test states the expected type, or checks it. */
type Read = ReturnType<typeof JSON.parse>;

export type Refusal = {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly hint?: string };
};
export type Reply<T = Read> = { readonly result: T; readonly error: Refusal | null };
type Ask = (method: string, params?: unknown, wallet?: string) => Promise<Reply>;

/**
 * `ask`: the complete reply; `call`: its result; `refusal`: its error. The test fails if there is
 * none.
 */
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
 * Calls our methods in a world, through the envelope like clients: on a chain that a test makes
 * (`chains/wallet-beside-chain.ts`), a recorded one (`vectors/wallet-node.ts`) or a real node
 * (`nodes/live-context.ts`).
 */
export function harness(context: Context) {
  /** Posts exactly this text, and returns the exact answer. */
  async function post(body: string, walletName?: string): Promise<string> {
    const asked = walletName === undefined ? context : { ...context, walletName };
    return (await answerBody(body, { methods, context: asked })).text;
  }
  const asking = callsBy(async (method, params = [], wallet) =>
    JSON.parse(await post(JSON.stringify({ id: 1, method, params }), wallet)),
  );
  return { post, ...asking };
}

export type Harness = ReturnType<typeof harness>;
