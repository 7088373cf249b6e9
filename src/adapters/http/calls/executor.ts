import type { Json } from '../../../json/json.ts';
import { parseJsonBytes } from '../../../json/parse.ts';
import { handleJson, type Reply, type Service } from '../../../rpc/envelope.ts';
import { findMethod, runMethod } from '../../../rpc/execute.ts';
import type { CallPool } from './call-pool.ts';
import { isLongBody, isLongCall, type PlacementRules } from './placement.ts';

/** A call with its unparsed body, by a user who may make it. */
export type Call = {
  readonly body: Buffer;
  /** `/` or `/wallet/NAME`. */
  readonly target: string;
  readonly whitelist: Service['whitelist'];
};

export type Executor = {
  /** Returns how many calls wait for a thread. */
  readonly waiting: () => number;
  /** Resolves to `undefined` after an internal error. */
  readonly execute: (call: Call) => Promise<Reply | undefined>;
};

type LocalService = Pick<Service, 'methods' | 'context'>;

/**
 * Executes calls. Long ones go to the pool, so that short ones need not wait. Methods about the
 * server's state run here, even if a thread encounters them.
 */
export function createExecutor(
  service: LocalService,
  rules: PlacementRules,
  pool: CallPool,
  reportBug: (error: unknown) => void,
): Executor {
  const executeHere = (value: Json | undefined, here: Service): Promise<Reply | undefined> =>
    handleJson(value, here).catch((error) => {
      reportBug(error);
      return undefined;
    });
  return {
    waiting: pool.waiting,
    execute: async (call) => {
      const here = serviceFor(call, service);
      if (!isLongBody(call.body)) {
        const value = parseJsonBytes(call.body);
        if (!isLongCall(value, rules)) return executeHere(value, here);
      }
      const { body, whitelist } = call;
      return pool.execute({ body, whitelist }, async (name, params) =>
        runMethod(findMethod(here.methods, name), params, here.context),
      );
    },
  };
}

/** Returns the service for the call's user and path. */
function serviceFor({ target, whitelist }: Call, { context, ...service }: LocalService): Service {
  const walletName = walletNameOf(target);
  return {
    ...service,
    context: walletName === undefined ? context : { ...context, walletName },
    ...(whitelist === undefined ? {} : { whitelist }),
  };
}

const PREFIX = '/wallet/';

/**
 * Returns the wallet that a path names; `undefined` for `/`. Everything after the prefix counts,
 * including `?`. `%XX` is a byte of UTF-8, other characters are literal (common/url.cpp). `target`
 * has one character per byte.
 */
export function walletNameOf(target: string): string | undefined {
  if (!target.startsWith(PREFIX)) return undefined;
  const bytes = target
    .slice(PREFIX.length)
    .replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
