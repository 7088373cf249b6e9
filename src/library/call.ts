import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type AbortSignalLike, checkAborted, untilAborted } from '../encoding/abort.ts';
import { invariant } from '../encoding/invariant.ts';
import { chainNames, type Network, type NetworkName, networks } from '../encoding/network.ts';
import { redactSecrets } from '../encoding/redact.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonObject,
} from '../json/json.ts';
import { parseJson } from '../json/parse.ts';
import { printJson } from '../json/print.ts';
import type { Context, Profile } from '../rpc/context.ts';
import { RpcCode, RpcError } from '../rpc/error.ts';
import { findMethod, runMethod } from '../rpc/execute.ts';
import type { RpcMethod } from '../rpc/method.ts';
import { createrawtransaction as createMethod } from '../rpc/methods/createrawtransaction.ts';
import { methods } from '../rpc/methods/index.ts';
import { signrawtransactionwithkey as signMethod } from '../rpc/methods/signrawtransactionwithkey.ts';
import { fromPlain, type PlainValue, toPlain } from '../rpc/plain.ts';
import { rejectAs } from '../rpc/reject-as.ts';
import type { SigningProgress } from '../signing/job.ts';
import type { SignatureRequest } from '../signing/signature-request.ts';
import type { OutPoint } from '../transaction/transaction.ts';
import {
  approvalOutside,
  attempt,
  callersClock,
  checkCoins,
  checkOptions,
  randomOutside,
} from './call-options.ts';
import type { Methods } from './method-types.ts';

/**
 * Options of a call, all optional: what it may ask of the world. Defaults: the main network, the
 * profile `default`, the curve in pure JS, and no coins except those in the arguments and of
 * `chain`.
 */
export type CallOptions = Partial<Omit<Context, 'network' | 'profile'>> & {
  /** The network, as its name or an object that describes your own. Default: `main`. */
  readonly network?: NetworkName | Network;
  /** Profile of the answers. Default: `default`; `contract` is an earlier name of it. */
  readonly profile?: Profile | 'contract';
  /**
   * Ends a call with a `ColdsignError` (`ABORTED`). A change of a wallet that has started
   * is completed: look at the wallet before you call again.
   */
  readonly signal?: AbortSignalLike | undefined;
};

/**
 * The context that methods run in, with the defaults of a library call. Throws `RpcError` for
 * options of a wrong kind.
 *
 * @param options - As of `execute`.
 * @throws `RpcError` with the code -3 or -8 for an option that is wrong or unknown.
 *
 * @example
 * import { createContext } from 'coldsign/rpc';
 *
 * console.log(createContext({ network: 'regtest' }).network.name); // regtest
 */
export function createContext(options: CallOptions = {}): Context {
  return completeContext(options, nobleSecp256k1);
}

function completeContext(options: CallOptions, curve: Secp256k1): Context {
  checkOptions(options);
  const { network = 'main', secp256k1 = curve, signal, ...rest } = options;
  const { profile: named = 'default' } = options;
  const profile = named === 'contract' ? 'default' : named;
  if (profile !== 'default' && profile !== 'core') {
    throw unknown('profile', named, 'The profiles are default and core');
  }
  const found = typeof network === 'string' ? findNetwork(network) : network;
  for (const name of ['wallets', 'chain'] as const) {
    const own = rest[name]?.network;
    if (own === undefined || own === found.name) continue;
    throw new RpcError(
      RpcCode.INVALID_PARAMETER,
      `The option ${name} is of chain ${own}, but the option network is ${found.name}`,
    );
  }
  const guarded = { ...rest, ...guardOutside(rest), profile, secp256k1, network: found };
  if (signal === undefined) return guarded;
  const onProgress = (told: SigningProgress) => {
    checkAborted(signal);
    guarded.onProgress?.(told);
  };
  return { ...guarded, onProgress };
}

/** Wraps the functions that the caller gave, so that they fail with `RpcError`. */
function guardOutside(options: CallOptions) {
  const { findCoins, approve, signer, now, random, deriveKey, onProgress, notify } = options;
  return {
    ...(findCoins && {
      findCoins: coinsOutside(async (wanted: readonly OutPoint[]) =>
        checkCoins(await findCoins(wanted), wanted),
      ),
    }),
    ...(approve && { approve: approvalOutside(approve) }),
    ...(signer && {
      signer: {
        publicKeys: signer.publicKeys,
        sign: signerOutside((requests: readonly SignatureRequest[]) => signer.sign(requests)),
      },
    }),
    ...(now && { now: callersClock(now) }),
    ...(random && { random: randomOutside(random) }),
    ...(deriveKey && { deriveKey: keysOutside(deriveKey) }),
    ...(onProgress && { onProgress: listener('onProgress', onProgress) }),
    ...(notify && { notify: listener('notify', notify) }),
  };
}

