import { type Json, jsonNumber, jsonObject } from '../../../json/json.ts';
import type { RpcMethod } from '../../../rpc/method.ts';

/** Records running calls for `getrpcinfo`. */
export type ActiveCommands = {
  /** Records a call, and returns the function to call at its end. */
  readonly begin: (method: string) => () => void;
  /** Lists the calls as `active_commands`. */
  readonly list: () => Json;
};

/** `microseconds`: a monotonic clock. */
export function createActiveCommands(microseconds: () => bigint): ActiveCommands {
  const active = new Set<{ readonly method: string; readonly start: bigint }>();
  return {
    begin: (method) => {
      const entry = { method, start: microseconds() };
      active.add(entry);
      return () => active.delete(entry);
    },
    list: () =>
      [...active].map(({ method, start }) =>
        jsonObject({ method, duration: jsonNumber(microseconds() - start) }),
      ),
  };
}

/** Wraps methods so that each call is recorded. */
export function observeMethods(
  methods: readonly RpcMethod[],
  begin: ActiveCommands['begin'],
): readonly RpcMethod[] {
  return methods.map((method) => ({
    ...method,
    run: async (args, context) => {
      const end = begin(method.name);
      try {
        return await method.run(args, context);
      } finally {
        end();
      }
    },
  }));
}
