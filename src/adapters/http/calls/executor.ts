import {
  getMember,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
} from '../../../json/json.ts';
import { parseJson, parseJsonBytes } from '../../../json/parse.ts';
import { printJson } from '../../../json/print.ts';
import type { Context } from '../../../rpc/context.ts';
import { handleJson, type Reply, type Service } from '../../../rpc/envelope.ts';
import { RpcCode, RpcError, verbatimError } from '../../../rpc/error.ts';
import { runMethod } from '../../../rpc/execute.ts';
import type { CallPool } from './call-pool.ts';
import type { Owned } from './call-worker.ts';
import { isLongBody, type PlacementRules, placeCall } from './placement.ts';
import { walletNameOf } from './wallet-name.ts';

/** One call as it came, by a user who may make it. */
export type Call = {
  readonly body: Buffer;
  /** `/` or `/wallet/NAME`. */
  readonly target: string;
  readonly whitelist: Service['whitelist'];
};

export type Executor = {
  /** How many calls wait for a thread. */
  readonly waiting: () => number;
  /** `undefined` when we failed. */
  readonly execute: (call: Call) => Promise<Reply | undefined>;
};

type LocalService = Pick<Service, 'methods' | 'context'>;

/**
 * Long calls go to the pool, so that short ones need not wait for them; calls about the server's
 * state stay here.
 */
export function createExecutor(
  service: LocalService,
  rules: PlacementRules,
  pool: CallPool,
  reportBug: (error: unknown) => void,
): Executor {
  const run = runBeside(pool, rules);
  const executeHere = (value: Json | undefined, call: Call): Promise<Reply | undefined> => {
    const here = serviceFor(call, service);
    // Of a batch with a call that must be carried out here the others need not.
    const isBatch = value !== undefined && isJsonArray(value);
    return handleJson(value, isBatch ? { ...here, run } : here).catch((error) => {
      reportBug(error);
      return undefined;
    });
  };
  return {
    waiting: pool.waiting,
    execute: async (call) => {
      if (!isLongBody(call.body)) {
        const value = parseJsonBytes(call.body);
        if (placeCall(value, rules) === 'here') return executeHere(value, call);
      }
      const reply = await pool.execute(call);
      if (reply === undefined || !('owned' in reply)) return reply;
      return executeHere(await parseItems(call.body, reply, service.context.pause), call);
    },
  };
}

/**
 * Sends what may take time to a thread by itself; there it is found out whether it must be carried
 * out here after all.
 */
function runBeside(pool: CallPool, { long, owned }: PlacementRules): typeof runMethod {
  return async (method, params, context) => {
    const { name } = method;
    if (!long.has(name) || owned.has(name)) return runMethod(method, params, context);
    const body = Buffer.from(
      printJson({
        members: [
          ['method', name],
          ['params', params],
        ],
      }),
    );
    const reply = await pool.execute({ body, whitelist: undefined });
    if (reply !== undefined && 'owned' in reply) return runMethod(method, params, context);
    return resultOf(reply && parseJson(reply.text));
  };
}

/** What a thread answered to a single call. */
function resultOf(envelope: Json | undefined): Json {
  if (envelope === undefined || !isJsonObject(envelope)) {
    throw new RpcError(RpcCode.MISC_ERROR, 'Internal bug detected');
  }
  const error = getMember(envelope, 'error');
  if (!isJsonObject(error)) return getMember(envelope, 'result');
  const code = getMember(error, 'code');
  const data = getMember(error, 'data');
  const hint = isJsonObject(data) ? getMember(data, 'hint') : null;
  // The thread has redacted it, unless the profile keeps Core's words.
  const answered = new RpcError(
    isJsonNumber(code) ? Number(code.number) : RpcCode.MISC_ERROR,
    String(getMember(error, 'message')),
    typeof hint === 'string' ? hint : undefined,
  );
  throw verbatimError(answered);
}

/** A batch item by item, so that others are answered meanwhile. It was found to be JSON. */
async function parseItems(
  body: Buffer,
  { items }: Owned,
  pause: Context['pause'],
): Promise<Json | undefined> {
  if (items === undefined) return parseJsonBytes(body);
  const values: Json[] = [];
  for (let i = 0; i < items.length; i += 2) {
    const value = parseJsonBytes(body.subarray(items[i], items[i + 1]));
    if (value === undefined) return undefined;
    values.push(value);
    await pause?.();
  }
  return values;
}

/** The service as the call's user and path have it. */
function serviceFor({ target, whitelist }: Call, { context, ...service }: LocalService): Service {
  const walletName = walletNameOf(target);
  return {
    ...service,
    context: walletName === undefined ? context : { ...context, walletName },
    ...(whitelist === undefined ? {} : { whitelist }),
  };
}
