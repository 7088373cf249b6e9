import type { Json } from '../../../json/json.ts';
import { parseJsonBytes } from '../../../json/parse.ts';
import type { Context } from '../../../rpc/context.ts';
import { handleJson, type Reply, type Service } from '../../../rpc/envelope.ts';
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

/** Long calls go to the pool, so that short ones need not wait for them; calls about the server's state stay here. */
export function createExecutor(
  service: LocalService,
  rules: PlacementRules,
  pool: CallPool,
  reportBug: (error: unknown) => void,
): Executor {
  const executeHere = (value: Json | undefined, call: Call): Promise<Reply | undefined> =>
    handleJson(value, serviceFor(call, service)).catch((error) => {
      reportBug(error);
      return undefined;
    });
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
