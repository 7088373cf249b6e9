import { getMember, isJsonArray, isJsonObject, type Json } from '../../../json/json.ts';

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

/**
 * Returns true if a call with a short body goes to a worker. All others are quick, or need only the
 * state of the serving thread. A malformed call names no method, and is rejected quickly.
 */
export function isLongCall(value: Json = null, { long, owned }: PlacementRules): boolean {
  const takesTime = (request: Json): boolean => {
    const method = isJsonObject(request) && getMember(request, 'method');
    return typeof method === 'string' && long.has(method) && !owned.has(method);
  };
  return (isJsonArray(value) ? value : [value]).some(takesTime);
}
