import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type AbortSignalLike, untilAborted } from '../encoding/abort.ts';
import { invariant } from '../encoding/invariant.ts';
import {
  findMember,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonObject,
} from '../json/json.ts';
import { parseJson } from '../json/parse.ts';
import { printJson } from '../json/print.ts';
import type { Context } from '../rpc/context.ts';
import { RpcCode, RpcError } from '../rpc/error.ts';
import { findMethod, runMethod } from '../rpc/execute.ts';
import type { RpcMethod } from '../rpc/method.ts';
import { createrawtransaction as createMethod } from '../rpc/methods/createrawtransaction.ts';
import { signrawtransactionwithkey as signMethod } from '../rpc/methods/signrawtransactionwithkey.ts';
import { fromPlain, type PlainValue, toPlain } from '../rpc/plain.ts';
import type { CallOptions } from './complete-context.ts';
import { createContext } from './create-context.ts';
import type { Methods } from './method-types.ts';
import { curveForInputs, startingCurve } from './signing-curve.ts';
import { contextOfCall } from './usual-options.ts';

/**
 * Calls any method by its name. JSON text in, JSON text out: numbers keep their spelling both ways.
 * Plain values in, plain values out. An array gives positional arguments, an object named ones.
 * Throws `RpcError`. The type of the answer is known if the compiler sees the method's name and its
 * arguments fit; `client` insists on it.
 *
 * @param method - docs/methods.md lists all methods.
 * @param params - Amounts in BTC, as in Bitcoin Core; a bigint is a whole number, never an amount.
 * @param options - `network`, `wallets`, `chain`, `workers` and others.
 * @throws `RpcError`, with the codes of Bitcoin Core.
 */
export function execute(method: string, params: string, options?: CallOptions): Promise<string>;
export function execute<Name extends keyof Methods>(
  method: Name,
  params?: ArgumentsOf<Name>,
  options?: CallOptions,
): Promise<Methods[Name]['result']>;
export function execute(
  method: string,
  params?: readonly PlainValue[] | { readonly [name: string]: PlainValue | undefined },
  options?: CallOptions,
): Promise<unknown>;
export async function execute(
  method: string,
  params: unknown = [],
  options: CallOptions = {},
): Promise<unknown> {
  const context = createContext(options);
  const isText = typeof params === 'string';
  const given = isText ? readText(params) : fromPlain(params);
  const work = loadMethod(method).then((found) => runMethod(found, listOrObject(given), context));
  const result = await untilAborted(options.signal, work);
  return isText ? printJson(result) : toPlain(result);
}

/** Finds a method. All of them load with the first one, so that an app starts without them. */
export async function loadMethod(name: string): Promise<RpcMethod> {
  const { methods } = await import('../rpc/methods/index.ts');
  return findMethod(methods, name);
}

function readText(text: string): Json {
  const value = parseJson(text);
  if (value === undefined) throw new RpcError(RpcCode.PARSE_ERROR, 'Parse error');
  return value;
}

function listOrObject(params: Json): JsonArray | JsonObject {
  if (isJsonArray(params) || isJsonObject(params)) return params;
  throw new RpcError(RpcCode.INVALID_REQUEST, 'Params must be an array or object');
}

/** Arguments of a method: by name in an object, or in their order in an array. */
export type ArgumentsOf<Name extends keyof Methods> =
  | Methods[Name]['args']
  | Methods[Name]['params'];

/** Returns a method as a function of its arguments, which throws `RpcError`. */
export type Call<
  Name extends keyof Methods,
  Answer = Methods[Name]['result'],
  Arguments = ArgumentsOf<Name>,
> = (args: Arguments, options?: CallOptions) => Promise<Answer>;

/**
 * Makes a function of a method, or of a function that loads it. Calls are marked pure, so that
 * bundlers drop unused ones.
 */
export function callable<
  Name extends keyof Methods,
  Answer = Methods[Name]['result'],
  Arguments = ArgumentsOf<Name>,
>(
  method: RpcMethod | (() => Promise<RpcMethod>),
  contextFor: (
    options: CallOptions | undefined,
    params: JsonArray | JsonObject,
  ) => Context | Promise<Context>,
  signal?: AbortSignalLike,
): Call<Name, Answer, Arguments> {
  return async (args, options) => {
    const params = listOrObject(fromPlain(args));
    const context = await contextFor(options, params);
    const work =
      typeof method === 'function'
        ? method().then((loaded) => runMethod(loaded, params, context))
        : runMethod(method, params, context);
    const result = toPlain(await untilAborted(options?.signal ?? signal, work));
    // `Methods` is generated from the declaration, and tests compare every answer with it.
    return result as Answer;
  };
}

/** Completes the context without a curve, so that bundles that need none leave it out. */
function curveless(options: CallOptions | undefined): Promise<Context> {
  return contextOfCall(options, () => noCurve);
}

const noCurve: Secp256k1 = /* @__PURE__ */ new Proxy({} as Secp256k1, {
  // Its members are never read.
  get: () => invariant(false, 'addresses and amounts need no curve'),
});

/** Makes an unsigned transaction and returns it in hexadecimal. Throws `RpcError`. */
export const createrawtransaction: Call<'createrawtransaction'> = /* @__PURE__ */ callable(
  createMethod,
  curveless,
);

/** The names of `sighashtype`. */
export type SighashName = NonNullable<Methods['signrawtransactionwithkey']['args']['sighashtype']>;

/** Bytes of an unsigned input. */
const LEAST_INPUT = 41;

/** Completes the context with the curve for as many inputs as the transaction may have. */
async function signingContext(
  options: CallOptions | undefined,
  params: JsonArray | JsonObject,
): Promise<Context> {
  const context = await contextOfCall(options, startingCurve);
  const hex = isJsonArray(params) ? params[0] : findMember(params, 'hexstring');
  const bytes = typeof hex === 'string' ? hex.length / 2 : 0;
  const secp256k1 = await curveForInputs(context.secp256k1, Math.floor(bytes / LEAST_INPUT));
  return { ...context, secp256k1 };
}

/** Signs with these keys only, and verifies every input. Throws `RpcError`. */
export const signrawtransactionwithkey: Call<'signrawtransactionwithkey'> =
  /* @__PURE__ */ callable(signMethod, signingContext);
