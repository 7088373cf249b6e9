import { ComputationFault } from '../crypto/own-signatures.ts';
import { isAborted } from '../encoding/abort.ts';
import { ColdsignError } from '../encoding/coldsign-error.ts';
import { withCause } from '../encoding/plain-error.ts';
import {
  findMember,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonObject,
} from '../json/json.ts';
import { WalletHostError } from '../wallet-host/host-error.ts';
import { bindArguments } from './arguments.ts';
import type { Context } from './context.ts';
import { miscError, RpcCode, RpcError } from './error.ts';
import { withHint } from './hint.ts';
import { noteKeys } from './locked-keys.ts';
import type { RpcMethod } from './method.ts';
import { withoutSecrets } from './redact-arguments.ts';
import { hostError } from './wallet/rpc-host-error.ts';

/**
 * Binds, checks and runs a method. Throws only `RpcError`, `ABORTED` if a signal ended it, and
 * `NOT_LOADED` if an app cannot load a part of itself. Any other exception is a bug: it goes to
 * `context.reportBug`, and the caller gets -1 with a fixed message, because the original could
 * contain secrets. A faulty computation keeps its message, which says what to do.
 */
export async function runMethod(
  method: RpcMethod,
  params: JsonArray | JsonObject,
  context: Context,
): Promise<Json> {
  const requireKeys = noteKeys(context);
  try {
    return await method.run(bindArguments(method, params, context.profile), context);
  } catch (thrown) {
    const error = causeOf(thrown, requireKeys);
    if (error instanceof RpcError) {
      const secrets = secretsIn(params, method);
      const safe = withoutSecrets(
        withHint(error, params, context),
        params,
        context.profile,
        secrets,
      );
      throw 'cause' in error ? withCause(safe, error.cause) : safe;
    }
    if (isAborted(error) || isNotLoaded(error)) throw error;
    context.reportBug?.(error);
    if (error instanceof ComputationFault) throw miscError(error.message);
    throw miscError('Internal bug detected');
  }
}

const isNotLoaded = (error: unknown): boolean =>
  error instanceof ColdsignError && error.code === 'NOT_LOADED';

/** Returns the error to report: that of the keys of the wallet if another one follows from it. */
function causeOf(thrown: unknown, requireKeys: () => void): unknown {
  if (thrown instanceof WalletHostError) return hostError(thrown.reason);
  if (thrown instanceof RpcError || isAborted(thrown)) return thrown;
  try {
    requireKeys();
    return thrown;
  } catch (error) {
    return error;
  }
}

/** Shorter text is no secret, and appears in any message. */
const SHORTEST_SECRET = 4;

function secretsIn(given: JsonArray | JsonObject, { params }: RpcMethod): readonly string[] {
  const values = params.map(({ name, secret }, i) => {
    if (secret !== true) return undefined;
    return isJsonObject(given) ? findMember(given, name) : given[i];
  });
  return values.filter(
    (value): value is string => typeof value === 'string' && value.length >= SHORTEST_SECRET,
  );
}

/** Returns the method of exactly that name. Throws -32601 if there is none. */
export function findMethod(methods: readonly RpcMethod[], name: string): RpcMethod {
  const method = methods.find((candidate) => candidate.name === name);
  if (method === undefined) throw new RpcError(RpcCode.METHOD_NOT_FOUND, 'Method not found');
  return method;
}