function listener<T>(name: string, listen: (told: T) => void): typeof listen {
  return (told) => attempt(`The option ${name} failed`, () => listen(told));
}

const coinsOutside = rejectAs(RpcCode.MISC_ERROR, 'The coins cannot be asked for');
const keysOutside = rejectAs(RpcCode.MISC_ERROR, 'The passphrase cannot be tried');
const signerOutside = rejectAs(RpcCode.MISC_ERROR, 'The signer outside failed');

export function findNetwork(name: string): Network {
  const network = Object.values(networks).find((candidate) => candidate.name === name);
  if (network !== undefined) return network;
  // For callers without types.
  if (typeof name !== 'string')
    throw notTyped(`The network must be the name of one: ${chainNames}`);
  throw unknown('chain', name, `The chains are ${chainNames}`);
}

function notTyped(message: string): RpcError {
  return new RpcError(RpcCode.TYPE_ERROR, message);
}

/** Refuses a name that callers without types may pass. */
function unknown(what: string, value: string, hint: string): RpcError {
  return new RpcError(RpcCode.INVALID_PARAMETER, `Unknown ${what} ${redactSecrets(value)}`, hint);
}

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
 *
 * @example
 * import { execute } from 'coldsign/rpc';
 *
 * const hex = await execute('createrawtransaction', [[], [{ data: '00' }]]);
 * console.log(hex); // 0200000000010000000000000000036a010000000000
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
  const work = runMethod(findMethod(methods, method), listOrObject(given), context);
  const result = await untilAborted(options.signal, work);
  return isText ? printJson(result) : toPlain(result);
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

/** Calls are marked pure, so that bundlers drop what is not used. */
export function callable<
  Name extends keyof Methods,
  Answer = Methods[Name]['result'],
  Arguments = ArgumentsOf<Name>,
>(
  method: RpcMethod,
  contextFor: (options?: CallOptions) => Context,
  signal?: AbortSignalLike,
): Call<Name, Answer, Arguments> {
  return async (args, options) => {
    const params = listOrObject(fromPlain(args));
    const work = runMethod(method, params, contextFor(options));
    const result = toPlain(await untilAborted(options?.signal ?? signal, work));
    // `Methods` is generated from the declaration, and tests compare every answer with it.
    return result as Answer;
  };
}

/** Completes the context without a curve, so that bundles that need none leave it out. */
function curveless(options: CallOptions = {}): Context {
  return completeContext(options, noCurve);
}

const noCurve: Secp256k1 = /* @__PURE__ */ new Proxy({} as Secp256k1, {
  // Its members are never read.
  get: () => invariant(false, 'addresses and amounts need no curve'),
});

/** Arguments of `createrawtransaction`. */
export type CreateRawTransaction = Methods['createrawtransaction']['args'];

/** An input: the coin to spend. */
export type TransactionInput = CreateRawTransaction['inputs'][number];

/** One output: an address and its amount in BTC, or `data` and hexadecimal bytes. */
export type TransactionOutput = Extract<
  CreateRawTransaction['outputs'],
  readonly unknown[]
>[number];

/** Makes an unsigned transaction and returns it in hexadecimal. Throws `RpcError`. */
export const createrawtransaction: Call<'createrawtransaction'> = /* @__PURE__ */ callable(
  createMethod,
  curveless,
);

/** Arguments of `signrawtransactionwithkey`. */
export type SignRawTransactionWithKey = Methods['signrawtransactionwithkey']['args'];

/** An output that is spent. */
export type PreviousOutput = NonNullable<SignRawTransactionWithKey['prevtxs']>[number];

/** The names of `sighashtype`. */
export type SighashName = NonNullable<SignRawTransactionWithKey['sighashtype']>;

/** Result of the signing methods. `details` is present if the option of that name is true. */
export type SignedTransaction = Methods['signrawtransactionwithkey']['result'];

/** An entry of `errors`. */
export type InputFailure = NonNullable<SignedTransaction['errors']>[number];

/** Signs with these keys only, and verifies every input. Throws `RpcError`. */
export const signrawtransactionwithkey: Call<'signrawtransactionwithkey'> =
  /* @__PURE__ */ callable(signMethod, createContext);
