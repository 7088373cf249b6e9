import { getMember, isJsonArray, isJsonObject, type Json } from '../../../json/json.ts';

/**
 * The thread of a call. `here` serves the connections: for calls that are quick or need only its
 * state. `worker`: another thread.
 */
export type Placement = 'here' | 'worker';

/**
 * `long`: methods that may take time even for short arguments. `owned`: methods that run on the
 * thread with their state.
 */
export type PlacementRules = {
  readonly long: ReadonlySet<string>;
  readonly owned: ReadonlySet<string>;
};

/** Returns true if parsing a body may take time, so that a worker does it. */
export function isLongBody({ length }: Uint8Array): boolean {
  return length > 16_384;
}

/** Places a call with a short body. A malformed one names no method, and is refused quickly. */
export function placeCall(value: Json = null, { long, owned }: PlacementRules): Placement {
  const takesTime = (request: Json): boolean => {
    const method = isJsonObject(request) && getMember(request, 'method');
    return typeof method === 'string' && long.has(method) && !owned.has(method);
  };
  return (isJsonArray(value) ? value : [value]).some(takesTime) ? 'worker' : 'here';
}
