import { AsyncLocalStorage } from 'node:async_hooks';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import type { Context } from '../../src/rpc/context.ts';
import { handleBody, type Service } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';

/** The methods that may make a signature. A call of any other one that makes one fails its test. */
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

/** The call that goes on, with the signatures that it has made so far. */
const calls = new AsyncLocalStorage<{ signatures: number }>();
const counted = new WeakMap<Secp256k1, Secp256k1>();

/** The curve, which counts the signatures that it makes for the call that goes on. */
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

/** How many signatures `run` has made, and what it answers. */
export async function signaturesOf(run: () => Promise<unknown>): Promise<number> {
  const made = { signatures: 0 };
  await calls.run(made, run);
  return made.signatures;
}

/** A body with several calls may name one that signs beside others. */
function requireSigning(body: string): void {
  const read: Read = JSON.parse(body);
  const names: string[] = [read].flat().map(({ method }) => method);
  if (names.some((name) => signingMethods.includes(name))) return;
  throw new Error(`${names} made a signature, and is not in signingMethods`);
}

/** As `handleBody`. Throws if a call makes a signature and is not one of `signingMethods`. */
export async function answerBody(body: string, service: Service): ReturnType<typeof handleBody> {
  const secp256k1 = countSignatures(service.context.secp256k1);
  const context = { ...service.context, secp256k1 };
  const made = { signatures: 0 };
  const reply = await calls.run(made, () => handleBody(body, { ...service, context }));
  if (made.signatures > 0) requireSigning(body);
  return reply;
}

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
    return (await answerBody(body, { methods, context: asked })).text;
  }
  const asking = callsBy(async (method, params = [], wallet) =>
    JSON.parse(await post(JSON.stringify({ id: 1, method, params }), wallet)),
  );
  return { post, ...asking };
}

export type Harness = ReturnType<typeof harness>;
