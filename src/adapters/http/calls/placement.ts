import { getMember, isJsonArray, isJsonObject, type Json } from '../../../json/json.ts';

/**
 * Where a call runs. `here`: in the thread that serves the connections, because it takes no time or
 * is about state that lives there; `worker`: anywhere else.
 */
export type Placement = 'here' | 'worker';

/**
 * `long`: the methods that may take time on short arguments too. `owned`: those that run where
 * their state lives.
 */
export type PlacementRules = {
  readonly long: ReadonlySet<string>;
  readonly owned: ReadonlySet<string>;
};

/**
 * Whether to read a body may take time itself; then a worker reads it. One that finds an owned
 * method in it hands the call back.
 */
export function isLongBody({ length }: Uint8Array): boolean {
  return length > 16_384;
}

/** For a short body. What is malformed names no method, and is refused in no time. */
export function placeCall(value: Json | undefined, { long, owned }: PlacementRules): Placement {
  const named = methodsIn(value);
  if (named.some((method) => owned.has(method))) return 'here';
  return named.some((method) => long.has(method)) ? 'worker' : 'here';
}

export function namesOwnedMethod(value: Json | undefined, owned: ReadonlySet<string>): boolean {
  return methodsIn(value).some((method) => owned.has(method));
}

/** The methods that a request or a batch names. */
function methodsIn(value: Json | undefined = null): readonly string[] {
  return (isJsonArray(value) ? value : [value]).flatMap(methodOf);
}

function methodOf(request: Json): readonly string[] {
  if (!isJsonObject(request)) return [];
  const method = getMember(request, 'method');
  return typeof method === 'string' ? [method] : [];
}
